/** The messages of the API under short names; their truth is `schema.d.ts`, made from the server's OpenAPI document. */
import type { components } from './schema';

export type Schemas = components['schemas'];

export type Me = Schemas['Me'];
export type Device = Schemas['Device'];
export type DeviceLink = Schemas['DeviceLink'];
export type DeviceLinkOffer = Schemas['DeviceLinkOffer'];
export type GameInfo = Schemas['GameInfo'];
export type OptionInfo = Schemas['OptionInfo'];
export type OptionValue = Schemas['OptionValue'];
export type NewTable = Schemas['NewTable'];
export type FaceName = NonNullable<Schemas['NameRequest']['face']>;
export type SeatPlan = Schemas['SeatPlan'];
export type SeatChange = Schemas['SeatChange'];
export type SeatInfo = Schemas['SeatInfo'];
export type TableInfo = Schemas['TableInfo'];
export type Presence = Schemas['Presence'];
export type MovesRequest = Schemas['MovesRequest'];
export type Position = Schemas['Position'];
export type Outcome = Schemas['Outcome'];
export type Snapshot = Schemas['Snapshot'];
export type Update = Schemas['Update'];
export type Item = Update['items'][number];
export type Invitation = Schemas['Invitation'];
export type ReturnLink = Schemas['ReturnLink'];
export type ReturnedSeat = Schemas['ReturnedSeat'];
export type Frame = Schemas['Frame'];
export type Frames = Schemas['Frames'];
export type RecordId = Schemas['RecordId'];
export type HintRequest = Schemas['HintRequest'];
export type Hint = Schemas['Hint'];
export type RatedMove = Schemas['RatedMove'];
export type Advice = Schemas['Advice'];
export type AnalysisProgress = Schemas['AnalysisProgress'];
export type SeatAnalysis = Schemas['SeatAnalysis'];
export type Spoken = Schemas['Spoken'];
export type Problem = Schemas['Problem'];
