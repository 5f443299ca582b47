/**
 * `import titles, { levels } from 'games:titles'` gives each game's title, pitch and summary, and the names of the bots'
 * levels, out of the package's own catalogues.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ID = 'games:titles';
const GAMES = ['symphonimo', 'air_sorciere', 'symbiose', 'rythm_n_play'];
const LANGS = ['en', 'fr'];
const LEVELS = ['beginner', 'amateur', 'expert', 'virtuoso'];

type Catalogue = Record<string, Record<string, string>>;
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Catalogue;

export function titles(folder: string): Plugin {
  const file = (game: string) => `${folder}/${game}/texts.json`;
  const core = `${folder}/../core/texts.json`;
  const level = (texts: Record<string, string>, name: string) => ({
    title: texts[`level.${name}`],
    meaning: texts[`level.${name}.meaning`],
  });
  const few = (texts: Record<string, string>) => ({ title: texts.title, pitch: texts.pitch, summary: texts.summary });
  return {
    name: 'quatuor-titles',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      const entries = GAMES.map((game) => {
        this.addWatchFile(file(game));
        const catalogue = read(file(game));
        return [game, Object.fromEntries(LANGS.map((lang) => [lang, few(catalogue[lang] ?? {})]))];
      });
      this.addWatchFile(core);
      const common = read(core);
      const levels = LEVELS.map((name) => [
        name,
        Object.fromEntries(LANGS.map((lang) => [lang, level(common[lang] ?? {}, name)])),
      ]);
      const json = (pairs: unknown[][]) => JSON.stringify(Object.fromEntries(pairs));
      return `export default ${json(entries)}\nexport const levels = ${json(levels)}`;
    },
  };
}
