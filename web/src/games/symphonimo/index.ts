/** Symphonimo: orchestras of animals, gathered under conductors. */
import type { GameScreen } from '../../table/board';
import Board from './Board.svelte';
import Card from './Card.svelte';
import Emblem from './Emblem.svelte';
import './parts/pill.css';
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
  // SY-11: quartets.
  tieBreak: (view: View, seat) => Object.values(view.orchestras[seat]!.cards).filter((count) => count === 4).length,
  hidesHands: () => false,
} satisfies GameScreen;
