/** Where a bubble stands: at a place of its own, so that no card is ever under it. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Placement {
  x: number;
  y: number;
  /** How far down its left edge the tail is, in pixels; null where it has none. */
  tail: number | null;
}

interface Surroundings {
  /** Where the board is seen. */
  room: Box;
  /** The column beside the board, as far as it is free for a bubble; null where there is none. */
  column: Box | null;
}

const MARGIN = 8;
/** The tail keeps away from round corners. */
const CORNER = 22;

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

/**
 * In the column beside the board, as high as the last of the targets; without a column at the foot of the room, where
 * the page can be scrolled from under it.
 */
export function placeBubble(width: number, height: number, targets: readonly Box[], around: Surroundings): Placement {
  const { room, column } = around;
  const { left, right, top, bottom } = column ?? room;
  const x = Math.max(left, (left + right - width) / 2);
  const lowest = Math.max(top + MARGIN, bottom - MARGIN - height);
  const target = targets.at(-1);
  if (!column || !target) return { x, y: lowest, tail: null };
  const centre = (target.top + target.bottom) / 2;
  const y = clamp(centre - height / 2, top + MARGIN, lowest);
  return { x, y, tail: clamp(centre - y, CORNER, height - CORNER) };
}
