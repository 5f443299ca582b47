/** Which lessons this person has begun or finished: as the server knows it, and as this browser remembers it. */
import { api } from '../api/client';
import type { LessonInfo } from '../api/types';

const KEY = 'quatuor.lessons';
/** Said in the place of a game's name: somebody has played here. */
const PLAYED = '';

/** The games whose lesson was finished in this browser: a server may forget what is over. */
function remembered(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

class Lessons {
  /** null until the server has answered. */
  list = $state.raw<readonly LessonInfo[] | null>(null);
  #done = $state.raw<readonly string[]>(remembered());

  load = async (): Promise<void> => {
    try {
      this.list = await api.lessons();
    } catch {
      // The lessons are offered all the same.
    }
  };

  stateOf(game: string): 'new' | 'begun' | 'done' {
    const found = this.list?.find((lesson) => lesson.game === game);
    if (found?.begun) return 'begun';
    return found?.done || this.#done.includes(game) ? 'done' : 'new';
  }

  /** Nobody has finished a lesson or played in this browser; known at once, so that nothing jumps on an answer. */
  get newcomer(): boolean {
    return !this.#done.length;
  }

  /** Somebody sits at a table of a whole game. */
  play(): void {
    this.finish(PLAYED);
  }

  finish(game: string): void {
    if (this.#done.includes(game)) return;
    this.#done = [...this.#done, game];
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#done));
    } catch {
      // A browser that keeps nothing only offers the lesson again.
    }
  }
}

export const lessons = new Lessons();
