/** The server's clock: deadlines are its own, and a phone's clock may be minutes wrong. */

let aheadMs = 0;

/** Note the time that an answer carries; it is rounded down to a whole second. */
export function noteServerTime(date: string | null): void {
  const server = date ? Date.parse(date) + 500 : NaN;
  if (!Number.isNaN(server)) aheadMs = Date.now() - server;
}

/** A moment of the server, in seconds, by this machine's clock in milliseconds. */
export const byOurClock = (seconds: number) => seconds * 1000 + aheadMs;
