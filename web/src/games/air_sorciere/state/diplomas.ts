/** The ready-made diplomas that the aids offer. */
import type { Lang } from '../../../table/board';
import type { ReadyMade } from '../types';
import { bookNames, capital, cardName, list, say } from '../words';

/** The aids list the diplomas of a colour from small to large. */
export function largestOfColour(offers: readonly ReadyMade[]): ReadyMade[] {
  return offers.filter((offer, i) => offers[i + 1]?.colour !== offer.colour);
}

export function offerLabel(lang: Lang, { colour, cards, books }: ReadyMade): string {
  const names = list(
    lang,
    cards.map((card) => cardName(lang, card)),
  );
  return capital(say(lang, 'board.ready_label', { books: bookNames(lang, colour, books), cards: names }));
}
