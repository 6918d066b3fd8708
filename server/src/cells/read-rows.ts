// Reads all rows of a project as they are at one moment, a chunk after the other, as text: amounts are never numbers of
// JavaScript on the way. Secrets are sealed again for the other cell, and people named as that cell knows them.
import type { App } from '../app.ts';
import { groupBy } from '../core/group.ts';
import type { Sql } from '../db/database.ts';
import { secretContext } from '../events/endpoints.ts';
import { keyContext } from '../projects/api-keys.ts';
import type { CopiedTable } from './copied-tables.ts';
import type { Cells } from './move.ts';

/** Rows in the memory of this process, and in one statement of the other database, unless told. */
const CHUNK = 1000;

export interface RowsAsked {
  readonly projectId: string;
  /** The cell that it leaves. */
  readonly cell: string;
  /** `finalDepths` of it. */
  readonly depths: string;
  readonly chunk?: number | undefined;
}

/** JSON objects, each as PostgreSQL writes it. Within a transaction: a cursor ends with it. */
export async function* rowsOf(
  sql: Sql,
  table: CopiedTable,
  asked: RowsAsked,
): AsyncGenerator<readonly string[]> {
  const { key = 'project_id', order, leftOut = [], otherwise, where = 'true' } = table;
  const changed = otherwise
    ? ` || ${otherwise.replaceAll(':cell', '$3::text').replaceAll(':depths', '$4::text')}`
    : '';
  const { chunk = CHUNK } = asked;
  const ofCell = changed.includes('$3') ? [asked.cell, asked.depths] : [];
  const values = [asked.projectId, leftOut, ...ofCell];
  await sql.query(
    `declare copied no scroll cursor for
     select (to_jsonb(t) - $2::text[]${changed})::text as row from ${table.table} t
     where t.${key} = $1 and ${where} order by ${order}`,
    values,
  );
  for (let isMore = true; isMore; ) {
    const rows = await sql.query<{ row: string }>(`fetch ${chunk} from copied`);
    isMore = rows.length === chunk;
    if (rows.length > 0) yield rows.map(({ row }) => row);
  }
  await sql.query('close copied');
}

type Row = Readonly<Record<string, unknown>>;

/** What a chunk of a table is in the other cell. None of the tables that change here has an amount. */
export type Translate = (table: string, rows: readonly string[]) => readonly string[];

export async function translation(cells: Cells): Promise<Translate> {
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
  return (table, rows) => {
    if (WITH_REQUESTERS.includes(table)) return rows.map((row) => withPeople(row, users));
    const change = changes[table];
    return change === undefined
      ? rows
      : rows.map((row) => JSON.stringify(change(JSON.parse(row) as Row)));
  };
}

function sealedAnew({ from, to }: Cells, sealed: unknown, context: string): string | null {
  if (typeof sealed !== 'string') return null;
  return to.secrets.seal(from.secrets.open(sealed, context), context);
}

const WITH_REQUESTERS = ['coin_withdrawals', 'corrections'];

/** Who requested a withdrawal or a correction, which decides who may approve it. The rest keeps every digit. */
function withPeople(row: string, users: (id: unknown) => string | null): string {
  return row.replace(
    /"(api_key|committed_by|requested_by|decided_by)":\s*"user:([0-9a-f-]{36})"/g,
    (_all, column: string, id: string) => `"${column}":"user:${users(id) ?? id}"`,
  );
}

/** Who somebody is in the other cell, by their name; nobody where they have no account, or share the name. */
async function usersThere({ from, to }: Cells): Promise<(id: unknown) => string | null> {
  const named = (app: App) =>
    app.db.query<{ id: string; name: string }>('select id, lower(name) as name from users');
  const [ours, theirs] = await Promise.all([named(from), named(to)]);
  const nameOf = new Map(ours.map(({ id, name }) => [id, name]));
  const idOf = new Map(
    [...groupBy(theirs, ({ name }) => name)].flatMap(([name, [only, ...others]]) =>
      only === undefined || others.length > 0 ? [] : [[name, only.id]],
    ),
  );
  return (id) => idOf.get(nameOf.get(String(id)) ?? '') ?? null;
}
