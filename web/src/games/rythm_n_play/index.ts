/** Rythm'n'Play: a staff of cards, hands of notes and note values. */
import rules from '@games/rythm_n_play/rules.json';
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
  hidesHands: ({ seats, seat }: View) => seats.some(({ hand }, k) => k !== seat && hand === null),
} satisfies GameScreen<View, Aids>;
