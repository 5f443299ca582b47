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

/**
 * Beside the last of the targets, on the first side where it covers none of them and stays within the room; else at
 * the end of the room where it covers least.
 */
export function placeBubble(width: number, height: number, targets: readonly Box[], room: Box): Placement {
  const right = Math.max(room.left + MARGIN, room.right - MARGIN - width);
  const bottom = Math.max(room.top + MARGIN, room.bottom - MARGIN - height);
  const inRow = (x: number) => clamp(x, room.left + MARGIN, right);
  const inColumn = (y: number) => clamp(y, room.top + MARGIN, bottom);
  const boxAt = (x: number, y: number): Box => ({ left: x, top: y, right: x + width, bottom: y + height });
  const covered = (box: Box) => targets.reduce((sum, target) => sum + overlap(box, target), 0);
  const anchor = targets.at(-1);
  if (anchor) {
    const [middle, centre] = [(anchor.left + anchor.right) / 2, (anchor.top + anchor.bottom) / 2];
    const x = inRow(middle - width / 2);
    const y = inColumn(centre - height / 2);
    const sides: [Side, number, number][] = [
      ['below', x, anchor.bottom + GAP],
      ['above', x, anchor.top - GAP - height],
      ['right', anchor.right + GAP, y],
      ['left', anchor.left - GAP - width, y],
    ];
    const fits = sides.find(
      ([, x, y]) => inRow(x) === x && inColumn(y) === y && covered(boxAt(x, y)) === 0,
    );
    if (fits) {
      const [side, x, y] = fits;
      const upright = side === 'below' || side === 'above';
      const tail = upright ? clamp(middle - x, CORNER, width - CORNER) : clamp(centre - y, CORNER, height - CORNER);
      return { x, y, side, tail };
    }
  }
  const x = inRow((room.left + room.right - width) / 2);
  const ends = [bottom, room.top + MARGIN].map((y) => ({ x, y, side: null, tail: 0 }));
  return ends.sort((a, b) => covered(boxAt(a.x, a.y)) - covered(boxAt(b.x, b.y)))[0]!;
}
