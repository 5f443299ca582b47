/** Asking until there is an answer. */
import { Unreachable } from './client';

const WAITS_MS = [500, 1_000, 2_000, 4_000];

/**
 * Ask again while nobody answers; a refusal is an answer. Only for what may be repeated: the server answers a repeated
 * move as the first time, so that nothing happens twice. `onwait` says before each wait whether to go on.
 */
export async function untilAnswered<T>(ask: () => Promise<T>, onwait: () => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Unreachable) || !onwait()) throw error;
      await new Promise((done) => setTimeout(done, WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]));
    }
  }
}
