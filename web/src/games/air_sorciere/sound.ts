/** Small and wooden: what an event of Air Sorcière sounds like. */
import type { Sound, TableEvent } from '../../table/board';
import { valueOf } from './state/cards';

/** One note a card of a diploma, ever higher. */
const RISING = [67, 72, 76, 79, 84];
/** A witch who joins a sky sounds as high as she flies. */
const GROUND = 55;

export function sound({ verb, cards }: TableEvent): Sound | null {
  switch (verb) {
    case 'draw':
      return { notes: [60], kind: 'soft' };
    case 'take':
    case 'keep':
      return { notes: cards.map((card) => GROUND + Number(valueOf(card ?? ''))), kind: 'wood' };
    case 'share':
      return { notes: [GROUND], kind: 'wood' };
    case 'land':
      return { notes: [67, 64, 60], kind: 'wood' };
    case 'fall':
      return { notes: [64, 60, 57, 52], kind: 'soft' };
    case 'bonus':
      return { notes: [60, 67], kind: 'soft' };
    case 'cat':
      return { notes: [75, 74], kind: 'soft' };
    case 'award':
      return { notes: RISING.slice(0, cards.length), kind: 'note' };
    case 'reshuffle':
      return { notes: [55, 57, 55, 57], kind: 'wood' };
    default:
      return null;
  }
}
