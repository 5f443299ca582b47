/** The ways of the water between a pond's side column and what that column counts. */
import type { Side } from '../types';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

type Point = [x: number, y: number];

const BEND = 14;
/** How far inside its edge a stream comes to a water from below, and how far below it turns. */
const INSET = 26;
const BELOW = 8;

const middle = (from: number, to: number) => (from + to) / 2;

/** A path from the rail on this side of a pond to a water beside or above it, or straight below it. */
export function route(rail: Box, side: Side, water: Box): string {
  const x = middle(rail.left, rail.right);
  const beside: [number, number] = [Math.max(rail.top, water.top), Math.min(rail.bottom, water.bottom)];
  if (beside[1] - beside[0] > 2 * BEND) {
    const y = middle(...beside);
    return path([
      [x, y],
      [x < water.left ? water.left : water.right, y],
    ]);
  }
  const above = water.top < rail.top;
  const start: Point = [x, above ? rail.top + BEND : rail.bottom - BEND];
  if (x > water.left && x < water.right) return path([start, [x, above ? water.bottom : water.top]]);
  const outward = side === 'left' ? water.right <= x : water.left >= x;
  if (outward) {
    const y = middle(water.top, water.bottom);
    return path([start, [x, y], [side === 'left' ? water.right : water.left, y]]);
  }
  const entry = side === 'left' ? water.left + INSET : water.right - INSET;
  return path([start, [x, water.bottom + BELOW], [entry, water.bottom + BELOW], [entry, water.bottom]]);
}

/** A line through these points, with round corners. */
function path(points: readonly Point[]): string {
  return points
    .map(([x, y], i) => {
      const [before, after] = [points[i - 1], points[i + 1]];
      if (!before) return `M${x} ${y}`;
      if (!after) return `L${x} ${y}`;
      return `L${towards([x, y], before)}Q${x} ${y} ${towards([x, y], after)}`;
    })
    .join('');
}

/** The point at most a bend away from a corner, on the way to the next one. */
function towards([x, y]: Point, [toX, toY]: Point): string {
  const length = Math.hypot(toX - x, toY - y) || 1;
  const part = Math.min(BEND, length / 2) / length;
  return `${x + (toX - x) * part} ${y + (toY - y) * part}`;
}
