/** What a page has asked the server for, in the person's language; asked for again when the language changes. */
import { Newest } from './newest';
import { settings } from './settings.svelte';

export class Resource<T> {
  #ask: () => Promise<T>;
  #newest = new Newest();
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
    const isNews = this.#newest.ask();
    try {
      const value = await this.#ask();
      if (isNews()) [this.value, this.failure] = [value, null];
    } catch (error) {
      if (isNews()) this.failure = error;
    }
  };

  /** Take what the server has answered to a change. */
  know(value: T): void {
    this.#newest.know();
    [this.value, this.failure] = [value, null];
  }
}
