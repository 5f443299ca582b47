/** What this screen says: cards, colours and books in words. */
import texts from '@games/air_sorciere/texts.json';
import type { Lang } from '../../table/board';
import { catalogue, type KeyOf } from '../../texts/catalogue';
import { capital, listed } from '../../texts/words';
import type { Colour, ReadyMade } from './types';

export const say = catalogue(texts);

export function cardName(lang: Lang, card: string): string {
  return say(lang, `card.${card}` as KeyOf<typeof texts>);
}

export function colourName(lang: Lang, colour: Colour): string {
  return say(lang, `colour.${colour}`);
}

/** A colour as one says it of a column: *verte*. */
export function columnName(lang: Lang, colour: Colour): string {
  return say(lang, `column.${colour}`);
}

/** *2 grimoires verts*, *a green book*. */
export function bookNames(lang: Lang, colour: Colour, n: number): string {
  if (n === 0) return say(lang, 'board.no_book', { colour: colourName(lang, colour) });
  return n === 1 ? say(lang, `place.book_${colour}`) : say(lang, `place.books_${colour}`, { n2: n });
}

/** *A green book: trade the green 3, the green 5 and the black 7*. */
export function offerLabel(lang: Lang, { colour, cards, books }: ReadyMade): string {
  const names = cards.map((card) => cardName(lang, card));
  return capital(say(lang, 'board.ready_label', { books: bookNames(lang, colour, books), cards: listed(lang, names) }));
}
