/** What those at a table say to each other: a few words to choose from, each shown beside its speaker for a while. */
import { api } from '../../api/client';
import type { SeatInfo, Spoken, TableInfo } from '../../api/types';
import type { Pictured } from '../../shell/faces/faces';
import { settings } from '../../shell/settings.svelte';
import { attempt } from '../../shell/trouble';

/** How long a word is shown. */
const SHOWN_MS = 6_000;
/** Those who were muted longest ago are heard again. */
const MOST_UNHEARD = 200;

interface Said extends Spoken {
  id: number;
  name: string;
}

/** What the words are about: the table and the seat from which this person looks. */
interface Company {
  readonly id: string;
  readonly info: TableInfo | null;
  readonly viewpoint: number;
}

export class QuickWords {
  /** What was said lately, the newest last; one word for each seat. */
  said = $state.raw<readonly Said[]>([]);
  #company: Company;
  #count = 0;

  constructor(company: Company) {
    this.#company = company;
  }

  /** Whether there is anybody to talk to. */
  get offered(): boolean {
    const { info, viewpoint } = this.#company;
    if (!settings.choices.words || !info || viewpoint < 0 || info.status === 'closed') return false;
    return info.seats.some(({ kind, you }) => kind === 'person' && !you);
  }

  hear({ seat, word }: Spoken): void {
    const speaker = this.#company.info?.seats[seat];
    if (!speaker || !settings.choices.words || this.isMuted(speaker)) return;
    const id = ++this.#count;
    this.said = [...this.said.filter((other) => other.seat !== seat), { id, seat, word, name: speaker.name }];
    setTimeout(() => (this.said = this.said.filter((other) => other.id !== id)), SHOWN_MS);
  }

  say(word: Spoken['word']): void {
    const { id, viewpoint } = this.#company;
    void attempt(() => api.say(id, { seat: viewpoint, word }));
  }

  /** Whose picture stands beside what a seat says. */
  speaker(seat: number): Pictured {
    return this.#company.info?.seats[seat] ?? { face: null, bot: null };
  }

  of(seat: number): Said | undefined {
    return this.said.find((one) => one.seat === seat);
  }

  /** Somebody else who can be heard or not. */
  canBeMuted({ kind, you }: SeatInfo): boolean {
    return settings.choices.words && kind === 'person' && !you;
  }

  isMuted(seat: SeatInfo): boolean {
    return !seat.you && settings.choices.unheard.includes(this.#key(seat));
  }

  /** Who sits at a table knows the others by person, whatever their names; who watches, by their seats here. */
  #key({ who, seat }: SeatInfo): string {
    return who ?? `${this.#company.id} ${seat}`;
  }

  /** Hear somebody no more, or again. */
  toggle(seat: SeatInfo): void {
    const key = this.#key(seat);
    const others = settings.choices.unheard.filter((other) => other !== key);
    settings.choices.unheard = this.isMuted(seat) ? others : [...others, key].slice(-MOST_UNHEARD);
    this.said = this.said.filter((one) => one.seat !== seat.seat);
  }
}
