/** The rules of Rythm'n'Play in our own words, by section; each rule with its article and drawn examples. */
import type { Lang } from '../../../table/board';
import type { Alteration, Kind, PlayCard, RythmCard } from '../types';
import { EN } from './en';
import { FR } from './fr';

/** Cards on a staff that may or may not lie so; the key is the one before the last card. */
export interface StaffExample {
  kind: 'staff';
  key: Alteration;
  cards: PlayCard[];
  ok: boolean;
  closed?: boolean;
  caption: string;
}

/** RYTHM cards and how many PLAY cards they bring; null: they cannot be exchanged. */
export interface ExchangeExample {
  kind: 'exchange';
  cards: RythmCard[];
  draws: number | null;
  caption: string;
}

export interface CardsExample {
  kind: 'cards';
  cards: { card: Kind; note: string }[];
  caption: string;
}

/** A sum of points: backs collected, cards face up, cards left in hand. */
export interface ScoreExample {
  kind: 'score';
  collected: number;
  faceUp: PlayCard[];
  hand: Kind[];
  caption: string;
}

export type Example = StaffExample | ExchangeExample | CardsExample | ScoreExample;

export interface Rule {
  article: string;
  title?: string;
  text: string[];
  examples?: Example[];
}

export interface Section {
  title: string;
  lead?: string;
  rules: Rule[];
}

export const rulesIn = (lang: Lang): Section[] => (lang === 'fr' ? FR : EN);
