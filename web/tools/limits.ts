/** `import { … } from 'api:limits'` gives what the API's description fixes for every form: lengths, patterns, defaults. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ID = 'api:limits';

export function limits(file: string): Plugin {
  return {
    name: 'quatuor-limits',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      this.addWatchFile(file);
      const { components, paths } = JSON.parse(readFileSync(file, 'utf8'));
      const { NameRequest, NewTable, SeatPlan } = components.schemas;
      const values: Record<string, unknown> = {
        NAME_LENGTH: NameRequest.properties.name.maxLength,
        DEFAULT_LEVEL: SeatPlan.properties.bot.default,
        DEFAULT_PACE_MS: NewTable.properties.pace_ms.default,
        TABLE_ID: paths['/api/tables/{table_id}'].get.parameters[0].schema.pattern,
      };
      return Object.entries(values)
        .map(([name, value]) => {
          if (value === undefined) throw new Error(`${file} does not say what ${name} is`);
          return `export const ${name} = ${JSON.stringify(value)};`;
        })
        .join('\n');
    },
  };
}
