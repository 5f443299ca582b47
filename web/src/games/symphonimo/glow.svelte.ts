/** A quartet glows once, when it comes to be: not when the page is opened on one. */
import type { Badge } from './types';

export class Glow {
  on = $state(false);
  #last: Badge | undefined;

  /** To be told of every badge that is shown. */
  see(badge: Badge): void {
    if (this.#last !== undefined && this.#last !== badge && badge === 'quartet') this.on = true;
    this.#last = badge;
  }

  done = (): void => {
    this.on = false;
  };
}
