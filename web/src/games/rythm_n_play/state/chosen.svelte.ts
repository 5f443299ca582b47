/** The RYTHM cards of my hand that are chosen for an exchange (RP-6). */
import type { GameBoard, RythmCard } from '../types';
import { copies, includes } from './music';

export class Chosen {
  #ids = $state<string[]>([]);

  constructor(
    private readonly board: () => GameBoard,
    private readonly hand: () => readonly RythmCard[],
  ) {}

  readonly held = $derived.by(() => copies(this.hand()));
  /** From the longest to the shortest, as the hand goes and as an exchange is written. */
  readonly cards = $derived(this.held.filter(({ id }) => this.has(id)).map(({ card }) => card));
  readonly beats = $derived.by(() => this.cards.reduce((sum, card) => sum + this.board().aids.beats[card], 0));
  readonly move = $derived(['exchange', ...this.cards].join(' '));
  /** What they can be exchanged for now. */
  readonly exchange = $derived.by(() =>
    this.board().can(this.move)
      ? this.board().aids.exchanges.find(({ cards }) => cards.join(' ') === this.cards.join(' '))
      : undefined,
  );

  has(id: string): boolean {
    return this.#ids.includes(id);
  }
  /** Whether they can be exchanged now, perhaps with this card and more. */
  leadsOn(card?: RythmCard): boolean {
    const some = card ? [...this.cards, card] : this.cards;
    return this.board().legal.length > 0 && this.board().aids.exchanges.some(({ cards }) => includes(cards, some));
  }
  toggle(id: string): void {
    this.#ids = this.has(id) ? this.#ids.filter((other) => other !== id) : [...this.#ids, id];
  }
  clear(): void {
    this.#ids = [];
  }
}
