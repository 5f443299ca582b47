/** Every sentence of the shell in the chosen language: `t('rules.of', { game })`. */
import { settings } from '../shell/settings.svelte';
import { fill, type Values } from './catalogue';
import en from './en.json';
import fr from './fr.json';
import { inFigures } from './numbers';

export type Key = keyof typeof en;

const CATALOGUES: Record<string, Record<Key, string>> = { en, fr };

export function t(key: Key, values: Values = {}): string {
  const sentence = CATALOGUES[settings.lang]?.[key] ?? en[key];
  return fill(sentence, values);
}

/** A sentence about a number of things: `key.one` or `key.other`, as the language counts. */
export function count(key: string, n: number, values: Values = {}): string {
  const form = new Intl.PluralRules(settings.lang).select(n) === 'one' ? 'one' : 'other';
  return t(`${key}.${form}` as Key, { n: inFigures(n), ...values });
}

/** When something happened, in words: "5 minutes ago". */
export function ago(seconds: number): string {
  const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ];
  const passed = Date.now() / 1000 - seconds;
  const [unit, size] = units.find(([, size]) => passed >= size) ?? ['second', 1];
  const format = new Intl.RelativeTimeFormat(settings.lang, { numeric: 'auto' });
  return unit === 'second' ? format.format(0, 'second') : format.format(-Math.floor(passed / size), unit);
}
