/** Symbiose: ponds of eight cards and a common river. */
import type { GameScreen } from '../../table/board';
import Board from './Board.svelte';
import Card from './Card.svelte';
import Emblem from './Emblem.svelte';
import Result from './Result.svelte';
import Rules from './Rules.svelte';
import { sound } from './sound';
import { targets } from './state/targets';

export default {
  Board,
  Card,
  Result,
  Rules,
  Emblem,
  sound,
  targets,
  // Until all have chosen their first card, nobody's choice is in another's view (C-9): a curtain would hide nothing.
  hidesHands: () => false,
} satisfies GameScreen;
