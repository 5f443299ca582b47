/** The line to a table: a socket that opens again by itself, asks only for what was missed, and carries moves. */
import { api, PATIENCE_MS, Refused, socketAddress, Unreachable } from '../api/client';
import type { Changes, MovesRequest, Presence, Problem, Snapshot, Spoken, Update } from '../api/types';
import { changed } from './updates';

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8_000;
/** A socket on which nothing came for so long may be dead without anybody having said so: another one is opened. */
const QUIET_MS = 60_000;
/** A socket that stays open for so long was a good one: the next loss waits little again. */
const STEADY_MS = 5_000;

interface Handlers {
  id: string;
  /** The viewpoint, and the last entry seen: asked anew each time the socket opens. */
  now(): { seat: number; after: number };
  onUpdate(update: Update): void;
  /** Who is there now: told in the order in which it happened, unlike the answers to requests. */
  onPresence(presence: Presence): void;
  /** Somebody at the table says something. */
  onWord(spoken: Spoken): void;
  /** The server hung up for good: the table is closed to this viewer. */
  onRefused(): void;
}

/** Moves that were sent on the socket, and who waits for their answer. */
interface Question {
  answered(): void;
  failed(error: Error): void;
}

/** A refused socket is closed with 4000 + the status that a request would have had: trying again is of no use. */
const FINAL_CODES = new Set([4400, 4403, 4404]);

export class Connection {
  /** A request of the page got no answer; set by whatever sent the request. */
  unanswered = $state(false);
  #open = $state(true);
  #handlers: Handlers;
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #done = false;
  #questions = new Map<number, Question>();
  #asked = 0;

  constructor(handlers: Handlers) {
    this.#handlers = handlers;
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#lost);
    document.addEventListener('visibilitychange', this.#hurry);
  }

  get online(): boolean {
    return this.#open && !this.unanswered;
  }

  /** Open the socket, or open it anew where the viewpoint or the language has changed. */
  open(): void {
    clearTimeout(this.#timer);
    this.#drop();
    const { seat, after } = this.#handlers.now();
    const socket = new WebSocket(socketAddress(this.#handlers.id, seat, after));
    const since = Date.now();
    // The first message is an Update; then come the changes since what this very socket has told.
    let last: Snapshot | null = null;
    this.#socket = socket;
    socket.onopen = () => (this.#open = true);
    socket.onmessage = (message) => {
      this.#listen();
      const told = JSON.parse(message.data as string) as Update | Changes | Presence | Spoken | Problem;
      if ('error' in told) this.#refuse(told);
      else if ('online' in told) this.#handlers.onPresence(told);
      else if ('word' in told) this.#handlers.onWord(told);
      else {
        const { items, answers } = told;
        const snapshot = 'snapshot' in told ? told.snapshot : changed(last!, told.changes);
        last = snapshot;
        this.#handlers.onPresence(snapshot.table.presence);
        this.#handlers.onUpdate({ items, snapshot, answers });
        this.#answer(answers, (question) => question.answered());
      }
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#giveUp();
      if (FINAL_CODES.has(code)) this.#handlers.onRefused();
      else this.#again(Date.now() - since > STEADY_MS);
    };
  }

  close(): void {
    this.#done = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#quiet);
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#lost);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#drop();
  }

  /**
   * Make moves. On an open socket what they lead to comes as news like any other's moves; where there is none they are
   * posted. Whoever gets no answer asks again: what was made is not made twice.
   */
  async move(body: MovesRequest): Promise<void> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return this.#handlers.onUpdate(await api.moves(this.#handlers.id, body));
    const request = ++this.#asked;
    await new Promise<void>((answered, failed) => {
      const patience = setTimeout(() => this.#answer([request], () => failed(new Unreachable())), PATIENCE_MS);
      this.#questions.set(request, {
        answered: () => (clearTimeout(patience), answered()),
        failed: (error) => (clearTimeout(patience), failed(error)),
      });
      socket.send(JSON.stringify({ ...body, request }));
    });
  }

  #answer(requests: number[], tell: (question: Question) => void): void {
    for (const request of requests) {
      const question = this.#questions.get(request);
      this.#questions.delete(request);
      if (question) tell(question);
    }
  }

  #refuse(problem: Problem): void {
    // What the server did not even read it cannot name.
    const requests = problem.answers?.length ? problem.answers : [...this.#questions.keys()];
    this.#answer(requests, (question) => question.failed(new Refused(0, problem)));
  }

  /** The socket is gone, and with it the answers that were to come on it. */
  #giveUp(): void {
    this.#answer([...this.#questions.keys()], (question) => question.failed(new Unreachable()));
  }

  #again(wasSteady: boolean): void {
    if (this.#done) return;
    if (wasSteady) this.#wait = FIRST_WAIT_MS;
    // One lost socket goes unnoticed; after the second in a row the page says that the connection is lost.
    else this.#open = false;
    this.#timer = setTimeout(() => this.open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  /** The network or the page is back: no reason to wait any longer. */
  #hurry = (): void => {
    if (this.#socket || this.#done || document.visibilityState === 'hidden') return;
    this.#wait = FIRST_WAIT_MS;
    this.open();
  };

  /** The network is gone, and says so: the socket would notice much later. */
  #lost = (): void => {
    this.#drop();
    this.#again(false);
  };

  #listen(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#socket && this.open(), QUIET_MS);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#giveUp();
  }
}
