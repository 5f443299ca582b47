/** Which puzzles were solved in this browser, at the first try or not; nobody else is told. */

const KEY = 'quatuor.puzzles';
type Tries = Record<string, 'right' | 'wrong'>;

function kept(): Tries {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Tries;
  } catch {
    return {};
  }
}

class Solved {
  #tries = $state.raw<Tries>(kept());

  /** How the first try went, if there was one. */
  of(game: string, id: string): 'right' | 'wrong' | undefined {
    return this.#tries[`${game} ${id}`];
  }

  note(game: string, id: string, right: boolean): void {
    if (this.of(game, id)) return;
    this.#tries = { ...this.#tries, [`${game} ${id}`]: right ? 'right' : 'wrong' };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#tries));
    } catch {
      // A browser that keeps nothing forgets.
    }
  }

  count(game: string, ids: readonly string[]): number {
    return ids.filter((id) => this.of(game, id) === 'right').length;
  }
}

export const solved = new Solved();
