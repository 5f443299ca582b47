/** What the server says of a game of Symphonimo: the data of `view.py` and `aids.py`. */
import type { Board } from '../../table/board';

export type Face = 'classic' | 'max_two' | 'pass_left' | 'discard_one' | 'discard_own' | 'draw_one' | 'take_now';

export type Phase = 'turn' | 'last' | 'place' | 'now' | 'pass' | 'discard' | 'drop' | 'over';

/** How many cards of each family, by the family's number. */
export type Counts = Record<string, number>;

export interface ConductorView {
  face: Face;
  capacity: number;
  taker: number | null;
  cards: string[];
}

export interface View {
  players: number;
  turn: number;
  phase: Phase;
  pile: number;
  unused: number;
  held: string | null;
  taking: number | null;
  conductors: ConductorView[];
  orchestras: { in: boolean; cards: Counts }[];
  discarded: Counts;
  result: { scores: number[]; winners: number[] } | null;
}

export type Badge = 'soloist' | 'quartet' | 'silent' | 'absent';

/** What a family is worth in an orchestra, and what one more card of it would change. */
export interface FamilyAid {
  badge: Badge;
  points: number;
  next: number;
}

export interface Aids {
  families: Record<string, FamilyAid>[];
  scores: number[];
  unseen: Counts;
}

export type GameBoard = Board<View, Aids>;
