import type { GameScreen } from '../../table/board';
import Board from './Board.svelte';
import './brass.css';
import Card from './Card.svelte';
import Emblem from './Emblem.svelte';
import Result from './Result.svelte';
import Rules from './Rules.svelte';
import { sound } from './sound';
import { spotted } from './spotted';
import type { View } from './types';

const symphonimo: GameScreen = {
  Board,
  Card,
  Result,
  Rules,
  Emblem,
  sound,
  spotted,
  // SY-11: quartets.
  tieBreak: (view: View, seat) => Object.values(view.orchestras[seat]!.cards).filter((count) => count === 4).length,
  hidesHands: () => false,
};

export default symphonimo;
