/** Cards, places and zones in words: what labels and the caption say. */
import texts from '@games/symbiose/texts.json';
import type { Lang } from '../../table/board';
import { catalogue, type KeyOf } from '../../texts/catalogue';
import { capital } from '../../texts/words';
import { cardAt, locate, slotAids } from './state/places';
import type { Outcome } from './state/selection.svelte';
import type { Face, GameBoard, Place } from './types';

export type Key = KeyOf<typeof texts>;
export const say = catalogue(texts);

/** "1 point", "2 points". */
export const sayPoints = (lang: Lang, count: number): string => say(lang, 'board.points', { count });

/** "summer frog", "grenouille d'été". */
function animalWords(face: Face, lang: Lang): string {
  const animal = say(lang, `sign.${face.animal}`);
  const season = say(lang, `named.${face.season}`);
  return say(lang, 'board.animal', { animal, season });
}

export const animalTitle = (face: Face, lang: Lang) => capital(animalWords(face, lang));

/** "3 per fish", "5 points". */
export function valueWords(face: Face, lang: Lang): string {
  return face.per
    ? say(lang, 'named.per', { points: face.points, sign: say(lang, `sign.${face.per}`) })
    : sayPoints(lang, face.points);
}

export function cardWords(face: Face | undefined, lang: Lang): string {
  return face ? `${animalWords(face, lang)}, ${valueWords(face, lang)}` : say(lang, 'label.back');
}

/** A zone, said by whoever looks at a card of this seat's pond. */
export function zoneWords(board: GameBoard, seat: number, zone: readonly Place[]): string {
  const { lang, names } = board;
  const at = locate(zone[0] ?? 'river:1');
  if (at.seat < 0) return say(lang, 'board.zone_river');
  if (at.seat !== seat) {
    return say(lang, at.seat === board.seat ? 'board.zone_yours' : 'board.zone_other', { owner: names[at.seat] ?? '' });
  }
  if (zone.length === board.view.ponds[seat]?.length) return say(lang, 'board.zone_whole');
  return say(lang, at.index === 0 ? 'board.zone_left' : 'board.zone_right');
}

/** Whether a number could be taken for another one from across the table: it is underlined. */
export const turnsOver = (figure: number): boolean => /^[01689]*[69][01689]*$/.test(String(figure));

/** "8 → 12": what a choice does to the score. */
export const scoreChange = ({ now, then, exact }: Outcome, lang: Lang): string =>
  say(lang, exact ? 'board.score_to' : 'board.score_to_least', { now, then });

/** Everything that is to be seen at a place, in one sentence for its button, and what choosing it would do. */
export function placeLabel(board: GameBoard, place: Place, outcome: Outcome | null = null): string {
  const label = cardLabel(board, place);
  if (!outcome) return label;
  const who = board.aids.teams ? 'board.team_score' : 'board.your_score';
  const { now, then, exact } = outcome;
  const score = say(board.lang, exact ? 'board.score_words' : 'board.score_words_least', {
    score: say(board.lang, who),
    now,
    then,
  });
  return say(board.lang, 'board.slot_pays', { label, pays: score });
}

function cardLabel(board: GameBoard, place: Place): string {
  const { lang, view } = board;
  const { seat, index } = locate(place);
  const card = cardAt(view, place);
  const face = card === null ? undefined : view.faces[card];
  if (seat < 0) return say(lang, 'board.river_slot', { n: index + 1, card: cardWords(face, lang) });
  const label = say(lang, 'board.pond_slot', { n: index + 1, card: cardWords(face, lang) });
  if (seat === board.seat && view.chosen === index) return `${label}, ${say(lang, 'screen.chosen')}`;
  const slot = slotAids(board.aids, place);
  if (!face?.per || slot?.points == null) return label;
  const pays = { points: sayPoints(lang, slot.points), zone: zoneWords(board, seat, slot.zone) };
  return say(lang, 'board.slot_pays', { label, pays: say(lang, 'board.pays', pays) });
}

export function pondTitle(board: GameBoard, seat: number): string {
  return seat === board.seat
    ? say(board.lang, 'board.your_pond')
    : say(board.lang, 'board.pond_of', { owner: board.names[seat] ?? '' });
}
