/** A table as this page sees it: the state that the boards draw, and everything a person does there. */
import { api, Refused, Unreachable, untilAnswered } from '../api/client';
import { byOurClock } from '../api/clock';
import type { Position, Presence, Snapshot, TableInfo, Update } from '../api/types';
import { Newest } from '../shell/newest';
import { notices } from '../shell/notices.svelte';
import { person } from '../shell/person.svelte';
import { settings } from '../shell/settings.svelte';
import { attempt, inWords } from '../shell/trouble';
import { isMyTurn } from '../shell/tables';
import { soundYourTurn } from '../sound/table';
import { t } from '../texts/index.svelte';
import { capital } from '../texts/words';
import type { AnyAids, AnyView, Board, Drawable, Lang, LegalMove, TableEvent } from './board';
import { TableLog } from './tableLog.svelte';
import { Connection } from './connection.svelte';
import { sinceMove, timeTells, unseenEvents, viewpointFor } from './updates';
import { refusals } from './refusals.svelte';
import { PendingSteps } from './pendingSteps.svelte';
import { Display } from './display.svelte';
import { QuickWords } from './words/words.svelte';

/** How long a forced move is shown as possible before it makes itself. */
const FORCED_MS = 350;

export class TableState implements Board, Drawable {
  readonly id: string;
  readonly log = new TableLog();
  readonly display = new Display();
  readonly connection: Connection;
  readonly words = new QuickWords(this);
  snapshot = $state.raw<Snapshot | null>(null);
  /** Who is there now, also while older news is still being played. */
  presence = $state.raw<Presence | null>(null);
  /** Why there is nothing to show, if there is not. */
  failure = $state.raw<unknown>(null);
  /** From where this person looks: a seat of theirs, or -1 to watch. */
  viewpoint = $state(-1);
  /** The seat to which the device must be handed before anything more is shown. */
  curtain = $state<number | null>(null);
  /** What arrived is being played, one update after the other. */
  showing = $state(false);
  /** What the others have done since this seat last moved. */
  recent = $state.raw<readonly TableEvent[]>([]);
  /** What the lesson answers to a move that it does not ask for. */
  lessonAnswer = $state<string | null>(null);
  /** A move is on its way to the server. */
  sending = $state(false);
  #steps = new PendingSteps();
  #looks = new Newest();
  #queue: Update[] = [];
  #closed = false;
  #myTurn = false;
  /** A move that was just taken back must not make itself again. */
  #tookBack = false;

  constructor(id: string) {
    this.id = id;
    this.connection = new Connection({
      id,
      now: () => ({ seat: this.viewpoint, after: this.snapshot?.index ?? 0 }),
      onUpdate: (update) => this.#receive(update),
      onPresence: (presence) => (this.presence = presence),
      onWord: (spoken) => this.words.hear(spoken),
      onRefused: () => {
        if (this.info?.yours.length) void person.tellIfSignedOut();
        void this.open();
      },
    });
    document.addEventListener('visibilitychange', this.#onHide);
  }

  /** Come to the table, or come again: in another language, or after a failure. */
  async open(): Promise<void> {
    try {
      const info = await api.table(this.id);
      const seat = viewpointFor(info, this.viewpoint);
      const firstLook = !this.snapshot;
      await Promise.all([this.#look(seat), this.display.prepare(info.game)]);
      this.failure = null;
      if (firstLook && this.log.hasMoved(seat)) this.log.leave();
      if (info.yours.length > 1 && info.turn === seat && this.#hidesHands) this.curtain = seat;
      this.#settle();
    } catch (error) {
      // A table that is already there stays: the connection comes back by itself.
      if (!this.snapshot || !(error instanceof Unreachable)) this.failure = error;
    }
  }

  close(): void {
    this.#closed = true;
    this.connection.close();
    document.removeEventListener('visibilitychange', this.#onHide);
  }

  // What a board reads.

  get position(): Position | null {
    return this.#steps.position ?? this.snapshot?.position ?? null;
  }
  // A board is drawn only once there is a position.
  get view(): AnyView {
    return this.position?.view as AnyView;
  }
  get aids(): AnyAids {
    return this.position?.aids as AnyAids;
  }
  get seat(): number {
    return this.position?.seat ?? this.viewpoint;
  }
  get turn(): number {
    return this.position?.turn ?? -1;
  }
  readonly names: string[] = $derived(this.snapshot?.table.seats.map(({ name }) => name) ?? []);
  readonly legal: readonly LegalMove[] = $derived(
    this.sending || this.away ? [] : (this.position?.legal ?? []),
  );
  readonly drawing = $derived.by(() => {
    void [this.snapshot?.index, settings.lang];
    const seat = this.viewpoint;
    return () => api.drawing(this.id, seat);
  });
  get lesson(): boolean {
    return this.info?.lesson ?? false;
  }
  get lang(): Lang {
    return settings.lang;
  }
  get settings() {
    return { aids: settings.choices.aids, reducedMotion: settings.reducedMotion };
  }
  get pending(): readonly string[] {
    return this.#steps.moves;
  }
  can(move: string): boolean {
    return this.legal.some((legal) => legal.move === move);
  }
  starting(prefix: string): LegalMove[] {
    return this.legal.filter(({ move }) => move.startsWith(prefix));
  }

  // What the shell reads.

  get info(): TableInfo | null {
    return this.snapshot?.table ?? null;
  }
  /** One of this person's seats is to play, and no bot plays for it. */
  get mine(): boolean {
    return this.info !== null && isMyTurn({ ...this.info, turn: this.turn });
  }
  /** A bot plays for the person who looks. */
  get away(): boolean {
    return this.info?.status === 'playing' && (this.info.seats[this.viewpoint]?.stand_in ?? false);
  }
  get canUndo(): boolean {
    if (this.away) return false;
    return this.pending.length > 0 || (!this.sending && (this.snapshot?.undo ?? false));
  }
  /** When a bot takes over, by this machine's clock in milliseconds. */
  get deadline(): number | null {
    const deadline = this.snapshot?.deadline ?? null;
    return deadline === null ? null : byOurClock(deadline);
  }

  // What a person does.

  play(move: string, at?: Element | null): void {
    this.#act(move, at, () => this.#send([...this.pending, move], at));
  }

  addStep(move: string, at?: Element | null): void {
    this.#act(move, at, () => this.#addStep(move, at));
  }

  takeBack(): void {
    refusals.clear();
    this.display.hurry();
    void this.display.glide(
      () => this.#steps.takeBack(),
      () => this.position,
    );
  }

  /** Take back the last small step, else one's last move. */
  undo(): void {
    if (this.pending.length) return this.takeBack();
    const after = this.snapshot?.index;
    if (after === undefined || !this.canUndo) return;
    this.#tookBack = true;
    void this.#request(async () => this.#receive(await api.undo(this.id, this.viewpoint, after)));
  }

  /** Bots need not take their time now. */
  skip(): void {
    this.display.hurry();
    void attempt(() => api.skip(this.id, this.viewpoint)).then((update) => update && this.#receive(update));
  }

  /** Go on to a scene of the lesson that is given here. */
  async beginScene(scene: number): Promise<void> {
    this.#receive(await api.beginScene(this.id, scene, this.snapshot?.index ?? 0));
  }

  /** The person to whom the device was handed is looking. */
  async raiseCurtain(): Promise<void> {
    const seat = this.curtain;
    if (seat === null) return;
    try {
      if (seat !== this.viewpoint) await this.#look(seat);
      this.log.leave();
      this.curtain = null;
      this.#settle();
    } catch (error) {
      notices.say(inWords(error), 'trouble');
    }
  }

  #act(move: string, at: Element | null | undefined, legal: () => Promise<void>): void {
    refusals.clear();
    this.lessonAnswer = null;
    this.display.hurry();
    if (this.sending) return;
    this.#tookBack = false;
    void (this.can(move) ? legal() : this.#explain(move, at));
  }

  /**
   * A try that is not among the legal moves, or not what the lesson asks for: the server says why not. It goes the way
   * of a move, on the socket, where a refusal is an answer like any other; to a preview it would be a failed request.
   */
  async #explain(move: string, at?: Element | null): Promise<void> {
    if (this.viewpoint < 0) return refusals.say(t('table.watching'), null, at);
    if (this.away) return refusals.say(t('absence.standIn'), null, at);
    try {
      await this.connection.move(this.#body([...this.pending, move]));
    } catch (error) {
      this.#refuse(error, at);
    }
  }

  async #addStep(move: string, at?: Element | null): Promise<void> {
    const asked = this.snapshot?.lesson?.moves;
    if (asked && asked[this.pending.length] !== move) return this.#explain(move, at);
    this.sending = true;
    try {
      const position = await api.preview(this.id, this.#body([...this.pending, move]));
      this.sending = false;
      await this.display.glide(
        () => this.#steps.add(move, position),
        () => position,
      );
    } catch (error) {
      this.sending = false;
      // What cannot be shown without a reveal cannot be taken back either: it is a move of its own.
      if (error instanceof Refused && error.problem.error === 'reveals') await this.#send([...this.pending, move], at);
      else this.#refuse(error, at);
    }
  }

  #send(moves: string[], at?: Element | null): Promise<void> {
    this.log.comeBack();
    const body = this.#body(moves);
    return this.#request(() => this.connection.move(body), at);
  }

  async #request(ask: () => Promise<void>, at?: Element | null): Promise<void> {
    this.sending = true;
    const onwait = () => (this.connection.unanswered = !this.#closed);
    try {
      await untilAnswered(ask, onwait);
    } catch (error) {
      this.#refuse(error, at);
    }
    this.connection.unanswered = false;
    this.sending = false;
  }

  #refuse(error: unknown, at?: Element | null): void {
    if (error instanceof Refused && error.problem.error === 'stale') {
      this.#steps.clear();
      notices.say(t('table.stale'));
      void this.#look(this.viewpoint).catch(() => {});
    } else if (error instanceof Refused && error.problem.error === 'lesson') {
      this.lessonAnswer = error.message;
    } else if (error instanceof Refused) {
      refusals.say(capital(error.message), error.problem.article, at);
    } else notices.say(inWords(error), 'trouble');
  }

  #body(moves: string[]) {
    return { seat: this.viewpoint, after: this.snapshot?.index ?? 0, moves };
  }

  // What arrives.

  /** Take the whole table anew, as seen from this seat. */
  async #look(seat: number): Promise<void> {
    const isNews = this.#looks.ask();
    const update = await api.events(this.id, seat, 0);
    if (this.#closed || !isNews()) return;
    this.#queue = [];
    this.viewpoint = seat;
    this.#steps.clear();
    this.snapshot = update.snapshot;
    this.presence = update.snapshot.table.presence;
    this.recent = sinceMove([], update.items, seat);
    this.log.begin(update.items);
    this.connection.open();
  }

  #receive(update: Update): void {
    this.#queue.push(update);
    if (!this.showing) void this.#drain();
  }

  /** Updates are played one at a time, each seen before the next. */
  async #drain(): Promise<void> {
    this.showing = true;
    for (let update = this.#queue.shift(); update && !this.#closed; update = this.#queue.shift()) {
      // What cannot be shown well must not stop what comes after it.
      await this.#show(update).catch((error: unknown) => console.error(error));
    }
    this.showing = false;
    this.#settle();
  }

  async #show({ items, snapshot }: Update): Promise<void> {
    const { position } = snapshot;
    const known = this.snapshot?.index ?? -1;
    // A late message: for another viewpoint, or about what is already known.
    if ((position && position.seat !== this.viewpoint) || snapshot.index < known) return;
    const fresh = items.filter(({ index }) => index > known);
    const events = unseenEvents(fresh, this.viewpoint, this.pending);
    const change = () => {
      if (fresh.length) {
        this.#steps.clear();
        this.lessonAnswer = null;
      }
      this.snapshot = snapshot;
      this.recent = sinceMove(this.recent, fresh, this.viewpoint);
      this.log.add(fresh);
    };
    // What is taken back goes the way it came; no event tells it.
    if (fresh.some(({ kind }) => kind === 'undo')) await this.display.glide(change, () => position);
    else await this.display.perform(events, change, () => position);
  }

  /** All that arrived has been shown: whose turn is it now, and on which side of the screen? */
  #settle(): void {
    const info = this.info;
    if (!info || this.#closed || this.curtain !== null) return;
    const seat = viewpointFor(info, this.viewpoint);
    if (seat !== this.viewpoint) {
      if (this.viewpoint >= 0 && this.#hidesHands) this.curtain = seat;
      else
        void this.#look(seat).then(
          () => this.#settle(),
          (error: unknown) => (this.failure = error),
        );
      return;
    }
    if (this.mine && !this.#myTurn) soundYourTurn();
    this.#myTurn = this.mine;
    this.#force();
  }

  /** Where only one move is possible, make it, if the person wants that and it betrays nothing. */
  #force(): void {
    const [only, ...others] = this.legal;
    if (!settings.choices.forced || !only || others.length || this.pending.length || this.#tookBack) return;
    if (!this.info || this.info.lesson || timeTells(this.info, this.presence)) return;
    const index = this.snapshot?.index;
    setTimeout(
      () => {
        if (this.snapshot?.index === index && !this.sending && !this.pending.length && this.can(only.move)) {
          this.play(only.move);
        }
      },
      settings.reducedMotion ? 0 : FORCED_MS,
    );
  }

  get #hidesHands(): boolean {
    return this.position !== null && (this.display.screen?.hidesHands(this.view) ?? true);
  }

  #onHide = (): void => {
    if (!document.hidden) return;
    // A hidden page has no frames: what flies would hang in the air until it is seen again.
    this.display.hurry();
    this.log.leave();
  };
}
