// Stores rows of a project as another cell has them, and compares what is stored then with what was read. With
// copy-books.ts the one place that stores in tables of other folders (decision 150).
import { AppError } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import type { CopiedTable } from './copied-tables.ts';

/** SQL: `$1`, a JSON array of rows, as rows of the table. */
export const given = (table: string): string =>
  `jsonb_populate_recordset(null::${table}, $1::jsonb) with ordinality`;

export async function storeRows(
  tx: Tx,
  table: CopiedTable,
  rows: readonly string[],
): Promise<void> {
  const stored = await tx.query<{ row: string }>(await insertion(tx, table), [arrayOf(rows)]);
  compare(
    table.table,
    rows,
    stored.map(({ row }) => row),
  );
}

export function arrayOf(rows: readonly string[]): string {
  return `[${rows.join(',')}]`;
}

/** A statement that stores the rows `$1` and gives them as they are stored. */
export async function insertion(tx: Tx, { table, leftOut = [] }: CopiedTable): Promise<string> {
  const columns = await tx.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       and attname <> all($2::text[])
     order by attnum`,
    [table, leftOut],
  );
  const names = columns.map(({ name }) => name).join(', ');
  const without = leftOut.map((name) => ` - '${name}'`).join('');
  return `insert into ${table} as t (${names}) select ${names} from ${given(table)}
    order by ordinality returning (to_jsonb(t)${without})::text as row`;
}

/** Both are JSON that PostgreSQL wrote, or was written from it. Throws 409 when they are not the same. */
export function compare(table: string, read: readonly string[], stored: readonly string[]): void {
  const isSame = read.length === stored.length && read.every((row, n) => isAs(row, stored[n]));
  if (!isSame) throw refused(`${table} did not arrive as it was`);
}

function isAs(read: string, stored = ''): boolean {
  return read === stored || canonical(read) === canonical(stored);
}

/** Numbers are compared as they are written. */
function canonical(json: string): string {
  const quoted = json.replaceAll(/"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : `"#${token}"`,
  );
  return JSON.stringify(sorted(JSON.parse(quoted)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

export function refused(why: string): AppError {
  return new AppError({ code: 'conflict', status: 409, message: `nothing was moved: ${why}` });
}
