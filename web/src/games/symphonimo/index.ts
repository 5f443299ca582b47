import type { GameScreen } from '../../table/board';
import Board from './Board.svelte';
import './brass.css';
import Card from './Card.svelte';
import Emblem from './Emblem.svelte';
import Result from './Result.svelte';
import Rules from './Rules.svelte';
import { sound } from './sound';

const symphonimo: GameScreen = { Board, Card, Result, Rules, Emblem, sound, hidesHands: () => false };

export default symphonimo;
