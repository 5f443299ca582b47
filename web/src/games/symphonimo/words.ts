/** What this screen says: cards, conductors and points in words. */
import texts from '@games/symphonimo/texts.json';
import type { Lang } from '../../table/board';
import { catalogue, type KeyOf } from '../../texts/catalogue';
import { capital, listed } from '../../texts/words';
import type { After, Aids, Badge, Face, FamilyAid, GameBoard } from './types';

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
  return capital(bareCard(lang, card));
}

/** “a fox 6, an owl 7 and an owl 7”, as one reads a column of cards. */
export function cardList(lang: Lang, cards: readonly string[]): string {
  const names = cards.map((card) => aCard(lang, card));
  return listed(lang, names);
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

const scores = (badge: Badge, worth: Aids['worth']): badge is keyof Aids['worth'] => badge in worth;

/** The badge that is worth so many points. */
const badgeWorth = (points: number, worth: Aids['worth']): keyof Aids['worth'] | undefined =>
  (Object.keys(worth) as (keyof Aids['worth'])[]).find((badge) => worth[badge] === points);

/** What one more card of a family would do to its badge and its points. */
export function nextWords(lang: Lang, { badge, points, next }: FamilyAid, worth: Aids['worth']): string {
  const made = badgeWorth(points + next, worth);
  if (made) return say(lang, `board.next.makes.${made}`, { points: sayPoints(lang, worth[made]) });
  if (scores(badge, worth)) return say(lang, `board.next.loses.${badge}`, { points: sayPoints(lang, worth[badge]) });
  return say(lang, 'board.next.nothing');
}

/** What a move makes of the score of the person who looks, where that is known and wanted. */
export function afterMove(board: GameBoard, move: string): After | undefined {
  return board.settings.aids && board.can(move) ? board.aids.after[move] : undefined;
}

/** “8 → 2 points”, « 8 → de 6 à 9 points »: read out as “from 8 to 2 points”. */
export function sayAfter(board: GameBoard, { low, high }: After): string {
  const before = board.aids.scores[board.seat] ?? 0;
  if (low === high) return say(board.lang, 'board.after', { before, points: sayPoints(board.lang, low) });
  return say(board.lang, 'board.after_between', { before, low, points: sayPoints(board.lang, high) });
}

/** The number of the conductor that a seat has taken in this round; 0: none. */
export function conductorOf(board: GameBoard, seat: number): number {
  return board.view.conductors.findIndex(({ taker }) => taker === seat) + 1;
}

/** How a player stands in the round, in words: playing, or out with a conductor; nothing for a player who is still in and waiting. */
export function statusOf(board: GameBoard, seat: number): string {
  if (seat === board.view.turn) return say(board.lang, 'board.playing');
  if (board.view.orchestras[seat]?.in) return '';
  const conductor = conductorOf(board, seat);
  return conductor ? say(board.lang, 'board.out_with', { n: conductor }) : say(board.lang, 'board.stopped');
}
