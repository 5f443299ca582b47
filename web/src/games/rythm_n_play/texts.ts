/** What the screen of Rythm'n'Play says beside the sentences of the game's own catalogue. */
import catalogue from '@games/rythm_n_play/texts.json';
import type { Lang } from '../../table/board';
import type { Deck, Kind } from './types';

const EN = {
  key: 'Direction',
  noKey: 'Direction not chosen yet',
  keyIs: { sharp: 'Direction up (sharp): notes must rise', flat: 'Direction down (flat): notes must fall' },
  way: { sharp: 'up', flat: 'down' },
  opponents: 'Other players',
  players: 'Players',
  staff: 'Staff',
  staffCount: (count: number) => (count === 1 ? '1 card' : `${count} cards`),
  staffReads: (notes: string) => `On the staff: ${notes}.`,
  staffEmpty: 'The staff is empty.',
  mayFollow: (cards: string) => `Can follow: ${cards}.`,
  closed: 'Closed',
  closedLong: 'Closed: nothing can follow.',
  lastCard: (name: string) => `Last card: ${name}`,
  lastCardYou: 'Last card: you',
  collect: 'Collect the staff',
  pile: { play: 'PLAY pile', rythm: 'RYTHM pile' },
  left: (count: number) => (count === 1 ? '1 card left' : `${count} cards left`),
  draw: 'Draw a RYTHM card',
  drawShort: 'Draw',
  discard: (cards: string) => `RYTHM discard: ${cards}`,
  discardShort: 'Discard',
  noCards: 'empty',
  hand: 'Your hand',
  handCount: (count: number, limit: number) => `${count === 1 ? '1 card' : `${count} cards`} (${limit} at most)`,
  handFull: 'Full hand: after a draw, a PLAY card must go face up (−3).',
  surplus: (count: number) =>
    count === 1
      ? 'One card too many: choose a PLAY card to put face up (−3).'
      : `${count} cards too many: choose PLAY cards to put face up (−3 each).`,
  emptyPlay: 'No PLAY card',
  emptyRythm: 'No RYTHM card',
  doesNotFit: (card: string) => `${card}, does not fit the staff now`,
  fits: (card: string) => `${card}, fits the staff`,
  beats: (count: string, several: boolean) => `${count} ${several ? 'beats' : 'beat'}`,
  exchangeTitle: 'Exchange',
  exchangeHint: 'Choose RYTHM cards that make 1, 2, 3 or 4 whole beats.',
  exchangeMake: (count: number) => (count === 1 ? 'Exchange → 1 PLAY card' : `Exchange → ${count} PLAY cards`),
  exchangeNot: 'Exchange',
  exchangeOver: (count: number) =>
    count === 1
      ? 'Then one PLAY card must go face up (−3).'
      : `Then ${count} PLAY cards must go face up (−3 each).`,
  clear: 'Put back',
  pass: 'Pass',
  toPlay: 'to play',
  inHand: (play: number, rythm: number) => `In hand: ${play} PLAY, ${rythm} RYTHM`,
  collected: (count: number) => `Collected: ${count}`,
  faceUp: (cards: string, points: string) => `Face up: ${cards} (${points})`,
  points: (points: string) => (points === '1' ? '1 point' : `${points} points`),
  pointsAtMost: (points: string) => `${points} at most: the RYTHM cards in hand will be subtracted`,
  memory: 'Card counts',
  memoryLead: 'What is out of sight, and where the rest has gone.',
  unseen: 'Unseen',
  gone: 'Collected',
  discarded: 'Discarded',
  sure: 'Must be in other hands',
  lastStaff: 'One more staff may be played',
  result: {
    title: 'How the points were made',
    collected: 'Cards collected',
    faceUp: 'Face up',
    rythm: 'RYTHM left in hand',
    play: 'PLAY left in hand',
    none: 'none',
    total: 'Total',
    winner: 'wins',
    rank: (rank: number) => `${rank}${['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th'}`,
    joint: 'Points and RYTHM cards are level: the win is shared.',
    rythmCount: (name: string, count: number) => `${name}: ${count} RYTHM ${count === 1 ? 'card' : 'cards'} in hand`,
  },
};

const FR: typeof EN = {
  key: 'Tonalité',
  noKey: 'Tonalité pas encore choisie',
  keyIs: {
    sharp: 'Tonalité dièse : les notes doivent monter',
    flat: 'Tonalité bémol : les notes doivent descendre',
  },
  way: { sharp: 'montante', flat: 'descendante' },
  opponents: 'Les autres joueurs',
  players: 'Les joueurs',
  staff: 'Portée',
  staffCount: (count) => (count === 1 ? '1 carte' : `${count} cartes`),
  staffReads: (notes) => `Sur la portée : ${notes}.`,
  staffEmpty: 'La portée est vide.',
  mayFollow: (cards) => `Peuvent suivre : ${cards}.`,
  closed: 'Close',
  closedLong: 'Portée close : rien ne peut suivre.',
  lastCard: (name) => `Dernière carte : ${name}`,
  lastCardYou: 'Dernière carte : vous',
  collect: 'Ramasser la portée',
  pile: { play: 'Pioche PLAY', rythm: 'Pioche RYTHM' },
  left: (count) => (count > 1 ? `encore ${count} cartes` : count === 1 ? 'encore 1 carte' : 'vide'),
  draw: 'Piocher une carte RYTHM',
  drawShort: 'Piocher',
  discard: (cards) => `Défausse RYTHM : ${cards}`,
  discardShort: 'Défausse',
  noCards: 'vide',
  hand: 'Votre main',
  handCount: (count, limit) => `${count > 1 ? `${count} cartes` : `${count} carte`} (${limit} au plus)`,
  handFull: 'Main pleine : après une pioche, une carte PLAY devra passer face visible (−3).',
  surplus: (count) =>
    count === 1
      ? 'Une carte de trop : choisissez une carte PLAY à poser face visible (−3).'
      : `${count} cartes de trop : choisissez des cartes PLAY à poser face visible (−3 chacune).`,
  emptyPlay: 'Aucune carte PLAY',
  emptyRythm: 'Aucune carte RYTHM',
  doesNotFit: (card) => `${card}, ne va pas maintenant sur la portée`,
  fits: (card) => `${card}, va sur la portée`,
  beats: (count) => `${count} temps`,
  exchangeTitle: 'Échange',
  exchangeHint: 'Choisissez des cartes RYTHM qui font 1, 2, 3 ou 4 temps entiers.',
  exchangeMake: (count) => (count === 1 ? 'Échanger → 1 carte PLAY' : `Échanger → ${count} cartes PLAY`),
  exchangeNot: 'Échanger',
  exchangeOver: (count) =>
    count === 1
      ? 'Ensuite, une carte PLAY devra passer face visible (−3).'
      : `Ensuite, ${count} cartes PLAY devront passer face visible (−3 chacune).`,
  clear: 'Reposer',
  pass: 'Passer',
  toPlay: 'joue',
  inHand: (play, rythm) => `En main : ${play} PLAY, ${rythm} RYTHM`,
  collected: (count) => `Ramassées : ${count}`,
  faceUp: (cards, points) => `Face visible : ${cards} (${points})`,
  points: (points) => (/^[−]?[01](,5)?$/.test(points) ? `${points} point` : `${points} points`),
  pointsAtMost: (points) => `${points} au plus : les cartes RYTHM en main seront déduites`,
  memory: 'Compte des cartes',
  memoryLead: "Ce qui n'est pas visible, et où est passé le reste.",
  unseen: 'Pas encore vues',
  gone: 'Ramassées',
  discarded: 'Défaussées',
  sure: 'Forcément chez les autres',
  lastStaff: 'Une dernière portée peut être jouée',
  result: {
    title: "D'où viennent les points",
    collected: 'Cartes ramassées',
    faceUp: 'Face visible',
    rythm: 'RYTHM restées en main',
    play: 'PLAY restées en main',
    none: 'aucune',
    total: 'Total',
    winner: 'gagne',
    rank: (rank) => (rank === 1 ? '1er' : `${rank}e`),
    joint: 'Égalité de points et de cartes RYTHM : la victoire est partagée.',
    rythmCount: (name, count) => `${name} : ${count} carte${count > 1 ? 's' : ''} RYTHM en main`,
  },
};

export type Words = typeof EN;

export const words = (lang: Lang): Words => (lang === 'fr' ? FR : EN);

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
