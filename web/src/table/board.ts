/**
 * What a game's board is given, and what a game's folder gives back.
 *
 * No rules live in the browser: a board draws `view` and `aids`, offers the `legal` moves, and lets the server say why
 * another move is refused. The shell does everything else: turn, prompt, log, clocks, sounds, flights of cards.
 */
import type { Component } from 'svelte';
import type { Position } from '../api/types';
import type { RulesFigure, RulesSection } from '../shell/rules';

export type Lang = 'en' | 'fr';

/** A card of a game in the notation of the rulebook; null is a card of which only the back is seen. */
export type CardText = string | null;

export interface LegalMove {
  move: string;
  label: string;
}

/** Something that happened: who (-1: nobody) did what with which cards, from where to where. */
export interface TableEvent {
  verb: string;
  seat: number;
  cards: CardText[];
  source: string;
  target: string;
  log: string;
}

/** The view and the aids of a game that the shell does not know; a game's own board has its own types. */
export type AnyView = Position['view'];
export type AnyAids = Position['aids'];

/** The game as this screen sees it now, and what the person may do with it. */
export interface Board<V = AnyView, A = AnyAids> {
  /** What this seat may see, exactly as the game's `view` makes it (pending small steps included). */
  readonly view: V;
  /** Points, badges, zones, chances: exactly as the game's `aids` makes them. */
  readonly aids: A;
  /** From where the table is seen: a seat, or -1 for a spectator. */
  readonly seat: number;
  /** The seat to play, -1 when the game is over. */
  readonly turn: number;
  /** The names of the players, by seat. */
  readonly names: string[];
  /** The legal moves of this seat; empty when it is not to play, while a move is under way, and in a replay. */
  readonly legal: readonly LegalMove[];
  /** Whether this move may be made now. */
  can(move: string): boolean;
  /** The legal moves whose text starts with this (`'place '`, `'use '`). */
  starting(prefix: string): LegalMove[];
  /** Make a move, with the small steps that are pending. A move that is not legal is answered by the reason, near `at`. */
  play(move: string, at?: Element | null): void;
  /** A small step of a larger gesture: shown at once, sent with the move that ends it, and taken back freely. */
  addStep(move: string, at?: Element | null): void;
  /** The small steps taken and not yet sent. */
  readonly pending: readonly string[];
  /** Take the last small step back. */
  takeBack(): void;
  /** What the others have done since this seat last moved; nothing in a replay. */
  readonly recent?: readonly TableEvent[];
  /** Somebody is learning the game here: what has not been taught yet is not shown. */
  readonly lesson?: boolean;
  readonly lang: Lang;
  /** Aids that the person may switch off. */
  readonly settings: { aids: boolean; reducedMotion: boolean };
}

/** A game that can be drawn as the terminal draws it. */
export interface Drawable {
  /** Asks for the drawing; another function whenever the drawing is another. */
  readonly drawing: () => Promise<string>;
}

/** Something on the board to point at: a place, or a card that lies in it. */
export interface Target {
  place: string;
  card?: CardText;
}

/** A sound: pitches in MIDI numbers, together or one after the other. */
export interface Sound {
  notes: number[];
  chord?: boolean;
  kind?: 'wood' | 'note' | 'soft';
}

/** What a game's folder gives: `web/src/games/<name>/index.ts` has one of these as its default export. */
export interface GameScreen<V = AnyView, A = AnyAids> {
  /** The whole table of the game: opponents, middle, my board, my hand, and the game's own actions. */
  Board: Component<{ board: Board<V, A> }>;
  /**
   * One card, face or back; also drawn by the shell while it flies. `view` helps where the deck is in the view,
   * `place` (where it comes from) where there are several backs.
   */
  Card: Component<{ card: CardText; view?: V; size?: 'small' | 'normal' | 'large'; place?: string }>;
  /** The end of the game told card by card: where each player's points come from. */
  Result: Component<{ board: Board<V, A> }>;
  /** The rules in our own words: the game's `rules.json`. */
  rules: readonly RulesSection[];
  /** A drawn example of the rules. */
  RulesFigure: Component<{ figure: RulesFigure; lang: Lang }>;
  /** A picture for the home page, drawn with the game's cards. */
  Emblem: Component;
  /** What an event sounds like, if anything more than a card on a table; the view and the aids are those after it. */
  sound?(event: TableEvent, view: V, aids: A): Sound | null;
  /** What a move of a seat is about: what is pointed at on the board while the move is thought of. */
  targets?(move: string, view: V, seat: number): Target[];
  /** Whose turn it is, where somebody else may have to decide in the middle of it. */
  turnOf?(view: V): number;
  /** Whether a curtain must fall between two people at one screen: hands are hidden from each other. */
  hidesHands(view: V): boolean;
}

/** The seats of a result from the first to the last, those of one place in the order of the table. */
export const byPlace = (places: readonly number[]): number[] =>
  [...places.keys()].sort((a, b) => places[a]! - places[b]! || a - b);
