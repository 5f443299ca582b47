/** What this screen says: cards, numbers and beats in words. */
import texts from '@games/rythm_n_play/texts.json';
import type { Lang } from '../../table/board';
import { catalogue, type KeyOf } from '../../texts/catalogue';
import { capital, listed } from '../../texts/words';
import { isNote } from './state/music';
import type { Deck, GameBoard, Kind, PlayCard, Score } from './types';

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

/** Why a card of my hand does not fit the staff, empty where it does. */
export function obstacleWords({ aids, lang, view }: GameBoard, card: PlayCard): string {
  const obstacle = aids.obstacles[card];
  const last = nameOf(view.staff.findLast(isNote) ?? card, lang);
  return obstacle ? capital(say(lang, `refuse.${obstacle}`, { card: nameOf(card, lang), last })) : '';
}

/** What a card of my hand would make of the staff, and what it would put an end to. */
export function composedWords({ aids, lang }: GameBoard, card: PlayCard): string {
  const composed = aids.composed[card];
  if (!composed) return '';
  const end = composed.closed ? 'board.would_close' : composed.own.length === 0 ? 'board.own_none' : null;
  return [say(lang, 'board.staff_worth', { count: composed.points }), end && say(lang, end)].filter(Boolean).join(' ');
}

const scores = ({ aids, lang, seat }: GameBoard, then: Score) => {
  const { least, most } = typeof then === 'number' ? { least: then, most: then } : then;
  const now = number(aids.scores[seat] ?? 0, lang);
  return { known: least === most, values: { now, least: number(least, lang), most: number(most, lang) } };
};

/** "4 → 9": what a choice does to my score. */
export function scoreChange(board: GameBoard, then: Score): string {
  const { known, values } = scores(board, then);
  return say(board.lang, known ? 'board.score_to' : 'board.score_between', values);
}

/** The same in words. */
export function scoreWords(board: GameBoard, then: Score): string {
  const { known, values } = scores(board, then);
  return say(board.lang, known ? 'board.score_to_words' : 'board.score_between_words', values);
}
