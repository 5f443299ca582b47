/** The four games in the order in which they are shown, and how "play now" deals them. */
import type { GameName, NewTable, SeatPlan } from '../api/types';
import { settings } from './settings.svelte';

export const GAMES: readonly GameName[] = ['symphonimo', 'air_sorciere', 'symbiose', 'rythm_n_play'];

/** Enough company for the game to show itself, few enough to wait little. */
const PLAY_NOW_PLAYERS = 3;

export const seatOf = (kind: SeatPlan['kind'], name: string | null = null): SeatPlan => ({
  kind,
  name,
  bot: settings.choices.level,
});

/** How long a bot waits before it moves, unless the table says otherwise. */
export const PACE_MS = 900;

/** A table against bots, dealt at once. */
export function playNow(game: GameName): NewTable {
  const seats = Array.from({ length: PLAY_NOW_PLAYERS }, (_, seat) => seatOf(seat ? 'bot' : 'me'));
  return {
    game,
    players: seats.length,
    options: {},
    seats,
    first: null,
    public: false,
    spectators: true,
    turn_seconds: null,
    pace_ms: PACE_MS,
    hints: true,
    start: true,
  };
}
