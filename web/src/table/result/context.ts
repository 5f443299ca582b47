/** What the end of a game knows of those who played it, beside their names: for every game's result alike. */
import { getContext, setContext } from 'svelte';
import type { Pictured } from '../../shell/faces/faces';

export interface Players {
  faceOf(seat: number): Pictured;
  /** The seat is the reader's, and no other is. */
  isYou(seat: number): boolean;
}

const KEY = Symbol('players');
const NOBODY: Players = { faceOf: () => ({ face: null, bot: null }), isYou: () => false };

export const setPlayers = (players: Players): Players => setContext(KEY, players);
export const getPlayers = (): Players => getContext<Players | undefined>(KEY) ?? NOBODY;
