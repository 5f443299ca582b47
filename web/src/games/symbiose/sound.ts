/** Water, softly: a drop for a card that moves or turns, a still chord at the end. */
import type { Sound, TableEvent } from '../../table/board';
import type { Animal, View } from './types';

/** Each animal drops on its own note of a pentatonic scale, so that any two sound well together. */
const PITCH: Record<Animal, number> = { frog: 62, snail: 64, fish: 67, dragonfly: 69 };

export function sound(event: TableEvent, view: View): Sound | null {
  const card = event.cards[0];
  const animal = card ? view.faces[card]?.animal : undefined;
  const pitch = animal ? PITCH[animal] : 60;
  switch (event.verb) {
    case 'choose':
      return { notes: [57], kind: 'soft' };
    case 'first':
    case 'flip':
    case 'river':
      return { notes: [pitch], kind: 'soft' };
    case 'take':
      return { notes: [pitch - 12, pitch], kind: 'soft' };
    case 'give':
      return { notes: [pitch - 12], kind: 'soft' };
    case 'over':
      return { notes: [50, 57, 62, 66, 69], chord: true, kind: 'soft' };
    default:
      return null;
  }
}
