/** Who the person is for the others: a name, kept by the server with a cookie. */
import { api } from '../api/client';
import { t } from '../texts/index.svelte';
import { notices } from './notices.svelte';
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

  /** Ask again: sitting down gives a name to a person without one. */
  refresh(): Promise<void> {
    this.#asked = null;
    return this.load();
  }

  /** Somebody who had a seat has lost it: not to be known any more means to have been signed out elsewhere. */
  async tellIfSignedOut(): Promise<void> {
    await this.refresh();
    if (this.#asked && this.name === null) notices.say(t('devices.signedOut'));
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
