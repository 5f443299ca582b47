/** Symbiose: ponds of eight cards and a common river. */
import type { GameScreen } from '../../table/board';
import Board from './Board.svelte';
import Card from './Card.svelte';
import type { View } from './data';
import Emblem from './Emblem.svelte';
import Result from './Result.svelte';
import Rules from './Rules.svelte';
import { sound } from './sound';

const screen: GameScreen = {
  Board,
  Card,
  Result,
  Rules,
  Emblem,
  sound,
  // Nothing is private but the slot that each chooses to turn up first, until all have chosen (C-9).
  hidesHands: (view: View) => view.phase === 'first',
};

export default screen;
