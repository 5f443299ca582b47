/** Air Sorcière: witches that rise in columns, and spell books to trade them for. */
import rules from '@games/air_sorciere/rules.json';
import type { GameScreen } from '../../table/board';
import Board from './Board.svelte';
import Card from './Card.svelte';
import Emblem from './Emblem.svelte';
import Result from './Result.svelte';
import RulesFigure from './rules/Figure.svelte';
import { sound } from './sound';
import { targets } from './state/targets';
import type { Aids, View } from './types';

export default {
  Board,
  Card,
  Result,
  rules,
  RulesFigure,
  Emblem,
  sound,
  targets,
  turnOf: ({ active }: View) => active,
  hidesHands: ({ hands, seat }: View) => hands.some(({ cards }, k) => k !== seat && cards === null),
} satisfies GameScreen<View, Aids>;
