/** What the server tells a screen of Symbiose: `view` and `aids` of the game, as the Python package makes them. */
import type { Board, CardText } from '../../table/board';

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

export type GameBoard = Board<View, Aids>;
