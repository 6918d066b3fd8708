// Reads all rows of a project as they are at one moment, as text: amounts are never numbers of JavaScript on the way.
// Secrets are sealed again for the other cell, and people named as that cell knows them.
import type { App } from '../app.ts';
import type { Sql } from '../db/database.ts';
import { secretContext } from '../events/endpoints.ts';
import { keyContext } from '../projects/api-keys.ts';
import { COPIED, type CopiedTable } from './copied-tables.ts';
import type { Cells } from './move.ts';

/** By table: a JSON array of its rows, in its order. */
export type Copy = ReadonlyMap<string, string>;

export async function readCopy(cells: Cells, projectId: string): Promise<Copy> {
  const rows = await cells.from.db.snapshot(async (sql) => {
    const read = new Map<string, string>();
    await inUtc(sql);
    for (const table of COPIED) read.set(table.table, await rowsOf(sql, table, projectId));
    return read;
  });
  const users = await usersThere(cells);
  const changes: Readonly<Record<string, (row: Row) => Row>> = {
    api_keys: (row) => ({
      ...row,
      made_by: users(row['made_by']),
      secret_sealed: sealedAnew(cells, row['secret_sealed'], keyContext(String(row['key']))),
    }),
    callback_endpoints: (row) => {
      const context = secretContext(String(row['id']));
      const anew = (name: string) => ({ [name]: sealedAnew(cells, row[name], context) });
      return { ...row, ...anew('secret_sealed'), ...anew('previous_secret_sealed') };
    },
    approvers: (row) => ({ ...row, user_id: users(row['user_id']) }),
    project_members: (row) => ({ ...row, user_id: users(row['user_id']) }),
  };
  // None of these tables has an amount.
  for (const [table, change] of Object.entries(changes)) {
    const changed = (JSON.parse(rows.get(table) ?? '[]') as Row[]).map(change);
    rows.set(table, JSON.stringify(changed));
  }
  return rows;
}

type Row = Readonly<Record<string, unknown>>;

/** Times are written in the time zone of who asks. */
export async function inUtc(sql: Sql): Promise<void> {
  await sql.query(`select set_config('TimeZone', 'UTC', true)`);
}

export async function rowsOf(
  sql: Sql,
  { table, key = 'project_id', order, leftOut = [] }: CopiedTable,
  projectId: string,
): Promise<string> {
  const [row] = await sql.query<{ rows: string }>(
    `select coalesce(jsonb_agg(to_jsonb(t) - $2::text[] order by ${order}), '[]')::text as rows
     from ${table} t where ${key} = $1`,
    [projectId, leftOut],
  );
  return row?.rows ?? '[]';
}

function sealedAnew({ from, to }: Cells, sealed: unknown, context: string): string | null {
  if (typeof sealed !== 'string') return null;
  return to.secrets.seal(from.secrets.open(sealed, context), context);
}

/** Who somebody is in the other cell, by his name; nobody where he has no account. */
async function usersThere({ from, to }: Cells): Promise<(id: unknown) => string | null> {
  const named = (app: App) =>
    app.db.query<{ id: string; name: string }>('select id, lower(name) as name from users');
  const [ours, theirs] = await Promise.all([named(from), named(to)]);
  const nameOf = new Map(ours.map(({ id, name }) => [id, name]));
  const idOf = new Map(theirs.map(({ id, name }) => [name, id]));
  return (id) => idOf.get(nameOf.get(String(id)) ?? '') ?? null;
}
