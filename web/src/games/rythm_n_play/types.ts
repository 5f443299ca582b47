/** The game's part of the API under short names, and what only this screen knows. */
import type { Schemas } from '../../api/types';
import type { Board, CardText, Lang } from '../../table/board';

export type View = Schemas['RythmNPlayView'];
export type Aids = Schemas['RythmNPlayAids'];
export type SeatView = Schemas['RythmNPlaySeatView'];
export type Points = Schemas['RythmNPlayPoints'];
export type PlayCard = View['staff'][number];
export type RythmCard = Schemas['RythmNPlayExchange']['cards'][number];
export type Kind = keyof Aids['unseen'];
export type Accidental = NonNullable<View['key']>;
export type Note = Exclude<PlayCard, Accidental>;
export type GameBoard = Board<View, Aids>;

/** My score after a choice, or the least and the most that it can be. */
export type Score = number | NonNullable<Aids['drawn']>;

/** The two backs, the two piles. */
export type Deck = 'play' | 'rythm';

export interface CardProps {
  card: CardText;
  size?: 'small' | 'normal' | 'large';
  /** Which back a card of which only the back is seen has. */
  back?: Deck;
  /** Where the card comes from: tells the back of a card that flies from a pile. */
  place?: string;
  lang?: Lang;
}
