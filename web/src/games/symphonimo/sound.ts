/** What the table sounds like: cards are wood, tuned to their family; a quartet is a chord. */
import type { Sound, TableEvent } from '../../table/board';
import { FAMILIES } from './palette';
import type { View } from './types';

const MAJOR = [0, 4, 7, 12];
const A_QUARTET = 4;
/** The verbs that bring cards into an orchestra. */
const JOINS = new Set(['take', 'collect', 'pass', 'draw_one']);

export function sound(event: TableEvent, view: View): Sound | null {
  const cards = event.cards.filter((card) => card !== null);
  const joining = JOINS.has(event.verb) ? cards : [];
  const quartet = joining.find((card) => owned(view, event.target, card) === A_QUARTET);
  if (quartet) return { notes: MAJOR.map((step) => pitch(quartet) + step), chord: true, kind: 'note' };
  if (event.verb === 'claim' || !cards.length) return null;
  return { notes: cards.map(pitch), kind: 'wood' };
}

function owned(view: View, place: string, card: string): number {
  const seat = Number(place.split(':')[1]) - 1;
  return view.orchestras[seat]?.cards[card] ?? 0;
}

function pitch(card: string): number {
  return FAMILIES[card]?.pitch ?? 60;
}
