/** The game's part of the API under short names, and what only this screen knows. */
import type { Schemas } from '../../api/types';
import type { Board } from '../../table/board';

export type View = Schemas['SymbioseView'];
export type Aids = Schemas['SymbioseAids'];
/** What is printed on a card; `per` is null where the points are fixed. */
export type Face = Schemas['SymbioseFace'];
export type SlotAids = Schemas['SymbioseSlot'];
export type Faces = View['faces'];
export type Animal = Face['animal'];
export type Season = Face['season'];
export type Sign = keyof Aids['unseen'];
export type Side = keyof Schemas['SymbioseJoined'];
export type GameBoard = Board<View, Aids>;

/** The name of a place, as events have it: `river:2`, `pond:1:5`. */
export type Place = string;

export const ANIMALS: readonly Animal[] = ['frog', 'snail', 'fish', 'dragonfly'];
export const SEASONS: readonly Season[] = ['spring', 'summer', 'autumn', 'winter'];
export const SIDES: readonly Side[] = ['left', 'right'];
