/**
 * Load for one server, bounded in time: `node load.js KIND ADDRESS TABLES SECONDS RATE PID`. What is measured is play: for
 * games that end, other tables were opened beforehand, as many again and half.
 * RATE 0: every table moves as soon as both of its players have seen the last move. Else so many moves a second in
 * all, and the time from a move's sending until both players have seen it. One line of JSON is printed;
 * TABLES with SECONDS 0 only connects, says "connected", and waits for its input to close. `cpu` is how many microseconds
 * of processor time the server, whose process is PID, spent on each move.
 */
import { readFileSync } from 'node:fs';
import { KINDS } from './tables.js';

const [kind, address, tables, seconds, rate, pid] = process.argv.slice(2);

/** The processor time that the server has had, in microseconds: Linux counts it in hundredths of a second. */
function processorTime() {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

const open = [];
for (let i = 0; i < Number(tables); i++) open.push(await KINDS[kind].open(address));
const spare = [];
if (Number(seconds) === 0) {
  console.log('connected');
  for await (const _ of process.stdin);
  process.exit(0);
}

for (let i = 0; i < 1.5 * Number(tables); i++) spare.push(await KINDS[kind].open(address));
let moves = 0;
let late = 0; // times at which no table was ready to move
let going = true;
const delays = [];
const ready = [];

async function play(table) {
  while (going && !table.over) {
    if (Number(rate)) await new Promise((go) => ready.push(go));
    const sent = performance.now();
    const seen = new Promise((done) => (table.onSeen = done));
    table.move();
    await seen;
    moves++;
    delays.push(performance.now() - sent);
  }
  table.close();
  if (going) void play(spare.pop() ?? (await KINDS[kind].open(address)));
}

const started = performance.now();
const spent = processorTime();
for (const table of open) void play(table);
if (Number(rate)) {
  let due = 0;
  const pacer = setInterval(() => {
    const wanted = ((performance.now() - started) / 1000) * Number(rate);
    for (; due < wanted; due++) {
      const go = ready.shift();
      if (go) go();
      else late++;
    }
    if (!going) clearInterval(pacer);
  }, 1);
}
await new Promise((done) => setTimeout(done, Number(seconds) * 1000));
going = false;
const took = (performance.now() - started) / 1000;
const cpu = (processorTime() - spent) / moves;
delays.sort((a, b) => a - b);
const at = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))];
console.log(JSON.stringify({ moves, rate: moves / took, p50: at(0.5), p99: at(0.99), worst: at(1), late, cpu }));
process.exit(0);
