/** The places of the table by their names, and what lies there. */
import type { CardText } from '../../../table/board';
import type { Aids, Place, SlotAids, View } from '../types';

export const riverPlace = (index: number): Place => `river:${index + 1}`;
export const pondPlace = (seat: number, slot: number): Place => `pond:${seat + 1}:${slot + 1}`;

/** Where a place is: the water it lies in (`river`, `pond:2`), whose it is (-1: the river's), and its index there. */
export function locate(place: Place): { water: string; seat: number; index: number } {
  const parts = place.split(':');
  return parts[0] === 'river'
    ? { water: 'river', seat: -1, index: Number(parts[1]) - 1 }
    : { water: `pond:${parts[1]}`, seat: Number(parts[1]) - 1, index: Number(parts[2]) - 1 };
}

export function cardAt(view: View, place: Place): CardText {
  const { seat, index } = locate(place);
  return (seat < 0 ? view.river[index] : view.ponds[seat]?.[index]) ?? null;
}

export function slotAids(aids: Aids, place: Place): SlotAids | null {
  const { seat, index } = locate(place);
  return seat < 0 ? null : (aids.ponds[seat]?.[index] ?? null);
}

/** The other seats as they sit around the table: the next to play at the left, the one before at the right. */
export function around(players: number, seat: number): { left?: number; across?: number; right?: number } {
  const next = (seats: number) => (seat + seats) % players;
  if (players === 2) return { across: next(1) };
  if (players === 3) return { left: next(1), right: next(2) };
  return { left: next(1), across: next(2), right: next(3) };
}
