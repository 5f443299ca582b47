/** What a page has asked the server for, in the person's language; asked for again when the language changes. */
import { settings } from './settings.svelte';

export class Resource<T> {
  #ask: () => Promise<T>;
  /** The last good answer. */
  value = $state.raw<T | null>(null);
  /** Why the last question has no answer, if it has none. */
  failure = $state.raw<unknown>(null);

  /** To be made while a component is. */
  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
    $effect(() => {
      void settings.lang;
      void this.load();
    });
  }

  load = async (): Promise<void> => {
    try {
      this.value = await this.#ask();
      this.failure = null;
    } catch (error) {
      this.failure = error;
    }
  };
}
