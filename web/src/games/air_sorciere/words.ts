/** Cards, colours and books in words, from the catalogue that the whole project shares. */
import catalogue from '@games/air_sorciere/texts.json';
import type { Lang } from '../../table/board';
import { fill, type Values } from '../../texts/fill';
import { say } from './texts';
import type { Colour } from './types';

/** A sentence of the game's own catalogue. */
export function catalogued(lang: Lang, key: string, values: Values = {}): string {
  return fill((catalogue[lang] as Record<string, string>)[key] ?? key, values);
}

export function cardName(lang: Lang, card: string): string {
  return catalogued(lang, `card.${card}`);
}

export function colourName(lang: Lang, colour: Colour): string {
  return catalogued(lang, `colour.${colour}`);
}

/** A colour as one says it of a column: *verte*. */
export function columnName(lang: Lang, colour: Colour): string {
  return catalogued(lang, `column.${colour}`);
}

/** *2 grimoires verts*, *a green book*. */
export function bookNames(lang: Lang, colour: Colour, n: number): string {
  if (n === 0) return say(lang, 'no_book', { colour: colourName(lang, colour) });
  return n === 1 ? catalogued(lang, `place.book_${colour}`) : catalogued(lang, `place.books_${colour}`, { n2: n });
}

export function percent(lang: Lang, share: number): string {
  return say(lang, 'percent', { n: Math.round(100 * share) });
}

/** *a, b and c*. */
export function list(lang: Lang, parts: string[]): string {
  return new Intl.ListFormat(lang, { type: 'conjunction' }).format(parts);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
