/** `import titles from 'games:titles'` gives each game's title, pitch and summary out of the games' own catalogues. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ID = 'games:titles';
const GAMES = ['symphonimo', 'air_sorciere', 'symbiose', 'rythm_n_play'];
const LANGS = ['en', 'fr'];

export function titles(folder: string): Plugin {
  const file = (game: string) => `${folder}/${game}/texts.json`;
  const few = (texts: Record<string, string>) => ({ title: texts.title, pitch: texts.pitch, summary: texts.summary });
  return {
    name: 'quatuor-titles',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      const entries = GAMES.map((game) => {
        this.addWatchFile(file(game));
        const catalogue = JSON.parse(readFileSync(file(game), 'utf8')) as Record<string, Record<string, string>>;
        return [game, Object.fromEntries(LANGS.map((lang) => [lang, few(catalogue[lang] ?? {})]))];
      });
      return `export default ${JSON.stringify(Object.fromEntries(entries))}`;
    },
  };
}
