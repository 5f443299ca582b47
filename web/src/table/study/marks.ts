/** The signs of an analysis: what each looks like, around the middle of a square of 16. */

export const SHAPES = {
  inaccuracy: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z',
  mistake: 'M0-7L7 0L0 7L-7 0z',
  blunder: 'M-7-4L-4-7L0-3L4-7L7-4L3 0L7 4L4 7L0 3L-4 7L-7 4L-3 0z',
  lucky: 'M0-6L6.5 5.5h-13z',
  unlucky: 'M0 6L6.5-5.5h-13z',
};

export type MarkName = keyof typeof SHAPES;
