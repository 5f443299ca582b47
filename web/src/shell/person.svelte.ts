/** Who the person is for the others: a name, kept by the server with a cookie. */
import { api } from '../api/client';
import { attempt } from './trouble';

class Person {
  name = $state<string | null>(null);
  #asked: Promise<void> | null = null;

  /** Ask the server once who this is; being nobody yet is fine. */
  load(): Promise<void> {
    this.#asked ??= api.me().then(
      (me) => void (this.name = me.name),
      () => void (this.#asked = null),
    );
    return this.#asked;
  }

  /** Ask again: sitting down gives a name to who had none. */
  refresh(): Promise<void> {
    this.#asked = null;
    return this.load();
  }

  async rename(name: string): Promise<boolean> {
    const wanted = name.trim();
    if (!wanted) return false;
    const me = await attempt(() => api.rename(wanted));
    if (me) this.name = me.name;
    return me !== undefined;
  }
}

export const person = new Person();
