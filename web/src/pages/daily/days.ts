/** Days of the host, written as 2026-11-16, in the words of the chosen language: no clock of ours has a part in them. */
import { dateLocale } from '../../texts/numbers';

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

const written = (options: Intl.DateTimeFormatOptions, date: Date) =>
  new Intl.DateTimeFormat(dateLocale(), { timeZone: 'UTC', ...options }).format(date);

/** "Monday, November 16, 2026" */
export const dayInWords = (day: string) =>
  written({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, dateOf(day));

/** "November 2026" */
export const monthInWords = (day: string) => written({ month: 'long', year: 'numeric' }, dateOf(day));

/** The place of a day in its week, Monday first. */
export const weekday = (day: string) => (dateOf(day).getUTCDay() + 6) % 7;

/** The days of the week, Monday first, in one or two letters and in full. */
export function weekdays(): { short: string; long: string }[] {
  const monday = Date.UTC(2026, 10, 16);
  return Array.from({ length: 7 }, (_, k) => {
    const date = new Date(monday + k * 86_400_000);
    return { short: written({ weekday: 'narrow' }, date), long: written({ weekday: 'long' }, date) };
  });
}
