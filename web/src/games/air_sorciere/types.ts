/** The game's part of the API under short names, and what only this screen knows. */
import type { Schemas } from '../../api/types';
import type { Board } from '../../table/board';

export type View = Schemas['AirSorciereView'];
export type Aids = Schemas['AirSorciereAids'];
export type Risk = Schemas['AirSorciereRisk'];
export type ReadyMade = Schemas['AirSorciereReadyMade'];
export type Phase = View['phase'];
export type Colour = keyof View['stock'];
export type GameBoard = Board<View, Aids>;

/** The five colours, in the order of the rulebook, by their letters. */
export const COLOURS = ['K', 'G', 'W', 'V', 'O'] as const satisfies readonly Colour[];

const LANDED: readonly Phase[] = ['diploma', 'use', 'use_more', 'award', 'over'];

/** Whether witches are in the air; else they have landed, or the game is over. */
export function isFlying(phase: Phase): boolean {
  return !LANDED.includes(phase);
}
