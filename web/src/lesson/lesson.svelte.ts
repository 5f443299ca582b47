/** The lesson at a table: which bubble is shown, what it points at, and how the lesson goes on. */
import type { LessonNow } from '../api/types';
import { attempt } from '../shell/trouble';
import type { Target } from '../table/board';
import type { TableState } from '../table/table.svelte';

export class Lesson {
  #table: TableState;
  /** How many bubbles were read of those that are told at one place in the lesson. */
  #read = $state.raw({ place: '', count: 0 });
  /** The next scene is being asked for. */
  waiting = $state(false);

  constructor(table: TableState) {
    this.#table = table;
  }

  /** What the lesson says now; nothing while cards fly and others move. */
  readonly now: LessonNow | null = $derived.by(() => {
    const { snapshot, showing, display } = this.#table;
    return showing || display.flying ? null : (snapshot?.lesson ?? null);
  });
  readonly #place = $derived(this.now ? `${this.now.scene} ${this.now.bubbles[0]?.number ?? ''}` : '');
  readonly #count = $derived(this.#read.place === this.#place ? this.#read.count : 0);
  readonly bubble = $derived(this.now?.bubbles[Math.min(this.#count, this.now.bubbles.length - 1)] ?? null);
  /** It is only to be read: then the lesson goes on. */
  readonly goesOn = $derived(
    this.now !== null && (this.#count < this.now.bubbles.length - 1 || this.now.wants === 'scene'),
  );

  /** The next move that is asked for. */
  get #move(): string | undefined {
    return this.goesOn ? undefined : this.now?.moves[this.#table.pending.length];
  }

  /** What the bubble is about: what it names, else the next move; and the button of that move, where it has one. */
  get targets(): readonly Target[] {
    const named = this.bubble?.targets ?? [];
    const button = this.#move === undefined ? [] : [{ place: this.#move }];
    // In the middle of a larger gesture, the next card beside what it is about.
    const begun = this.#table.pending.length > 0;
    return [...named, ...(named.length && !begun ? [] : this.targetsOfMove), ...button];
  }

  /** What the next move is about. */
  get targetsOfMove(): readonly Target[] {
    const { display, position, seat } = this.#table;
    return (this.#move && position && display.screen?.targets?.(this.#move, position.view, seat)) || [];
  }

  /** Where the others' last move has led to, while they play. */
  get followed(): readonly Target[] {
    const { recent } = this.#table;
    const last = recent.findLast(({ target, cards }) => target && cards.length);
    return last ? [{ place: last.target, card: last.cards.at(-1) ?? null }] : [];
  }

  async next(): Promise<void> {
    const { now } = this;
    if (!now || this.waiting) return;
    if (this.#count < now.bubbles.length - 1) {
      this.#read = { place: this.#place, count: this.#count + 1 };
      return;
    }
    this.waiting = true;
    await attempt(() => this.#table.beginScene(now.scene + 1));
    this.waiting = false;
  }
}

