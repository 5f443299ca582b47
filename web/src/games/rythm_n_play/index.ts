/** Rythm'n'Play: a staff of cards, hands of notes and note values. */
import type { GameScreen } from '../../table/board';
import Board from './Board.svelte';
import Card from './Card.svelte';
import Emblem from './Emblem.svelte';
import Result from './Result.svelte';
import Rules from './Rules.svelte';
import { sound } from './sound';
import { targets } from './state/targets';
import type { View } from './types';

export default {
  Board,
  Card,
  Result,
  Rules,
  Emblem,
  sound,
  targets,
  hidesHands: (view: View) => view.phase !== 'over',
} satisfies GameScreen;
