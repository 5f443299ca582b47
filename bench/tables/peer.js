/** A boardgame.io server for the game of game.js, its matches in memory as by default: `node peer.js PORT`. */
import { createRequire } from 'node:module';
import { Symphonimo } from './game.js';

const { Server } = createRequire(import.meta.url)('boardgame.io/server');
const server = Server({ games: [Symphonimo], origins: [/./] });
server.run(Number(process.argv[2]), () => console.log('ready'));
