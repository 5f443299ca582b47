/** What the server's `view` and `aids` of Rythm'n'Play look like; cards are kinds in the notation of the rulebook. */
import type { Board, CardText } from '../../table/board';

export type Note = 'do' | 're' | 'mi' | 'fa' | 'sol' | 'la' | 'si';
export type Alteration = 'sharp' | 'flat';
export type PlayCard = Note | Alteration;
export type RythmCard = 'whole' | 'half' | 'quarter' | 'eighth';
export type Kind = PlayCard | RythmCard;

/** The two backs, the two piles. */
export type Deck = 'play' | 'rythm';

export type Phase = 'key' | 'turn' | 'own' | 'last' | 'surplus' | 'over';

export interface SeatView {
  play: number;
  rythm: number;
  /** null: a hand that is hidden from this viewpoint. */
  hand: Kind[] | null;
  collected: number;
  face_up: PlayCard[];
}

export interface View {
  players: number;
  seat: number;
  turn: number;
  phase: Phase;
  prompt: { count: string };
  last_staff: boolean;
  key: Alteration | null;
  staff: PlayCard[];
  /** The seat that played the staff's last card. */
  last: number | null;
  play_pile: number;
  rythm_pile: number;
  rythm_discard: Partial<Record<RythmCard, number>>;
  seats: SeatView[];
  memory: {
    unseen: Record<Kind, number>;
    collected: Partial<Record<PlayCard, number>>;
    surely_held_by_others: Partial<Record<RythmCard, number>>;
  };
  result: { scores: number[]; winners: number[] } | null;
}

export interface Points {
  collected: number;
  face_up: number;
  /** null for a hand that is hidden from this viewpoint. */
  rythm: number | null;
}

export interface Exchange {
  cards: RythmCard[];
  beats: number;
  draws: number;
}

export interface Aids {
  fitting: PlayCard[];
  closed: boolean;
  playable: PlayCard[];
  exchanges: Exchange[];
  points: Points[];
  scores: number[];
  unseen: Record<Kind, number>;
}

export type GameBoard = Board<View, Aids>;

export interface CardProps {
  card: CardText;
  size?: 'small' | 'normal' | 'large';
  /** Which back a card of which only the back is seen has. */
  back?: Deck;
  /** Where the card comes from: tells the back of a card that flies from a pile. */
  place?: string;
  lang?: 'en' | 'fr';
}
