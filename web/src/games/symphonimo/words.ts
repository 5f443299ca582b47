/** What this screen says: cards, conductors and points in words. */
import texts from '@games/symphonimo/texts.json';
import type { Lang } from '../../table/board';
import { catalogue, type KeyOf } from '../../texts/catalogue';
import type { Face, FamilyAid } from './types';

export const say = catalogue(texts);

/** “a fox 6”, « un renard 6 ». */
export function aCard(lang: Lang, card: string): string {
  return say(lang, `card.${card}` as KeyOf<typeof texts>);
}

/** “fox 6”, « renard 6 ». */
export function bareCard(lang: Lang, card: string): string {
  return aCard(lang, card).split(' ').slice(1).join(' ');
}

/** “the fox 6”, « le renard 6 », « l'ours 4 ». */
export function theCard(lang: Lang, card: string): string {
  const noun = bareCard(lang, card);
  if (/^[aeéiou]/.test(noun)) return say(lang, 'board.the.vowel', { card: noun });
  return say(lang, aCard(lang, card).startsWith('une ') ? 'board.the.feminine' : 'board.the', { card: noun });
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
  return say(lang, `face.${face}`);
}

/** What a face does, as a phrase without a capital. */
export function faceMeaning(lang: Lang, face: Face): string {
  return say(lang, `option.maestro.${face}`);
}

/** “5 points”, « 1 point ». */
export const sayPoints = (lang: Lang, count: number): string => say(lang, 'board.score', { count });

/** What one more card of a family would do to its badge and its points. */
export function nextWords(lang: Lang, { badge, next }: FamilyAid): string {
  const change = { points: sayPoints(lang, Math.abs(next)) };
  if (next > 0) return say(lang, `board.next.makes.${badge === 'absent' ? 'soloist' : 'quartet'}`, change);
  if (next < 0) return say(lang, `board.next.loses.${badge === 'quartet' ? 'quartet' : 'soloist'}`, change);
  return say(lang, 'board.next.nothing');
}
