/** The published deck, for cards that are shown without a game. */
import deck from '@games/symbiose/deck.json';
import type { Face, Faces } from '../types';

interface PrintedCard {
  number: number;
  animal: string;
  season: string;
  per?: string;
  points?: number;
  fixed?: number;
}

export const PUBLISHED: Faces = Object.fromEntries(
  (deck.cards as PrintedCard[]).map(({ number, animal, season, per, points, fixed }) => [
    String(number),
    { animal, season, per: per ?? null, points: points ?? fixed } as Face,
  ]),
);
