/** Every request of the browser: one function each, and one way of failing. */
import { settings } from '../shell/settings.svelte';
import { noteServerTime } from './clock';
import type {
  Advice,
  AnalysisProgress,
  DailyCalendar,
  DailyStandings,
  DealCheck,
  Device,
  DeviceLink,
  DeviceLinkOffer,
  FaceName,
  Frames,
  GameInfo,
  Hint,
  HintRequest,
  Invitation,
  LessonInfo,
  Me,
  MyGames,
  MovesRequest,
  NewTable,
  Position,
  Preparation,
  PosedPuzzle,
  Problem,
  PuzzleAnswer,
  PuzzleGame,
  RecordId,
  ReturnedSeat,
  ReturnLink,
  SeatChange,
  Spoken,
  TableInfo,
  Update,
} from './types';

/** The server said no: its own sentence, and for a move the article of the rules. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.message);
  }
}

/** The server could not be reached, or did not answer in time. */
export class Unreachable extends Error {}

/** How long an answer may take. */
export const PATIENCE_MS = 15_000;
/** How long where something is thought over: the first time on a machine, what it is thought with is compiled. */
const THOUGHT_MS = 60_000;

/** How long to wait before each further try; the last is repeated. */
const WAITS_MS = [500, 1_000, 2_000, 4_000];

type Query = Record<string, string | number>;

interface Question {
  query?: Query;
  body?: unknown;
  patience?: number;
}

/** An address of the API; every sentence that it answers is in the person's language. */
function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams({ lang: settings.lang });
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return `/api${path}?${search}`;
}

async function ask<T>(method: string, path: string, { query, body, patience = PATIENCE_MS }: Question = {}) {
  let response: Response;
  try {
    response = await fetch(address(path, query), {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    });
  } catch {
    throw new Unreachable();
  }
  noteServerTime(response.headers.get('date'));
  if (response.ok) return (await response.json()) as T;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  // A proxy in front of a stopped server answers without a sentence of ours.
  if (typeof problem?.message !== 'string') throw new Unreachable();
  throw new Refused(response.status, problem);
}

/**
 * Ask again while nobody answers; a refusal is an answer. Only for what may be repeated: the server answers a repeated
 * move as the first time, so that nothing happens twice. `onwait` says before each wait whether to go on.
 */
export async function untilAnswered<T>(ask: () => Promise<T>, onwait: () => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Unreachable) || !onwait()) throw error;
      await new Promise((done) => setTimeout(done, WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]));
    }
  }
}

const get = <T>(path: string, query?: Query) => ask<T>('GET', path, { query });
const post = <T>(path: string, body?: unknown) => ask<T>('POST', path, { body });

const table = (id: string, rest = '') => `/tables/${encodeURIComponent(id)}${rest}`;
const puzzle = (game: string, id?: string, rest = '') =>
  `/puzzles/${encodeURIComponent(game)}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${rest}`;
const record = (id: string, rest = '') => `/records/${encodeURIComponent(id)}${rest}`;

export const api = {
  me: () => get<Me>('/me'),
  introduce: (name: string, face: FaceName | null) => post<Me>('/me', { name, face }),
  devices: () => get<Device[]>('/me/devices'),
  signOut: (id: string) => ask<Device[]>('DELETE', `/me/devices/${encodeURIComponent(id)}`),
  signOutOthers: () => ask<Device[]>('DELETE', '/me/devices'),
  deviceLink: () => post<DeviceLink>('/me/devices/link'),
  lookAtDeviceLink: (token: string) => post<DeviceLinkOffer>('/device-link/look', { token }),
  useDeviceLink: (token: string, replace: boolean) => post<Me>('/device-link', { token, replace }),
  games: () => get<GameInfo[]>('/games'),
  preparation: () => get<Preparation>('/preparation'),

  open: (plan: NewTable) => post<TableInfo>('/tables', plan),
  publicTables: () => get<TableInfo[]>('/tables'),
  /** One's tables but for finished games, which `myGames` has. */
  myTables: () => get<TableInfo[]>('/me/tables', { finished: 'false' }),
  table: (id: string) => get<TableInfo>(table(id)),
  start: (id: string) => post<TableInfo>(table(id, '/start'), { gather: true }),
  /** A number of one's own that the cards are to depend on. */
  contribute: (id: string, number: string) => post<TableInfo>(table(id, '/contribution'), { number }),
  close: (id: string) => post<TableInfo>(table(id, '/close')),
  rematch: (id: string) => post<TableInfo>(table(id, '/rematch'), { gather: true }),

  sit: (id: string, seat: number | null) => post<TableInfo>(table(id, '/seats'), { seat }),
  /** Give a seat up; the host may also empty another's. */
  leave: (id: string, seat: number) => ask<TableInfo>('DELETE', table(id, `/seats/${seat}`)),
  changeSeat: (id: string, seat: number, body: SeatChange) =>
    ask<TableInfo>('PUT', table(id, `/seats/${seat}`), { body }),
  standIn: (id: string, seat: number) => post<TableInfo>(table(id, `/seats/${seat}/stand-in`)),
  takeBackSeat: (id: string, seat: number) => post<TableInfo>(table(id, `/seats/${seat}/back`)),
  invitation: (id: string) => get<Invitation>(table(id, '/invitation')),
  returnLink: (id: string, seat: number) => post<ReturnLink>(table(id, `/seats/${seat}/return-link`)),
  comeBack: (token: string) => post<ReturnedSeat>('/return', { token }),

  events: (id: string, seat: number, after: number) => get<Update>(table(id, '/events'), { seat, after }),
  /** What the terminal would draw of the game now, as text. */
  drawing: (id: string, seat: number) => get<string>(table(id, '/drawing'), { seat }),
  moves: (id: string, body: MovesRequest) => post<Update>(table(id, '/moves'), body),
  preview: (id: string, body: MovesRequest) => post<Position>(table(id, '/preview'), body),
  undo: (id: string, seat: number, after: number) => post<Update>(table(id, '/undo'), { seat, after }),
  hint: (id: string, body: HintRequest) =>
    ask<Hint>('POST', table(id, '/hint'), { body, patience: THOUGHT_MS }),
  say: (id: string, body: Spoken) => post<Spoken>(table(id, '/words'), body),
  skip: (id: string, seat: number) => ask<Update>('POST', table(id, '/skip'), { query: { seat } }),

  lessons: () => get<LessonInfo[]>('/me/lessons'),
  /** The table of a person's lesson: begun before, or new. */
  openLesson: (game: string) => post<TableInfo>('/lessons', { game }),
  beginScene: (id: string, scene: number, after: number) => post<Update>(table(id, '/scene'), { scene, after }),

  /** Whether the cards of a finished game follow from its proof. */
  dealCheck: (id: string) => get<DealCheck>(record(id, '/deal')),
  frames: (id: string, seat: number, start: number, count: number) =>
    get<Frames>(record(id, '/frames'), { seat, start, count }),
  drawingOfFrame: (id: string, seat: number, number: number) =>
    get<string>(record(id, '/drawing'), { seat, number }),
  /** How far the analysis of a game is for one seat; the first question begins it. */
  analysis: (id: string, seat: number) => get<AnalysisProgress>(record(id, '/analysis'), { seat }),
  advice: (id: string, number: number) =>
    ask<Advice>('GET', record(id, '/advice'), { query: { number }, patience: THOUGHT_MS }),
  puzzleGames: () => get<PuzzleGame[]>('/puzzles'),
  puzzlesOf: (game: string) => get<PuzzleGame>(puzzle(game)),
  puzzle: (game: string, id: string) => get<PosedPuzzle>(puzzle(game, id)),
  drawingOfPuzzle: (game: string, id: string) => get<string>(puzzle(game, id, '/drawing')),
  answerPuzzle: (game: string, id: string, move: string) =>
    post<PuzzleAnswer>(puzzle(game, id, '/answer'), { move }),
  /** One's finished games, the last ones; `before`: older ones than this. */
  myGames: (before?: string) => get<MyGames>('/me/games', before === undefined ? {} : { before }),
  removeGame: (id: string) => ask<unknown>('DELETE', `/me/games/${encodeURIComponent(id)}`),
  removeGames: () => ask<unknown>('DELETE', '/me/games'),
  daily: (day: string | null) => get<DailyStandings>('/daily', day === null ? {} : { day }),
  dailyCalendar: () => get<DailyCalendar>('/daily/calendar'),
  playDaily: (day: string, game: string) => post<TableInfo>(`/daily/${day}/${game}`),
  practiseDaily: (day: string, game: string) => post<TableInfo>(`/daily/${day}/${game}/practice`),
  upload: (written: unknown) => post<RecordId>('/records', written),
};

export const qrAddress = (id: string) => address(table(id, '/qr.svg'));
export const exportAddress = () => address('/me/games/export');
export const recordAddress = (id: string) => address(record(id));

/** The address of a table's socket, which carries the same messages as `events`. */
export function socketAddress(id: string, seat: number, after: number): string {
  const url = new URL(address(table(id, '/live'), { seat, after, changes: 1 }), location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
