/** What a table's messages mean for one person. */
import type { ChangedSnapshot, Item, Presence, Snapshot, TableInfo } from '../api/types';
import type { TableEvent } from './board';

/** The seat from which a person looks: the one to play where it is theirs, else the present one, else their first. */
export function viewpointFor({ yours, turn }: TableInfo, viewpoint: number): number {
  if (yours.includes(turn)) return turn;
  return yours.includes(viewpoint) ? viewpoint : (yours[0] ?? -1);
}

/** Whether a move that is made at once, as it is the only one, tells people who play along or watch about a hand. */
export function timeTells({ private_choices, seats }: TableInfo, presence: Presence | null): boolean {
  return private_choices && (!!presence?.watching || seats.filter(({ kind }) => kind === 'person').length > 1);
}

/** The events of what happened, without the small steps that a preview has already shown. */
export function unseenEvents(items: readonly Item[], seat: number, shown: readonly string[]): TableEvent[] {
  const moves = items.filter((item) => item.kind === 'move');
  const same = shown.every((move, i) => moves[i]?.seat === seat && moves[i]?.move === move);
  return moves.slice(same ? shown.length : 0).flatMap(({ events }) => events);
}

/** What others did since a seat's last move, or since something was taken back; `before` is what was known of it. */
export function sinceMove(before: readonly TableEvent[], items: readonly Item[], seat: number): readonly TableEvent[] {
  let events = before;
  for (const item of items) {
    if (item.kind === 'move') events = item.seat === seat ? [] : [...events, ...item.events];
    else if (item.kind === 'undo' || item.kind === 'started') events = [];
  }
  return events;
}

/** The snapshot after what has changed since the last one; what has not stays the same object. */
export function changed(last: Snapshot, { table, position, ...rest }: ChangedSnapshot): Snapshot {
  const before = last.position;
  const after = position &&
    before && {
      ...before,
      ...position,
      // A part of a game's view is no view yet: only together they are one.
      view: { ...before.view, ...position.view } as typeof before.view,
      aids: { ...before.aids, ...position.aids } as typeof before.aids,
    };
  return { ...rest, table: { ...last.table, ...table }, position: after ?? before };
}
