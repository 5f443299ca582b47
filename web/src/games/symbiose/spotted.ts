/** What a move of Symbiose is about, on the table. */
import type { Spotted } from '../../table/board';
import { pondPlace, riverPlace, type View } from './data';

export function spotted(move: string, _view: View, seat: number): Spotted[] {
  const [verb, ...numbers] = move.split(' ');
  const [first, second] = numbers.map((number) => Number(number) - 1);
  if (verb === 'flip') return [{ place: pondPlace(seat, first!) }];
  return [{ place: riverPlace(first!) }, { place: pondPlace(seat, second!) }];
}
