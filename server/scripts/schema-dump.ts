// docs/schema.sql: the schema that the migrations add up to, read back from the catalogue in sorted order.
// For people who look for a table; the migrations are what is applied.
import { readSchemaLines, type SchemaLine } from '../src/db/compare-schema.ts';
import type { Sql } from '../src/db/database.ts';

const HEADER = `-- The database schema, generated from server/migrations by \`npm run generate\`. For reading only.
`;

export async function schemaDump(sql: Sql): Promise<string> {
  const lines = await readSchemaLines(sql, 'public');
  const { columns, constraints, indexes, triggers, views, functions } = lines;
  const names = [...new Set(columns.map(({ table }) => table))];
  const tables = names.map((name) => {
    const of = (lines: readonly SchemaLine[]) =>
      lines.filter(({ table }) => table === name).map(({ text }) => text);
    const inside = [...of(columns), ...of(constraints)].map((text) => `  ${text}`).join(',\n');
    const after = [...of(indexes), ...of(triggers)].map((text) => `${text};\n`).join('');
    return `create table ${name} (\n${inside}\n);\n${after}`;
  });
  const seen = views.map(({ text }) => `create view ${text}\n`);
  const made = functions.map(({ text }) => `${text.trimEnd()};\n`);
  return [HEADER, ...tables, ...seen, ...made].join('\n');
}
