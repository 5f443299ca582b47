/** Symphonimo: orchestras of animals, gathered under conductors. */
import rules from '@games/symphonimo/rules.json';
import type { GameScreen } from '../../table/board';
import Board from './Board.svelte';
import Card from './Card.svelte';
import Emblem from './Emblem.svelte';
import './parts/pill.css';
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
  hidesHands: () => false,
} satisfies GameScreen<View, Aids>;
