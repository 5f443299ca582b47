/** Small changes to words that every page and every game needs. */
import type { Lang } from '../table/board';

/** A sentence with a capital at its start. */
export const capital = (sentence: string): string => sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);

/** "a, b and c"; as a `unit` without the "and". */
export const listed = (lang: Lang, parts: readonly string[], type: 'conjunction' | 'unit' = 'conjunction'): string =>
  new Intl.ListFormat(lang, { type }).format(parts);
