/** What a move of Air Sorcière is about, on the table. */
import type { Target } from '../../../table/board';
import type { Colour, View } from '../types';
import { colourOf } from './cards';

export function targets(move: string, view: View, seat: number): Target[] {
  const [verb, what] = move.split(' ');
  const [hand, sky] = [`hand:${seat + 1}`, `area:${seat + 1}`];
  switch (verb) {
    case 'draw':
      return [{ place: 'pile' }];
    case 'take':
      return [{ place: 'common', card: what }];
    case 'keep':
    case 'bonus':
    case 'decline':
      return [{ place: 'held', card: view.held }];
    case 'share':
      return [{ place: 'held', card: view.held }, { place: 'common' }];
    case 'land':
      return view.columns[seat]![what as Colour].map((card) => ({ place: sky, card }));
    case 'discard':
    case 'use':
      return [{ place: hand, card: what }];
    case 'graduate': {
      const cards = view.hands[seat]!.cards?.filter((card) => colourOf(card) === what);
      return cards?.map((card) => ({ place: hand, card })) ?? [{ place: hand }];
    }
    case 'award':
      return view.diploma ? [{ place: `diploma_${view.diploma.colour}` }] : [];
    default:
      return [];
  }
}
