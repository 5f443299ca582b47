/** What the game's `view` and `aids` hold, as the Python package makes them. */
import type { Board } from '../../table/board';

/** The five colours, in the order of the rulebook, by their letters. */
export const COLOURS = ['K', 'G', 'W', 'V', 'O'] as const;
export type Colour = (typeof COLOURS)[number];

export type Phase =
  | 'start'
  | 'soft'
  | 'forced'
  | 'drawn'
  | 'keep'
  | 'share'
  | 'fall'
  | 'cat'
  | 'diploma'
  | 'use'
  | 'use_more'
  | 'award'
  | 'over';

const LANDED: readonly Phase[] = ['diploma', 'use', 'use_more', 'award', 'over'];

/** Whether witches are in the air; else they have landed, or the game is over. */
export function isFlying(phase: Phase): boolean {
  return !LANDED.includes(phase);
}

export interface View {
  players: number;
  seat: number;
  first: number;
  /** Who decides now; under a Black Cat it may not be the player whose turn it is, `active`. */
  turn: number;
  active: number;
  phase: Phase;
  prompt: { value: string; surplus: string; cards: string };
  pile: number;
  discard: string[];
  common: string[];
  held: string | null;
  shared: string | null;
  taken: boolean;
  stock: Record<Colour, number>;
  columns: Record<Colour, string[]>[];
  hands: { size: number; cards: string[] | null }[];
  books: Record<Colour, number>[];
  diploma: { colour: Colour; naturals: string[]; jokers: string[] } | null;
  idle: number;
  stall_limit: number;
  ending: 'sold_out' | 'stalled' | 'no_cards' | null;
  result: { scores: number[]; winners: number[] } | null;
}

export interface Risk {
  cards: number;
  misfits: string[];
  misfit: number;
  fall: number;
  cat: number;
}

export interface ReadyMade {
  colour: Colour;
  cards: string[];
  books: number;
  moves: string[];
}

export interface Aids {
  scores: number[];
  risk: Risk | null;
  landing: { forced: boolean; columns: Partial<Record<Colour, string[]>> } | null;
  diplomas: ReadyMade[];
  can_graduate: boolean;
  unseen: Record<Colour, number>;
  unseen_cards: string[];
}

export type GameBoard = Board<View, Aids>;
