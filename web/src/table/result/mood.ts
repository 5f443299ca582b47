/** What the end of a game is for who looks at it. */
import type { Outcome } from '../../api/types';

/** `company`: several people at one screen, where one's win is another's loss. */
export type Mood = 'won' | 'shared' | 'lost' | 'company' | 'watched';

export function moodOf({ winners }: Outcome, yours: readonly number[]): Mood {
  if (!yours.length) return 'watched';
  if (yours.length > 1) return 'company';
  if (!winners.includes(yours[0]!)) return 'lost';
  return winners.length > 1 ? 'shared' : 'won';
}
