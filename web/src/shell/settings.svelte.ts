/** What a person has chosen for this browser, kept from one visit to the next. */
import { DEFAULT_LEVEL } from 'api:limits';
import { MediaQuery } from 'svelte/reactivity';
import type { Lang } from '../table/board';

export interface Choices {
  lang: Lang | 'auto';
  theme: 'auto' | 'light' | 'dark';
  sounds: boolean;
  /** Points, badges, chances and counts on the boards. */
  aids: boolean;
  /** A move that is the only one possible is made without asking. */
  forced: boolean;
  /** The list of the legal moves stays open under the board. */
  moveList: boolean;
  notify: boolean;
  /** What others say at the table is shown, and one may say something. */
  words: boolean;
  /** Who is not to be heard: people, or seats of tables that one watches. */
  unheard: string[];
  /** How well bots play at the tables that this person opens. */
  level: string;
}

const KEY = 'quatuor.settings';
const DEFAULTS: Choices = {
  lang: 'auto',
  theme: 'auto',
  sounds: true,
  aids: true,
  forced: false,
  moveList: false,
  notify: false,
  words: true,
  unheard: [],
  level: DEFAULT_LEVEL,
};

function kept(): Choices {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choices>) };
  } catch {
    return { ...DEFAULTS };
  }
}

class Settings {
  choices = $state<Choices>(kept());
  #calm = new MediaQuery('prefers-reduced-motion: reduce');

  /** The language of every sentence: the one chosen, else the browser's where we speak it. */
  readonly lang: Lang = $derived(
    this.choices.lang !== 'auto' ? this.choices.lang : navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en',
  );

  get reducedMotion(): boolean {
    return this.#calm.current;
  }

  /** Keep the choices and show them on the page, now and after each change. Called once, at the start. */
  apply(): void {
    $effect.root(() => {
      $effect(() => {
        document.documentElement.lang = this.lang;
        document.documentElement.dataset.theme = this.choices.theme;
        try {
          localStorage.setItem(KEY, JSON.stringify(this.choices));
        } catch {
          // A browser that keeps nothing still plays; it only forgets.
        }
      });
    });
  }
}

export const settings = new Settings();
