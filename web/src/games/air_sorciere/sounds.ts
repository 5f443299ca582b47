/** Small and wooden: what an event of Air Sorcière sounds like. */
import type { Sound, TableEvent } from '../../table/board';

/** A rising scale for the books of a diploma, a sixth at a time. */
const RISING = [67, 72, 76, 79, 84];

export function sound(event: TableEvent): Sound | null {
  switch (event.verb) {
    case 'draw':
      return { notes: [60], kind: 'soft' };
    case 'take':
    case 'keep':
      return { notes: [64 + Math.min(event.cards.length, 4)], kind: 'wood' };
    case 'share':
      return { notes: [57], kind: 'wood' };
    case 'land':
      return { notes: [67, 64, 60], kind: 'wood' };
    case 'fall':
      return { notes: [64, 60, 57, 52], kind: 'soft' };
    case 'bonus':
      return { notes: [60, 67], kind: 'soft' };
    case 'cat':
      return { notes: [75, 74], kind: 'soft' };
    case 'award':
      return { notes: RISING.slice(0, event.cards.length), kind: 'note' };
    case 'reshuffle':
      return { notes: [55, 57, 55, 57], kind: 'wood' };
    default:
      return null;
  }
}
