/** A table with two connected players on either server: the same few words for both. */
import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { Pool } from 'undici';
import WebSocket from 'ws';
import { legal } from './game.js';

const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** Waits until both players have seen a state; then says which moves the player to move has. */
class Table {
  onSeen = () => {};
  #latest = [-1, -1];

  saw(player, at) {
    this.#latest[player] = at;
    if (this.#latest[0] === this.#latest[1]) this.onSeen(at);
  }
}

class PeerTable extends Table {
  static async open(address) {
    const table = new PeerTable();
    table.match = randomUUID();
    table.sockets = [];
    for (const player of [0, 1]) {
      const socket = io(`${address}/symphonimo`, { transports: ['websocket'], forceNew: true });
      table.sockets.push(socket);
      await new Promise((done) => {
        socket.on('sync', (_, info) => {
          table.state = info.state;
          done();
        });
        socket.on('connect', () => socket.emit('sync', table.match, String(player), undefined, 2));
      });
      socket.on('update', (_, state) => {
        table.state = state;
        table.saw(player, state._stateID);
      });
    }
    return table;
  }

  get over() {
    return this.state.ctx.gameover !== undefined || legal(this.state.G).length === 0;
  }

  move() {
    const [type, ...args] = pick(legal(this.state.G));
    const playerID = this.state.ctx.currentPlayer;
    const action = { type: 'MAKE_MOVE', payload: { type, args, playerID, credentials: undefined } };
    this.sockets[Number(playerID)].emit('update', action, this.state._stateID, this.match, playerID);
  }

  close() {
    for (const socket of this.sockets) socket.disconnect();
  }
}

/** A snapshot after what has changed since the last one, as our page makes it. */
function changed(last, { table, position, ...rest }) {
  const { view, aids } = last.position;
  const after = position && {
    ...last.position,
    ...position,
    view: { ...view, ...position.view },
    aids: { ...aids, ...position.aids },
  };
  return { ...rest, table: { ...last.table, ...table }, position: after ?? last.position };
}

class OurTable extends Table {
  static pool;
  /** Two people sit at all the tables: people play more than one game in their life. */
  static tokens;

  static async open(address) {
    OurTable.pool ??= new Pool(address, { connections: 32, pipelining: 1 });
    const table = new OurTable();
    OurTable.tokens ??= await Promise.all(
      ['one', 'two'].map(async (name) => (await table.post('/api/players', { name })).token),
    );
    const seats = [{ kind: 'me' }, { kind: 'open' }];
    const plan = { game: 'symphonimo', players: 2, seats };
    table.path = `/api/tables/${(await table.post('/api/tables', plan, 0)).id}`;
    await table.post(`${table.path}/seats`, { seat: 1 }, 1);
    await table.post(`${table.path}/start`, undefined, 0);
    table.sockets = [];
    for (const player of [0, 1]) {
      const url = `${address.replace('http', 'ws')}${table.path}/live?after=-1&seat=${player}&lang=en&changes=1`;
      const socket = new WebSocket(url, { headers: table.headers(player), perMessageDeflate: false });
      table.sockets.push(socket);
      let last;
      await new Promise((done, failed) => {
        socket.on('error', failed);
        socket.on('message', (data) => {
          const told = JSON.parse(data);
          if (told.snapshot) last = told.snapshot;
          else if (told.changes) last = changed(last, told.changes);
          else return; // who came or went
          if (last.position.legal.length || last.outcome) table.snapshot = last;
          table.saw(player, last.index);
          done();
        });
      });
    }
    return table;
  }

  headers(player) {
    return player === undefined ? {} : { authorization: `Bearer ${OurTable.tokens[player]}` };
  }

  async post(path, body, player) {
    const answer = await OurTable.pool.request({
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.headers(player) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text);
  }

  get over() {
    return this.snapshot.outcome !== null;
  }

  move() {
    const { index, position } = this.snapshot;
    const move = pick(position.legal).move;
    this.sockets[position.turn].send(JSON.stringify({ seat: position.turn, after: index, moves: [move] }));
  }

  close() {
    for (const socket of this.sockets) socket.close();
  }
}

export const KINDS = { quatuor: OurTable, 'boardgame.io': PeerTable };
