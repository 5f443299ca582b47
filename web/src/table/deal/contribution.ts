/** The numbers that this browser adds to deals, so that nobody can have chosen the cards: without a click, and kept. */
import { api } from '../../api/client';
import type { NewTable, TableInfo } from '../../api/types';
import { digitsOf } from '../../shell/sha256';

/** What this browser was told of a deal before it, and what it added. */
export interface Kept {
  commitment: string;
  number: string;
}

const KEY = 'quatuor.deals';
/** Of so many tables, the latest, is it remembered. */
const MOST = 100;
const adding = new Set<string>();

function read(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Kept>;
  } catch {
    return {};
  }
}

/** What this browser remembers of a table's deal. */
export const keptOf = (id: string): Kept | undefined => read()[id];

function keep(id: string, kept: Kept): void {
  try {
    const latest = Object.entries(read()).filter(([known]) => known !== id).slice(1 - MOST);
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...latest, [id, kept]])));
  } catch {
    // A browser that keeps nothing adds its number all the same; it only cannot check it afterwards.
  }
}

/** The table once this browser's number is added, where it can be; a game is never held up by a number. */
export async function withContribution(info: TableInfo): Promise<TableInfo> {
  const { id, proof, status, yours } = info;
  const added = proof?.contributions.some(({ seat }) => yours.includes(seat));
  if (!proof || status !== 'open' || !yours.length || added || adding.has(id)) return info;
  adding.add(id);
  try {
    const kept = keptOf(id);
    // A number belongs to the hash that was shown with it: who shows another one later already knows this number.
    const again = kept?.commitment === proof.commitment;
    const number = again ? kept.number : digitsOf(crypto.getRandomValues(new Uint8Array(32)));
    keep(id, { commitment: proof.commitment, number });
    return await api.contribute(id, number);
  } catch {
    return info;
  } finally {
    adding.delete(id);
  }
}

/** Open a table; where its cards are to be dealt at once, after this browser has added its number. */
export const openTable = async (plan: NewTable) => withContribution(await api.open(plan));

/** The table of the rematch, with this browser's number. */
export const openRematch = async (id: string) => withContribution(await api.rematch(id));

/** Add this browser's number to a rematch that somebody else has opened, before its cards are dealt. */
export async function joinRematch(id: string): Promise<void> {
  try {
    await withContribution(await api.table(id));
  } catch {
    // The cards are then dealt without it.
  }
}
