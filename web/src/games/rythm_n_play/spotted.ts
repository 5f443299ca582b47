/** What a move of Rythm'n'Play is about, on the table. */
import type { Spotted } from '../../table/board';
import type { View } from './types';

export function spotted(move: string, _view: View, seat: number): Spotted[] {
  const [verb, ...cards] = move.split(' ');
  const held = cards.map((card) => ({ place: `hand:${seat + 1}`, card }));
  switch (verb) {
    case 'exchange':
    case 'discard':
      return held;
    case 'compose':
      return [...held, { place: 'staff' }];
    case 'collect':
      return [{ place: 'staff' }];
    case 'draw':
      return [{ place: 'rythm_pile' }];
    case 'key':
      return [{ place: 'key', card: cards[0] }];
    default:
      return [];
  }
}
