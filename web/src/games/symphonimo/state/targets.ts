/** What a move of Symphonimo is about, on the table. */
import type { Target } from '../../../table/board';
import type { View } from '../types';

export function targets(move: string, view: View, seat: number): Target[] {
  const [verb, what] = move.split(' ');
  const taken = view.taking === null ? '' : `conductor:${view.taking + 1}`;
  switch (verb) {
    case 'draw':
      return [{ place: 'pile' }];
    case 'place':
      return [{ place: 'held', card: view.held }, { place: `conductor:${what}` }];
    case 'take':
      return [{ place: what === 'now' ? taken : `conductor:${what}` }];
    case 'leave':
      return [{ place: taken }];
    case 'pass':
    case 'discard':
      return [{ place: taken, card: what }];
    case 'drop':
    case 'keep':
      return [{ place: `orchestra:${seat + 1}`, card: what }];
    default:
      return [];
  }
}
