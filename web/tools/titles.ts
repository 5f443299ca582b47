/**
 * `import titles, { levels } from 'games:titles'` gives each game's title, pitch, summary and credits, and the names of
 * the bots' levels, out of the package's own catalogues; `%games%` in a page becomes the titles.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ID = 'games:titles';
const LANGS = ['en', 'fr'];
const LEVEL = /^level\.(\w+)$/;

type Texts = Record<string, string>;
type Catalogue = Record<string, Texts>;

const words = ({ title, pitch, summary, credits = null }: Partial<Record<string, string | null>>) => ({
  title,
  pitch,
  summary,
  credits,
});
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
const inEachLanguage = <T>(catalogue: Catalogue, make: (texts: Texts) => T) =>
  Object.fromEntries(LANGS.map((lang) => [lang, make(catalogue[lang] ?? {})]));

export function titles(folder: string): Plugin {
  const file = (game: string) => `${folder}/${game}/texts.json`;
  const games = () => readdirSync(folder).filter((game) => existsSync(file(game)));
  const core = `${folder}/../core/texts.json`;
  return {
    name: 'quatuor-titles',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      const entries = games().map((game) => {
        this.addWatchFile(file(game));
        return [game, inEachLanguage(read(file(game)), words)];
      });
      this.addWatchFile(core);
      const common = read(core);
      const names = Object.keys(common.en ?? {}).flatMap((key) => LEVEL.exec(key)?.[1] ?? []);
      const levels = names.map((name) => [
        name,
        inEachLanguage(common, (texts) => ({ title: texts[`level.${name}`], meaning: texts[`level.${name}.meaning`] })),
      ]);
      const json = (pairs: unknown[][]) => JSON.stringify(Object.fromEntries(pairs));
      return `export default ${json(entries)}\nexport const levels = ${json(levels)}`;
    },
    transformIndexHtml: (page) =>
      page.replace('%games%', games().map((game) => read(file(game)).en?.title).join(', ')),
  };
}
