/**
 * Where notes stand on the five lines, in the units of a card of 50 × 70.
 *
 * Every note card is crossed by the same lines at the same heights, and so is the paper of the staff: cards laid side
 * by side make one staff.
 */
import { NOTES } from '../../state/music';
import type { Note, RythmCard } from '../../types';

export const CARD = { width: 50, height: 70 };

/** From the top line to the bottom one. */
export const LINES = [12.5, 20, 27.5, 35, 42.5];
const STEP = 3.75;
const LOWEST = LINES[4]! + 2 * STEP;

/** The height of a note; do hangs on a short line of its own under the staff, as after a treble clef. */
export const heightOf = (note: Note): number => LOWEST - STEP * NOTES.indexOf(note);

/** How long the bar under a note value is drawn: the part of a whole note that its name says. */
export const LENGTH: Record<RythmCard, number> = { whole: 36, half: 18, quarter: 9, eighth: 4.5 };

export const HEAD = { x: 25, rx: 5.7, ry: 4.1, slant: -20 };
