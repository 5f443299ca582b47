/** A rule as it is told: its article, its sentences in both languages, its drawn examples. */
import type { Lang } from '../../../table/board';
import type { Accidental, Kind, PlayCard, RythmCard } from '../types';

/** A sentence in both languages. */
export type Said = Record<Lang, string>;

/** Cards on a staff that may or may not lie so; the key is the one before the last card. */
export interface StaffExample {
  kind: 'staff';
  key: Accidental;
  cards: PlayCard[];
  ok: boolean;
  closed?: boolean;
  caption: Said;
}

/** RYTHM cards and how many PLAY cards they bring; null: they cannot be exchanged. */
export interface ExchangeExample {
  kind: 'exchange';
  cards: RythmCard[];
  draws: number | null;
  caption: Said;
}

export interface CardsExample {
  kind: 'cards';
  cards: { card: Kind; note: string }[];
  caption: Said;
}

/** A sum of points: backs collected, cards face up, cards left in hand. */
export interface ScoreExample {
  kind: 'score';
  collected: number;
  faceUp: PlayCard[];
  hand: Kind[];
  caption: Said;
}

export type Example = StaffExample | ExchangeExample | CardsExample | ScoreExample;

export interface Rule {
  article: string;
  title?: Said;
  text: Said[];
  examples?: Example[];
}

export interface Section {
  title: Said;
  lead?: Said;
  rules: Rule[];
}
