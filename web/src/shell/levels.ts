/** How well bots play, by the names that people know. */
import { levels } from 'games:titles';
import { t } from '../texts/index.svelte';
import { settings } from './settings.svelte';

export const LEVELS = Object.keys(levels);

export const levelTitle = (bot: string): string | undefined => levels[bot]?.[settings.lang].title;
export const levelMeaning = (bot: string): string | undefined => levels[bot]?.[settings.lang].meaning;

/** A bot, with its level where it has one. */
export function botWords(bot: string | null): string {
  const level = bot === null ? undefined : levelTitle(bot);
  return level ? t('seat.bot.level', { level }) : t('seat.bot');
}
