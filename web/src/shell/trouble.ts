/** What a failed request means, in words; the server's own sentence where it gave one. */
import { Refused, Unreachable } from '../api/client';
import { t } from '../texts/index.svelte';
import { capital } from '../texts/words';
import { notices } from './notices.svelte';

export function inWords(error: unknown): string {
  if (error instanceof Refused) {
    const wait = error.problem.retry_after;
    return error.problem.error === 'too_many' && wait ? t('trouble.tooMany', { n: wait }) : capital(error.message);
  }
  return error instanceof Unreachable ? t('trouble.unreachable') : t('trouble.unknown');
}

/** Do something that a click asked for; if it fails, say why and answer undefined. */
export async function attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    notices.say(inWords(error), 'trouble');
    return undefined;
  }
}
