// Stores the copy of a project in one transaction: every row, compared with what was read, its books proven from their
// first posting, and that it has come. It stays closed. The one place that writes tables of other folders (decision
// 150).
import { AppError } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import { NOTHING_PROVEN, proveProject } from '../ledger/prove-project.ts';
import { BOOKS, COPIED, type CopiedTable, FIRST, LAST } from './copied-tables.ts';
import { type Move, noteArrival } from './moves.ts';
import { type Copy, inUtc, rowsOf } from './read-copy.ts';

export interface Arriving {
  readonly move: Move;
  readonly fromCell: string;
  readonly copy: Copy;
}

/** More slices than rows can fill. */
const SLICES = 1000;

export async function storeCopy(tx: Tx, { move, fromCell, copy }: Arriving): Promise<void> {
  const { projectId } = move;
  await inUtc(tx);
  for (const table of FIRST) await storeRows(tx, [table], copy);
  await storeRows(tx, BOOKS, copy);
  for (const table of LAST) await storeRows(tx, [table], copy);
  for (const table of COPIED)
    if (!isSame(await rowsOf(tx, table, projectId), copy.get(table.table)))
      throw refused(`${table.table} did not arrive as it was`);
  const { findings } = await proveProject(
    { transaction: (work) => work(tx) },
    { projectId, mark: NOTHING_PROVEN, now: tx.now, slices: SLICES },
  );
  if (findings.length > 0) throw refused(`its books do not hold: ${JSON.stringify(findings)}`);
  // Last: what comes after it is refused, as for everything that is closed.
  if (!(await noteArrival(tx, { move, fromCell })))
    throw refused('it was given up meanwhile, or is here');
}

/** Several tables by one statement. */
async function storeRows(tx: Tx, tables: readonly CopiedTable[], copy: Copy): Promise<void> {
  const parts: string[] = [];
  for (const [n, one] of tables.entries()) {
    const columns = (await columnsOf(tx, one)).join(', ');
    parts.push(
      `stored_${n} as (insert into ${one.table} (${columns})
         select ${columns} from jsonb_populate_recordset(null::${one.table}, $${n + 1}::jsonb) with ordinality
         order by ordinality returning 1)`,
    );
  }
  await tx.query(
    `with ${parts.join(', ')} select 1`,
    tables.map(({ table }) => copy.get(table) ?? '[]'),
  );
}

async function columnsOf(tx: Tx, { table, leftOut = [] }: CopiedTable): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name).filter((name) => !leftOut.includes(name));
}

/** Both are JSON that PostgreSQL wrote, or was written from it: numbers are compared as they are written. */
function isSame(stored: string, read = '[]'): boolean {
  return stored === read || canonical(stored) === canonical(read);
}

function canonical(json: string): string {
  const quoted = json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
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

function refused(why: string): AppError {
  return new AppError({ code: 'conflict', status: 409, message: `nothing was moved: ${why}` });
}
