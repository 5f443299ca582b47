/** What is said of who sits on a chair. */
import { levelTitle } from '../shell/levels';
import { t } from '../texts/index.svelte';

/** A bot, with its level where it has one. */
export function botWords(bot: string | null): string {
  const level = bot === null ? undefined : levelTitle(bot);
  return level ? t('seat.bot.level', { level }) : t('seat.bot');
}
