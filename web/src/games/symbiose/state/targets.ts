/** What a move of Symbiose is about, on the table. */
import type { Target } from '../../../table/board';
import type { View } from '../types';
import { pondPlace, riverPlace } from './places';

export function targets(move: string, _view: View, seat: number): Target[] {
  const [verb, ...numbers] = move.split(' ');
  const [first, second] = numbers.map((number) => Number(number) - 1);
  if (verb === 'flip') return [{ place: pondPlace(seat, first!) }];
  return [{ place: riverPlace(first!) }, { place: pondPlace(seat, second!) }];
}
