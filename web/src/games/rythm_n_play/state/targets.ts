/** What a move of Rythm'n'Play is about, on the table. */
import type { Target } from '../../../table/board';
import type { View } from '../types';

export function targets(move: string, _view: View, seat: number): Target[] {
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
