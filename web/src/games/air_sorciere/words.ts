/** What this screen says: cards, colours and books in words. */
import texts from '@games/air_sorciere/texts.json';
import type { Lang } from '../../table/board';
import { catalogue, type KeyOf } from '../../texts/catalogue';
import type { Colour } from './types';

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

export function percent(lang: Lang, share: number): string {
  return say(lang, 'board.percent', { n: Math.round(100 * share) });
}

/** *a, b and c*. */
export function list(lang: Lang, parts: string[]): string {
  return new Intl.ListFormat(lang, { type: 'conjunction' }).format(parts);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
