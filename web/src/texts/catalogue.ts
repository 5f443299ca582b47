/** A game's texts, out of the catalogue that the whole project shares: `say(lang, 'board.draw', { count })`. */
import type { Lang } from '../table/board';
import { fill, type Values } from './fill';

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
