/** Chances in figures, as the language writes them. */
import { settings } from '../shell/settings.svelte';

const NARROW = /\u202f/g;

/** A chance from 0 to 1 in whole percent: "54%", « 54 % ». */
export const percent = (share: number): string =>
  new Intl.NumberFormat(settings.lang, { style: 'percent', maximumFractionDigits: 0 })
    .format(share)
    .replace(NARROW, '\u00a0');

/** A change of a chance, in whole percent with its sign: "+12%", « −5 % », "0%". */
export const signed = (change: number): string =>
  (change > 0 ? '+' : change < 0 ? '−' : '') + percent(Math.abs(change) / 100);

/** A share in whole percent, as a number; never minus zero. */
const wholePercent = (share: number): number => Math.round(100 * share) || 0;

/** How far a chance may be off: "± 3%", « ± 3 % ». */
export const margin = (error: number): string => `±\u00a0${percent(error)}`;

/**
 * The parts of a sum in whole percent, so that what is read adds up to what is read: where rounding would not, the part
 * that was rounded the most gives way. The first is where the curve begins, where everybody can read it: it stays.
 */
export function addingUp(parts: readonly number[], sum: number): number[] {
  const whole = parts.map(wholePercent);
  for (;;) {
    const missing = wholePercent(sum) - whole.reduce((a, b) => a + b, 0);
    if (!missing) return whole;
    const step = Math.sign(missing);
    const lean = parts.map((part, i) => (i ? step * (100 * part - whole[i]!) : -Infinity));
    const most = lean.indexOf(Math.max(...lean));
    whole[most]! += step;
  }
}
