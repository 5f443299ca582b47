/** A person's tables: where it is their turn, which are under way, and in which order they are listed. */
import type { TableInfo } from '../api/types';

/** One of the person's seats is to play; not where a bot plays for them. */
export const isMyTurn = (table: TableInfo) =>
  table.status === 'playing' && table.yours.includes(table.turn) && !table.seats[table.turn]?.stand_in;
export const isLive = (table: TableInfo) => table.status === 'playing' || table.status === 'open';

/** The games that wait for this person come first, then those under way; among equals the latest touched. */
export function inOrder(tables: readonly TableInfo[]): TableInfo[] {
  const rank = (table: TableInfo) => (isMyTurn(table) ? 0 : isLive(table) ? 1 : 2);
  return [...tables].sort((a, b) => rank(a) - rank(b) || b.touched - a.touched);
}
