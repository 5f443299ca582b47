import type { GameScreen } from '../../table/board';
import Board from './Board.svelte';
import Card from './Card.svelte';
import Emblem from './Emblem.svelte';
import Result from './Result.svelte';
import Rules from './Rules.svelte';
import { sound } from './sounds';
import { spotted } from './spotted';
import type { View } from './types';

const airSorciere: GameScreen = {
  Board,
  Card,
  Result,
  Rules,
  Emblem,
  sound,
  spotted,
  tieBreak: (view: View, seat) => view.hands[seat]!.size, // AS-21
  hidesHands: ({ hands, seat }: View) => hands.some(({ cards }, k) => k !== seat && cards === null),
};

export default airSorciere;
