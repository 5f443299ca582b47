/** What the person is doing on the table: the place looked at, the card picked for a swap, the card being dragged. */
import type { GameBoard, Place } from '../types';
import { cardAt, locate, slotAids } from './places';

/** What is drawn around the place looked at: the waters it counts in, the places there, and what each of them adds. */
interface Spotlight {
  zone: ReadonlySet<Place>;
  counts: ReadonlySet<Place>;
  each: number;
}

/** What a swap would make of the person's score (their team's, in teams), and whether a card is turned up after it. */
export interface Outcome {
  now: number;
  then: number;
  /** Whether the score is known; else it is the least that it can be. */
  exact: boolean;
  thenFlip: boolean;
}

const NOTHING: Spotlight = { zone: new Set(), counts: new Set(), each: 0 };

export class Selection {
  #read: () => GameBoard;
  /** The place that the person points at or has the focus on. */
  looked = $state<Place | null>(null);
  /** The place from which a card is being dragged. */
  dragged = $state<Place | null>(null);
  #picked = $state<Place | null>(null);

  constructor(read: () => GameBoard) {
    this.#read = read;
  }

  get board(): GameBoard {
    return this.#read();
  }

  /** Whether a swap is what the game waits for. */
  get swapping(): boolean {
    return this.board.starting('swap ').length > 0;
  }

  /** The card chosen for a swap, whose other half is still to be chosen. */
  get picked(): Place | null {
    return this.swapping ? this.#picked : null;
  }

  /** Where the others have swapped or turned up cards since the person last moved. */
  recent: ReadonlySet<Place> = $derived(
    new Set((this.board.recent ?? []).filter(({ seat }) => seat >= 0).flatMap(({ source, target }) => [source, target])),
  );

  spotlight: Spotlight = $derived.by(() => {
    const { view, aids } = this.board;
    const slot = this.looked && slotAids(aids, this.looked);
    if (!slot || !this.looked) return NOTHING;
    const card = cardAt(view, this.looked);
    const face = card === null ? undefined : view.faces[card];
    // Fixed points count nothing. While a river card is held, the slot shows where it would count, not what lies there.
    if (face && !face.per && !this.holdsRiver) return NOTHING;
    const counts = this.holdsRiver ? [] : slot.counts;
    return { zone: new Set(slot.zone), counts: new Set(counts), each: face?.points ?? 0 };
  });

  get holdsRiver(): boolean {
    return (this.dragged ?? this.picked)?.startsWith('river') ?? false;
  }

  /** Whether the game now offers this place: strongly where it is the next thing to choose. */
  offer(place: Place): 'next' | 'also' | null {
    const { board } = this;
    const { seat, index } = locate(place);
    if (seat >= 0 && seat !== board.seat) return null;
    const held = this.dragged ?? this.picked;
    if (held) return board.can(this.#swap(held, place)) ? 'next' : null;
    if (seat < 0) return board.starting(`swap ${index + 1} `).length ? 'next' : null;
    if (board.can(`flip ${index + 1}`)) return 'next';
    return this.swapping ? 'also' : null;
  }

  /** What the swap of the card held and the one at this place would do; null where there is no such swap. */
  outcome(place: Place): Outcome | null {
    const { aids, seat } = this.board;
    const held = this.dragged ?? this.picked;
    if (!held || !aids.swaps || this.offer(place) === null) return null;
    const [river, pond] = held.startsWith('river') ? [held, place] : [place, held];
    const [from, to] = [locate(river).index, locate(pond).index];
    const then = aids.swaps.scores[from]?.[to];
    if (then === undefined) return null;
    return {
      now: aids.scores[seat] ?? 0,
      then,
      exact: aids.swaps.exact[from]?.[to] ?? false,
      thenFlip: aids.swaps.then_flip[to] ?? false,
    };
  }

  /** A press on a place: the first half of a swap, its second half, or a card to turn up. */
  press(place: Place, at: Element): void {
    const { board, picked } = this;
    const { seat, index } = locate(place);
    this.looked = place;
    if (!board.legal.length || (seat >= 0 && seat !== board.seat)) return;
    if (!this.swapping) {
      // A river card cannot be wanted now: any swap with it is answered by the reason.
      board.play(seat < 0 ? `swap ${index + 1} 1` : `flip ${index + 1}`, at);
    } else if (picked === place) {
      this.#picked = null;
    } else if (picked && this.#swap(picked, place)) {
      this.swap(picked, place, at);
    } else {
      this.#picked = place;
    }
  }

  swap(from: Place, to: Place, at: Element): void {
    const move = this.#swap(from, to);
    if (!move) return;
    this.#picked = null;
    this.board.play(move, at);
  }

  /** Put the picked card back. */
  cancel(): void {
    this.#picked = null;
  }

  canDrag(place: Place): boolean {
    const { seat } = locate(place);
    return this.swapping && (seat < 0 || seat === this.board.seat);
  }

  /** The swap of a river card and a pond card, in either order; empty where they are two of a kind. */
  #swap(one: Place, other: Place): string {
    const [river, pond] = one.startsWith('river') ? [one, other] : [other, one];
    if (!river.startsWith('river') || !pond.startsWith('pond')) return '';
    return `swap ${locate(river).index + 1} ${locate(pond).index + 1}`;
  }
}
