/** What is played is sung: a card of the staff as its pitch, a staff that is collected as its melody. */
import type { Sound, TableEvent } from '../../table/board';
import { isAccidental, isNote, melody } from './state/music';
import type { View } from './types';

/** A chord of do, upwards or downwards: the way that the key gives. */
const WAY = { sharp: [60, 64, 67], flat: [67, 64, 60] };

export function sound({ verb, cards }: TableEvent, view: View): Sound | null {
  const known = cards.filter((card) => card !== null);
  const [card] = known;
  if (verb === 'collect') return { notes: melody(known), kind: 'note' };
  if (verb === 'key' && isAccidental(card)) return { notes: WAY[card], kind: 'note' };
  if (verb !== 'compose' || !card) return null;
  // An accidental sings the note that it alters: the last one on the staff.
  const altered = isAccidental(card) ? view.staff.findLast(isNote) : undefined;
  const notes = melody(altered ? [altered, card] : [card]);
  return notes.length > 0 ? { notes, kind: 'note' } : null;
}
