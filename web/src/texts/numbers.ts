/** Chances and other figures, as the language writes them. */
import { settings } from '../shell/settings.svelte';

const NARROW = /\u202f/g;

/** A number, with a real minus sign: "0.5", « −0,5 ». */
export const inFigures = (value: number, digits = 3): string =>
  new Intl.NumberFormat(settings.lang, { maximumFractionDigits: digits }).format(value).replace('-', '−');

/** A number of points that somebody is ahead, with its sign: "+2.5", « −0,5 », "0". */
export const withSign = (value: number): string => (value > 0 ? '+' : '') + inFigures(value);

/** How dates are written: as the browser's owner does in the chosen language ("16 November" or "November 16"). */
export const dateLocale = (): string =>
  navigator.languages.find((one) => one.split('-')[0] === settings.lang) ?? settings.lang;

/** A chance from 0 to 1 in whole percent, or with some decimals: "54%", « 54 % ». */
export const percent = (share: number, digits = 0, signDisplay: 'auto' | 'exceptZero' = 'auto'): string =>
  new Intl.NumberFormat(settings.lang, { style: 'percent', maximumFractionDigits: digits, signDisplay })
    .format(share)
    .replace(NARROW, '\u00a0')
    .replace('-', '−');

/** A change of a chance, in whole percent with its sign: "+12%", « −5 % », "0%". */
export const signed = (change: number): string =>
  (change > 0 ? '+' : change < 0 ? '−' : '') + percent(Math.abs(change) / 100);

/** How far a chance may be off, by its standard error: in 95 of 100 cases no more than this. */
export const reach = (error: number): number => 1.96 * error;

/** The same in words: "± 3%", « ± 3 % ». */
export const margin = (error: number): string => `±\u00a0${percent(reach(error))}`;

/** A chance with what it may be: "54% (51–57%)", « 54 % (51–57 %) »; never less than nothing or more than all. */
export function between(share: number, error: number): string {
  const [low, high] = [Math.max(0, share - reach(error)), Math.min(1, share + reach(error))];
  return `${percent(share)} (${Math.round(100 * low)}–${percent(high)})`;
}
