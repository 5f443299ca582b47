/** Texts of catalogues, filled in; a game's own are said by `say(lang, 'board.draw', { count })`. */
import type { Lang } from '../table/board';
import { unbroken } from './words';

export type Values = Record<string, string | number>;

const VOWEL = /^[aeiouàâäéèêëîïôöùûüœæ]/i;

/** Fill the placeholders of a text as one says it: in French « de » and « que » lose their vowel before another. */
export function fill(text: string, values: Values): string {
  return unbroken(text)
    .replace(/\b([Dd]|[Qq]u)e \{(\w+)\}/g, (whole, start: string, name: string) =>
      VOWEL.test(String(values[name] ?? '')) ? `${start}'{${name}}` : whole,
    )
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

type Texts = Record<Lang, Record<string, string>>;
export type KeyOf<T extends Texts> = keyof T['en'] & string;

/**
 * How to say a text of a catalogue. Where `count` is one, as the language counts (nothing is one too in French), the
 * text for one is said if there is such a text.
 */
export function catalogue<T extends Texts>(texts: T): (lang: Lang, key: KeyOf<T>, values?: Values) => string {
  return (lang, key, values = {}) => {
    const known: Record<string, string> = texts[lang];
    const single = 'count' in values && new Intl.PluralRules(lang).select(Number(values.count)) === 'one';
    return fill((single ? known[`${key}.one`] : undefined) ?? known[key] ?? key, values);
  };
}
