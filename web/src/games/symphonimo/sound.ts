/** What the table sounds like: cards are wood, tuned to their family; a quartet is a chord. */
import type { Sound, TableEvent } from '../../table/board';
import { FAMILIES } from './palette';
import type { Aids, Badge, View } from './types';

const MAJOR = [0, 4, 7, 12];
/** The verbs that bring cards into an orchestra. */
const JOINS = new Set(['take', 'collect', 'pass', 'draw_one']);

export function sound(event: TableEvent, _view: View, aids: Aids): Sound | null {
  const cards = event.cards.filter((card) => card !== null);
  const joining = JOINS.has(event.verb) ? cards : [];
  const quartet = joining.find((card) => badge(aids, event.target, card) === 'quartet');
  if (quartet) return { notes: MAJOR.map((interval) => pitch(quartet) + interval), chord: true, kind: 'note' };
  if (event.verb === 'claim' || !cards.length) return null;
  return { notes: cards.map(pitch), kind: 'wood' };
}

function badge(aids: Aids, place: string, card: string): Badge | undefined {
  const seat = Number(place.split(':')[1]) - 1;
  return aids.families[seat]?.[card]?.badge;
}

function pitch(card: string): number {
  return FAMILIES[card]?.pitch ?? 60;
}
