/** Symphonimo's base game for boardgame.io: draw and place, or take; as much state and as many moves as ours. */
const PLAYERS = 2;
const FAMILIES = PLAYERS + 6;
const COPIES = 9;
const COLUMN = 4;

export const Symphonimo = {
  name: 'symphonimo',
  setup: ({ random }) => ({
    secret: { pile: random.Shuffle(Array.from({ length: FAMILIES * COPIES }, (_, i) => 3 + (i % FAMILIES))) },
    left: FAMILIES * COPIES,
    held: null,
    conductors: Array.from({ length: PLAYERS }, () => ({ cards: [], taker: null })),
    orchestras: Array.from({ length: PLAYERS }, () => ({ in: true, cards: {} })),
  }),
  // What players may not see is stripped from what each is sent, as the library's PlayerView.STRIP_SECRETS does.
  playerView: ({ G }) => {
    const { secret, ...seen } = G;
    return seen;
  },
  turn: { order: { first: () => 0, next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers } },
  moves: {
    draw: {
      client: false,
      move: ({ G }) => {
        G.held = G.secret.pile.pop();
        G.left = G.secret.pile.length;
      },
    },
    place: ({ G, ctx, events }, conductor) => {
      G.conductors[conductor].cards.push(G.held);
      G.held = null;
      next(G, ctx, events);
    },
    take: ({ G, ctx, events }, conductor) => {
      const me = G.orchestras[Number(ctx.currentPlayer)];
      for (const card of G.conductors[conductor].cards) me.cards[card] = (me.cards[card] ?? 0) + 1;
      G.conductors[conductor] = { cards: [], taker: Number(ctx.currentPlayer) };
      me.in = false;
      if (G.orchestras.every((orchestra) => !orchestra.in)) {
        for (const orchestra of G.orchestras) orchestra.in = true;
        for (const one of G.conductors) one.taker = null;
      }
      next(G, ctx, events);
    },
  },
  endIf: ({ G }) => (G.left === 0 && G.held === null ? { over: true } : undefined),
};

function next(G, ctx, events) {
  let seat = Number(ctx.currentPlayer);
  do seat = (seat + 1) % PLAYERS;
  while (!G.orchestras[seat].in);
  events.endTurn({ next: String(seat) });
}

/** The moves of the player to move, as [name, argument]. */
export function legal(G) {
  const free = G.conductors.map((one, i) => (one.taker === null ? i : -1)).filter((i) => i >= 0);
  if (G.held !== null) {
    const room = free.filter((i) => G.conductors[i].cards.length < COLUMN);
    return room.map((i) => ['place', i]);
  }
  const takes = free.filter((i) => G.conductors[i].cards.length > 0).map((i) => ['take', i]);
  const room = free.some((i) => G.conductors[i].cards.length < COLUMN);
  return room && G.left > 0 ? [['draw'], ...takes] : takes;
}
