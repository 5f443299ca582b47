/** Symbiose: ponds of eight cards and a common river. */
import rules from '@games/symbiose/rules.json';
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
  // Until all have chosen their first card, nobody's choice is in another's view (C-9): a curtain would hide nothing.
  hidesHands: () => false,
} satisfies GameScreen<View, Aids>;
