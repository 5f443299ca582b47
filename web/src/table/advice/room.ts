/** How much of a ranking is shown at first, and the room that it takes: known before the ranking is. */

export const FEW = 4;

/** The height of a sheet of advice about so many moves, unless there is less room. */
export const heightFor = (moves: number): string => `${7 + 4.4 * Math.min(Math.max(moves, 1), FEW + 1)}rem`;
