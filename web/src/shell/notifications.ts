/** Telling a person who looks elsewhere that it is their turn: the tab's title, and a message if they want one. */
import { t } from '../texts/index.svelte';
import { settings } from './settings.svelte';

export const canNotify = () => 'Notification' in window && isSecureContext;

/** Ask the browser's leave; only from a click, as browsers want it. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

/** It is this person's turn at a table while the page is hidden. */
export function callToTable(game: string, prompt: string): void {
  if (!document.hidden || !settings.choices.notify || !canNotify() || Notification.permission !== 'granted') return;
  const note = new Notification(t('notify.turn', { game }), { body: prompt, tag: 'quatuor-turn', icon: '/icon.svg' });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

/** The title of the tab, with a mark while somebody waits for this person. */
export function showTitle(title: string, waiting = false): void {
  document.title = `${waiting ? '● ' : ''}${title ? `${title} · ` : ''}Quatuor`;
}
