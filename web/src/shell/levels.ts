/** How well bots play, by the names that people know. */
import { levels } from 'games:titles';
import { settings } from './settings.svelte';

export const LEVELS = Object.keys(levels);

export const levelTitle = (bot: string): string | undefined => levels[bot]?.[settings.lang].title;
export const levelMeaning = (bot: string): string | undefined => levels[bot]?.[settings.lang].meaning;
