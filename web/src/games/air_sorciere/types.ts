/** The game's part of the API under short names, and what only this screen knows. */
import type { Schemas } from '../../api/types';
import type { Board } from '../../table/board';

export type View = Schemas['AirSorciereView'];
export type Aids = Schemas['AirSorciereAids'];
export type Risk = Schemas['AirSorciereRisk'];
/** The score that a diploma makes, and whether it ends the game. */
export type After = Schemas['AirSorciereAfter'];
export type ReadyMade = Schemas['AirSorciereReadyMade'];
export type Colour = keyof View['stock'];
export type GameBoard = Board<View, Aids>;

/** The five colours, in the order of the rulebook, by their letters. */
export const COLOURS = ['K', 'G', 'W', 'V', 'O'] as const satisfies readonly Colour[];
