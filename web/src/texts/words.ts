/** Small changes to words that every page and every game needs. */
import type { Lang } from '../table/board';

/** A sentence with a capital at its start. */
export const capital = (sentence: string): string => sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);

const LITTLE = /-(?=(?:la|le|les|leur|lui|moi|toi|vous|nous|y|en|ci|là|ce|on|il|elle)(?![\p{L}\p{N}]))/gu;

/** A French verb and the little word after its hyphen stay on one line: a word joiner follows the hyphen. */
export const unbroken = (sentence: string): string => sentence.replace(LITTLE, '-\u2060');

/** "a, b and c"; as a `unit` without the "and". */
export const listed = (lang: Lang, parts: readonly string[], type: 'conjunction' | 'unit' = 'conjunction'): string =>
  new Intl.ListFormat(lang, { type }).format(parts);
