/** Where a bubble stands: beside what it points at, and over none of it. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Side = 'below' | 'above' | 'right' | 'left';

export interface Placement {
  x: number;
  y: number;
  /** On which side of its anchor; null where it stands apart from it. */
  side: Side | null;
  /** Where along its edge the tail is, in pixels. */
  tail: number;
}

const GAP = 14;
const MARGIN = 8;
/** The tail keeps away from round corners. */
const CORNER = 22;

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** To stand apart from its target is as bad as to cover this share of its own size. */
const APART = 0.25;

interface Surroundings {
  room: Box;
  /** What had better not be covered: cards, and whatever may be pressed. */
  others: readonly Box[];
}

/**
 * Beside the last of the targets or, where that is better, at an end of the room: never over a target if that can be
 * helped, and over as little else as can be.
 */
export function placeBubble(width: number, height: number, targets: readonly Box[], around: Surroundings): Placement {
  const { room, others } = around;
  const right = Math.max(room.left + MARGIN, room.right - MARGIN - width);
  const bottom = Math.max(room.top + MARGIN, room.bottom - MARGIN - height);
  const inRow = (x: number) => clamp(x, room.left + MARGIN, right);
  const inColumn = (y: number) => clamp(y, room.top + MARGIN, bottom);
  const size = width * height;

  const possible: Placement[] = [];
  const anchor = targets.at(-1);
  if (anchor) {
    const [middle, centre] = [(anchor.left + anchor.right) / 2, (anchor.top + anchor.bottom) / 2];
    const x = inRow(middle - width / 2);
    const y = inColumn(centre - height / 2);
    const across = clamp(middle - x, CORNER, width - CORNER);
    const down = clamp(centre - y, CORNER, height - CORNER);
    possible.push(
      { side: 'below', x, y: anchor.bottom + GAP, tail: across },
      { side: 'above', x, y: anchor.top - GAP - height, tail: across },
      { side: 'right', x: anchor.right + GAP, y, tail: down },
      { side: 'left', x: anchor.left - GAP - width, y, tail: down },
    );
  }
  const x = inRow((room.left + room.right - width) / 2);
  const y = inColumn(((anchor?.top ?? room.top) + (anchor?.bottom ?? room.bottom) - height) / 2);
  const ends = [
    [x, bottom],
    [x, room.top + MARGIN],
    [right, y],
    [room.left + MARGIN, y],
  ] as const;
  possible.push(...ends.map(([x, y]) => ({ x, y, side: null, tail: 0 })));

  function cost({ x, y, side }: Placement): number {
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    const covered = (boxes: readonly Box[]) => boxes.reduce((sum, other) => sum + overlap(box, other), 0);
    return covered(others) + 1000 * covered(targets) + (side ? 0 : APART * size);
  }
  const inside = possible.filter(({ x, y }) => inRow(x) === x && inColumn(y) === y);
  return inside.reduce((best, one) => (cost(one) < cost(best) ? one : best));
}
