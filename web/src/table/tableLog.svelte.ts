/** What has happened on a table, in sentences: the log, and what a person missed since their turn. */
import type { Item } from '../api/types';

interface Entry {
  index: number;
  at: number;
  kind: Item['kind'];
  /** Who moved; -1 where nobody did. */
  seat: number;
  sentences: string[];
}

export class TableLog {
  entries = $state.raw<Entry[]>([]);
  /** The newest sentences, for a live region: one thing happens, one thing is said. */
  latest = $state.raw<Entry[]>([]);
  #away = $state(false);

  /** Take the whole log anew, as told from another viewpoint. */
  begin(items: readonly Item[]): void {
    this.entries = items.map(entry);
    this.latest = [];
  }

  add(items: readonly Item[]): void {
    const news = items.map(entry).filter(({ index }) => index > this.last);
    if (!news.length) return;
    this.entries = [...this.entries, ...news];
    this.latest = [...this.latest, ...news].slice(-12);
  }

  get last(): number {
    return this.entries.at(-1)?.index ?? -1;
  }

  /** Who closed the table, in a sentence; empty where nobody has. */
  get closing(): string {
    return this.entries.findLast(({ kind }) => kind === 'closed')?.sentences.join(' ') ?? '';
  }

  /** Whether this seat has moved yet: then there is a game to come back to. */
  hasMoved(seat: number): boolean {
    return this.#lastMove(seat) >= 0;
  }

  /** The person was not looking: what happens from their last move on is worth telling them. */
  leave(): void {
    this.#away = true;
  }

  /** The person has read it, or has moved. */
  comeBack(): void {
    this.#away = false;
  }

  /** What others did since this seat's last move; nothing while the person was looking on. */
  since(seat: number): string[] {
    if (!this.#away || seat < 0) return [];
    return this.entries
      .slice(this.#lastMove(seat) + 1)
      .filter(({ kind }) => kind === 'move' || kind === 'undo')
      .flatMap(({ sentences }) => sentences);
  }

  #lastMove(seat: number): number {
    return this.entries.findLastIndex((entry) => entry.kind === 'move' && entry.seat === seat);
  }
}

function entry(item: Item): Entry {
  const seat = 'seat' in item ? item.seat : -1;
  return { index: item.index, at: item.at, kind: item.kind, seat, sentences: item.log };
}
