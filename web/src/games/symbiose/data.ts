/** What the server tells a screen of Symbiose: `view` and `aids` of the game, as the Python package makes them. */
import type { Board as TableBoard, CardText } from '../../table/board';

export type Animal = 'frog' | 'snail' | 'fish' | 'dragonfly';
export type Season = 'spring' | 'summer' | 'autumn' | 'winter';
export type Sign = Animal | Season;

export const ANIMALS: readonly Animal[] = ['frog', 'snail', 'fish', 'dragonfly'];
export const SEASONS: readonly Season[] = ['spring', 'summer', 'autumn', 'winter'];
export const COLUMNS = 4;

/** What is printed on a card; `per` is null where the points are fixed. */
export interface Face {
  animal: Animal;
  season: Season;
  per: Sign | null;
  points: number;
}
export type Faces = Record<string, Face>;

export interface View {
  players: number;
  seat: number;
  first: number;
  turn: number;
  phase: 'first' | 'swap' | 'flip' | 'over';
  mode: 'normal' | 'duel' | 'team';
  sides: 'halves' | 'neighbours';
  ponds: CardText[][];
  river: CardText[];
  unused: number;
  /** The slot that this seat chose to turn up first (from 0), while the others still choose. */
  chosen: number | null;
  /** Who has chosen a first card, by seat, while somebody still chooses. */
  ready: boolean[] | null;
  turns_left: number;
  faces: Faces;
  result: { scores: number[]; winners: number[] } | null;
}

/** The name of a place, as events have it: `river:2`, `pond:1:5`. */
export type Place = string;

export interface SlotAids {
  zone: Place[];
  counts: Place[];
  points: number | null;
}

export const SIDES = ['left', 'right'] as const;
export type Side = (typeof SIDES)[number];

/** What a side column is joined to: `river`, `pond:3`, or null where it counts its own half. */
export type Joined = Record<Side, string | null>;

export interface Aids {
  ponds: SlotAids[][];
  joined: Joined[];
  points: number[];
  scores: number[];
  unseen: Record<Sign, number>;
  unseen_cards: string[];
}

export type Board = TableBoard<View, Aids>;

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
  const next = (steps: number) => (seat + steps) % players;
  if (players === 2) return { across: next(1) };
  if (players === 3) return { left: next(1), right: next(2) };
  return { left: next(1), across: next(2), right: next(3) };
}
