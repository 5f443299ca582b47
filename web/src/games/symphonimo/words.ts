/** The names of cards and conductors, from the catalogue that the whole project shares. */
import catalogue from '@games/symphonimo/texts.json';
import type { Lang } from '../../table/board';
import type { Face } from './types';

function text(lang: Lang, key: string): string {
  return (catalogue[lang] as Record<string, string>)[key] ?? key;
}

/** “a fox 6”, « un renard 6 ». */
export function aCard(lang: Lang, card: string): string {
  return text(lang, `card.${card}`);
}

/** “fox 6”, « renard 6 ». */
export function bareCard(lang: Lang, card: string): string {
  return aCard(lang, card).split(' ').slice(1).join(' ');
}

/** “the fox 6”, « le renard 6 », « l'ours 4 ». */
export function theCard(lang: Lang, card: string): string {
  const noun = bareCard(lang, card);
  if (lang === 'en') return `the ${noun}`;
  if (/^[aeéiou]/.test(noun)) return `l'${noun}`;
  return `${aCard(lang, card).startsWith('une ') ? 'la' : 'le'} ${noun}`;
}

/** “Fox 6”, « Renard 6 ». */
export function cardTitle(lang: Lang, card: string): string {
  const noun = bareCard(lang, card);
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** “a fox 6, an owl 7 and an owl 7”, as one reads a column of cards. */
export function cardList(lang: Lang, cards: readonly string[]): string {
  const names = cards.map((card) => aCard(lang, card));
  return new Intl.ListFormat(lang, { type: 'conjunction' }).format(names);
}

/** The name of a conductor's face: “Pass one left”. */
export function faceName(lang: Lang, face: Face): string {
  return text(lang, `face.${face}`);
}

/** What a face does, as a phrase without a capital. */
export function faceMeaning(lang: Lang, face: Face): string {
  return text(lang, `option.maestro.${face}`);
}
