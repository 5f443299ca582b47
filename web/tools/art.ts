/** `import url from 'art:fox'` gives the address of an icon of Fluent Emoji (flat), written as a file of the build. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

interface IconSet {
  icons: Record<string, { body: string }>;
  width?: number;
  height?: number;
}

const PREFIX = 'art:';
const RESOLVED = '\0art:';

export function art(): Plugin {
  const file = createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/icons.json');
  let set: IconSet | undefined;
  const svg = (name: string): string => {
    set ??= JSON.parse(readFileSync(file, 'utf8')) as IconSet;
    const icon = set.icons[name];
    if (!icon) throw new Error(`Fluent Emoji has no icon ${name}`);
    const { width = 32, height = 32 } = set;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${icon.body}</svg>`;
  };
  let building = false;
  return {
    name: 'quatuor-art',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId(id) {
      return id.startsWith(PREFIX) ? RESOLVED + id.slice(PREFIX.length) : undefined;
    },
    load(id) {
      if (!id.startsWith(RESOLVED)) return undefined;
      const name = id.slice(RESOLVED.length);
      const source = svg(name);
      if (!building) {
        return `export default ${JSON.stringify('data:image/svg+xml,' + encodeURIComponent(source))}`;
      }
      const reference = this.emitFile({ type: 'asset', name: `${name}.svg`, source });
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`;
    },
  };
}
