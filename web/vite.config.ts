import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { art } from './tools/art.ts';
import { limits } from './tools/limits.ts';
import { titles } from './tools/titles.ts';

// The games' catalogues of texts live in the Python package: one place for every sentence.
const games = new URL('../src/quatuor/games', import.meta.url).pathname;

export default defineConfig({
  plugins: [svelte(), art(), limits(new URL('openapi.json', import.meta.url).pathname), titles(games)],
  build: {
    outDir: '../src/quatuor/server/client',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy allows no data: address
    target: 'es2022',
  },
  resolve: { alias: { '@games': games } },
  server: {
    proxy: { '/api': { target: process.env.QUATUOR_API ?? 'http://127.0.0.1:8414', ws: true } },
    fs: { allow: ['..'] },
  },
});
