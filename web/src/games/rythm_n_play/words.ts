/** Cards, numbers and beats in words, from the catalogue that the whole project shares. */
import catalogue from '@games/rythm_n_play/texts.json';
import type { Lang } from '../../table/board';
import { words } from './texts';
import type { Deck, Kind } from './types';

/** The language of the page, for a card that nobody told its language (one that flies). */
export const pageLang = (): Lang => (document.documentElement.lang.startsWith('fr') ? 'fr' : 'en');

export const nameOf = (card: Kind | string, lang: Lang): string =>
  (catalogue[lang] as Record<string, string>)[`name.${card}`] ?? card;

export const tieSentence = (lang: Lang): string => catalogue[lang].tie;

export const DECK_NAME: Record<Deck, string> = { play: 'PLAY', rythm: 'RYTHM' };

/** A number as it is written here: halves as a person writes them, a real minus sign. */
export function number(value: number, lang: Lang): string {
  return new Intl.NumberFormat(lang).format(value).replace('-', '−');
}

/** The same with its sign: points that are won or lost. */
export const signed = (value: number, lang: Lang): string => (value > 0 ? '+' : '') + number(value, lang);

/** Beats: 1½ rather than 1.5. */
export function beatsNumber(beats: number): string {
  const whole = Math.floor(beats);
  return `${whole > 0 || beats === 0 ? whole : ''}${beats > whole ? '½' : ''}`;
}

export const beatsText = (beats: number, lang: Lang): string =>
  words(lang).beats(beatsNumber(beats), beats > 1 || beats === 0);

export const listText = (items: string[], lang: Lang): string =>
  new Intl.ListFormat(lang, { type: 'unit', style: 'long' }).format(items);
