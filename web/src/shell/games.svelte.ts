/** The games that the server offers, in its order, and how "play now" deals them. */
import { DEFAULT_PACE_MS } from 'api:limits';
import titles from 'games:titles';
import { api } from '../api/client';
import type { FaceName, GameInfo, NewTable, SeatPlan, TableInfo } from '../api/types';
import { Newest } from './newest';
import { settings } from './settings.svelte';

class Games {
  /** null until the server has answered. */
  list = $state.raw<readonly GameInfo[] | null>(null);
  /** Why there is no list, if there is none. */
  failure = $state.raw<unknown>(null);
  #newest = new Newest();

  load = async (): Promise<void> => {
    const isNews = this.#newest.ask();
    try {
      const list = await api.games();
      if (isNews()) [this.list, this.failure] = [list, null];
    } catch (error) {
      if (isNews()) this.failure = error;
    }
  };

  /** Whether a name is no game's; while the list is not there, nobody knows. */
  lacks(game: string): boolean {
    return this.list !== null && !this.list.some(({ name }) => name === game);
  }

  /** What is said of a game in the chosen language; those known when the client was built need no answer for it. */
  words(game: string): { title: string; pitch: string; summary: string; credits?: string | null } {
    const known = titles[game]?.[settings.lang] ?? this.list?.find(({ name }) => name === game);
    return known ?? { title: '', pitch: '', summary: '' };
  }
}

export const games = new Games();

/** Enough company for the game to show itself, few enough to wait little. */
const PLAY_NOW_PLAYERS = 3;

export const seatOf = (
  kind: SeatPlan['kind'],
  face: FaceName | null = null,
  bot: string = settings.choices.level,
): SeatPlan => ({ kind, name: null, bot, face });

/** A table against bots, dealt at once; by the rules of another table where one is given, against bots of a level. */
export function playNow({ name, min_players, max_players }: GameInfo, like?: TableInfo, level?: string): NewTable {
  const players = like?.players ?? Math.min(Math.max(PLAY_NOW_PLAYERS, min_players), max_players);
  const seats = Array.from({ length: players }, (_, seat) => seatOf(seat ? 'bot' : 'me', null, level));
  return {
    game: name,
    players,
    options: like?.options ?? {},
    seats,
    first: null,
    public: false,
    spectators: true,
    turn_seconds: null,
    pace_ms: DEFAULT_PACE_MS,
    hints: true,
    start: true,
    gather: true,
  };
}
