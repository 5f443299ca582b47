/** A table while it is being planned: what is chosen so far, always something that can be opened. */
import { DEFAULT_PACE_MS } from 'api:limits';
import type { GameInfo, NewTable, OptionInfo, PresetInfo, SeatPlan } from '../../api/types';
import { anotherFace } from '../../shell/faces/faces';
import { seatOf } from '../../shell/games.svelte';
import { person } from '../../shell/person.svelte';

export const TURN_SECONDS = [null, 30, 60, 120, 300, 86_400] as const;
export const PACES = [1_800, DEFAULT_PACE_MS, 300] as const;

export class TablePlan {
  #games: readonly GameInfo[];
  info = $state.raw() as GameInfo;
  players = $state(3);
  /** Only what differs from the defaults. */
  changed = $state<Record<string, unknown>>({});
  seats = $state<SeatPlan[]>([]);
  first = $state<number | null>(null);
  public = $state(false);
  spectators = $state(true);
  turnSeconds = $state<number | null>(null);
  pace = $state<number>(DEFAULT_PACE_MS);
  #hints = $state<boolean | null>(null);

  readonly #all: OptionInfo[] = $derived(this.info.options[this.players] ?? []);
  /** What may be chosen now: another choice may leave an option nothing to decide. */
  readonly options: OptionInfo[] = $derived(
    this.#all.filter(({ overridden_by }) =>
      Object.entries(overridden_by).every(([name, values]) => !values.includes(this.#valueNamed(name))),
    ),
  );
  readonly presets: PresetInfo[] = $derived(this.info.presets[this.players] ?? []);
  /** The preset that the options make up, if they do. */
  readonly preset: PresetInfo | undefined = $derived(
    this.presets.find(({ options }) => sameOptions(options, this.changed)),
  );

  constructor(games: readonly GameInfo[], game: string) {
    this.#games = games;
    this.choose(game);
  }

  choose(game: string): void {
    this.info = this.#games.find(({ name }) => name === game)!;
    this.changed = {};
    this.setPlayers(Math.min(Math.max(this.players, this.info.min_players), this.info.max_players));
  }

  /** Other seats stay as they were; new ones wait for whoever comes. */
  setPlayers(players: number): void {
    this.players = players;
    this.seats = Array.from({ length: players }, (_, seat) => this.seats[seat] ?? seatOf(seat ? 'open' : 'me'));
    if (!this.seats.some(({ kind }) => kind === 'me')) this.seats[0] = seatOf('me');
    if (this.first !== null && this.first >= players) this.first = null;
    // What an option takes depends on the number of players: a choice that is no more possible is forgotten.
    for (const option of this.#all) {
      const value = this.changed[option.name];
      if (value !== undefined && !fits(option, value)) delete this.changed[option.name];
    }
  }

  setKind(seat: number, kind: SeatPlan['kind']): void {
    // Nobody sits on two chairs: whoever takes another one leaves their own.
    if (kind === 'me') this.seats = this.seats.map((plan) => (plan.kind === 'me' ? seatOf('open') : plan));
    const taken = [person.face, ...this.seats.map(({ face }) => face)];
    this.seats[seat] = seatOf(kind, kind === 'local' ? anotherFace(taken) : null);
  }

  choosePreset({ options }: PresetInfo): void {
    this.changed = structuredClone($state.snapshot(options));
  }

  #valueNamed(name: string): unknown {
    const option = this.#all.find((one) => one.name === name);
    return option && this.valueOf(option);
  }

  valueOf(option: OptionInfo): unknown {
    return option.name in this.changed ? this.changed[option.name] : option.default;
  }

  setValue(option: OptionInfo, value: unknown): void {
    if (JSON.stringify(value) === JSON.stringify(option.default)) delete this.changed[option.name];
    else this.changed[option.name] = value;
  }

  /** Whether other people play, here or elsewhere. */
  get company(): boolean {
    return this.seats.some(({ kind }) => kind === 'open' || kind === 'local');
  }

  /** With nobody to wait for, the cards are dealt at once. */
  get complete(): boolean {
    return this.seats.every(({ kind }) => kind !== 'open');
  }

  /** Until the person has chosen: against bots and at one screen hints help, with guests they must be agreed on. */
  get hints(): boolean {
    return this.#hints ?? this.complete;
  }
  set hints(allowed: boolean) {
    this.#hints = allowed;
  }

  request(): NewTable {
    return {
      game: this.info.name,
      players: this.players,
      options: Object.fromEntries(
        Object.entries($state.snapshot(this.changed)).filter(([name]) => this.options.some((one) => one.name === name)),
      ),
      seats: this.seats.map((seat) => ({ ...seat, name: (seat.kind === 'local' && seat.name?.trim()) || null })),
      first: this.first,
      public: this.public,
      spectators: this.spectators,
      turn_seconds: this.turnSeconds,
      pace_ms: this.pace,
      hints: this.hints,
      start: this.complete,
      gather: true,
    };
  }
}

function sameOptions(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
  );
}

function fits({ control, values, items }: OptionInfo, value: unknown): boolean {
  if (control !== 'choice') return true;
  if (!Array.isArray(value)) return values.some((possible) => possible.value === value);
  return items !== null && value.length >= items.min_items && value.length <= items.max_items;
}
