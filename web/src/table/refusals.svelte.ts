/** Why a try was refused, said next to the finger that tried. */

interface Refusal {
  sentence: string;
  article: string | null;
  /** Where on the screen; null: where nothing better is known, above the actions. */
  x: number;
  y: number;
}

const READING_MS = 7_000;

class Refusals {
  current = $state.raw<Refusal | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(sentence: string, article: string | null = null, at?: Element | null): void {
    clearTimeout(this.#timer);
    const box = at?.isConnected ? at.getBoundingClientRect() : null;
    const [x, y] = box ? [box.left + box.width / 2, box.top] : [innerWidth / 2, innerHeight * 0.75];
    this.current = { sentence, article, x, y };
    this.#timer = setTimeout(() => this.clear(), READING_MS);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.current = null;
  }
}

export const refusals = new Refusals();
