/** The game's part of the API under short names. */
import type { Schemas } from '../../api/types';
import type { Board } from '../../table/board';

export type View = Schemas['SymphonimoView'];
export type Aids = Schemas['SymphonimoAids'];
/** What a family is worth in an orchestra, and what one more card of it would make of it. */
export type FamilyAid = Schemas['SymphonimoFamily'];
/** What a move makes of the score. */
export type After = Schemas['SymphonimoAfter'];
export type Badge = FamilyAid['badge'];
export type Face = Schemas['SymphonimoConductor']['face'];
export type GameBoard = Board<View, Aids>;
