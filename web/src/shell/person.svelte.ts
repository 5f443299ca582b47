/** Who the person is for the others: a name and a face, kept by the server with a cookie. */
import { api } from '../api/client';
import type { FaceName, Me } from '../api/types';
import { t } from '../texts/index.svelte';
import { Newest } from './newest';
import { notices } from './notices.svelte';
import { attempt } from './trouble';

class Person {
  name = $state<string | null>(null);
  face = $state<FaceName | null>(null);
  #asked: Promise<void> | null = null;
  #newest = new Newest();

  /** Ask the server once who this is; being nobody yet is fine. */
  load(): Promise<void> {
    this.#asked ??= this.#ask();
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

  /** Whether they have said who they are; who was only given a name is asked before they sit down with others. */
  get introduced(): boolean {
    return this.face !== null;
  }

  async introduce(name: string, face: FaceName | null): Promise<boolean> {
    const wanted = name.trim();
    if (!wanted) return false;
    const me = await attempt(() => api.introduce(wanted, face));
    if (me) {
      this.#newest.know();
      this.#know(me);
    }
    return me !== undefined;
  }

  async #ask(): Promise<void> {
    const isNews = this.#newest.ask();
    try {
      const me = await api.me();
      if (isNews()) this.#know(me);
    } catch {
      if (isNews()) this.#asked = null;
    }
  }

  #know({ name, face }: Me): void {
    this.name = name;
    this.face = face as FaceName | null;
  }
}

export const person = new Person();
