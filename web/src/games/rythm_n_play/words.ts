/** What this screen says: cards, numbers and beats in words. */
import texts from '@games/rythm_n_play/texts.json';
import type { Lang } from '../../table/board';
import { catalogue, type KeyOf } from '../../texts/catalogue';
import { listed } from '../../texts/words';
import type { Deck, Kind } from './types';

export const say = catalogue(texts);

/** The language of the page, for a card that nobody told its language (one that flies). */
export const pageLang = (): Lang => (document.documentElement.lang.startsWith('fr') ? 'fr' : 'en');

export const nameOf = (card: Kind | string, lang: Lang): string => say(lang, `name.${card}` as KeyOf<typeof texts>);

export const DECK_NAME: Record<Deck, string> = { play: 'PLAY', rythm: 'RYTHM' };

/** A number as it is written here: halves as a person writes them, a real minus sign. */
export function number(value: number, lang: Lang): string {
  return new Intl.NumberFormat(lang).format(value).replace('-', '−');
}

/** The same with its sign: points that are won or lost. */
export const signed = (value: number, lang: Lang): string => (value > 0 ? '+' : '') + number(value, lang);

/** Beats: 1½ rather than 1.5. */
function beatsNumber(beats: number): string {
  const whole = Math.floor(beats);
  return `${whole > 0 || beats === 0 ? whole : ''}${beats > whole ? '½' : ''}`;
}

export const beatsText = (beats: number, lang: Lang): string =>
  say(lang, 'board.beats', { beats: beatsNumber(beats), count: beats > 0 && beats <= 1 ? 1 : 2 });

/** The names of cards one after the other: "do, re, sharp". */
export const cardList = (cards: readonly Kind[], lang: Lang): string =>
  listed(lang, cards.map((card) => nameOf(card, lang)), 'unit');
