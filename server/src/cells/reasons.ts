// What stands in the way of moving a project, all of it at once. Asked when it is closed: nothing of it changes then.
import type { App } from '../app.ts';
import { slotOf } from '../core/slots.ts';
import { COPIED, EMPTY } from './copied-tables.ts';
import type { Cells } from './move.ts';

/** One statement each way: more rows than this are not copied. */
const ROWS_MAX = 50_000;

export async function reasonsAgainst(cells: Cells, projectId: string): Promise<string[]> {
  const [tied, open, releases, people] = await Promise.all([
    rowsInTheWay(cells.from, projectId),
    openThings(cells.from, projectId),
    differingTills(cells, projectId),
    missingPeople(cells, projectId),
  ]);
  return [...slotReasons(projectId), ...tied, ...open, ...releases, ...people];
}

function slotReasons(projectId: string): string[] {
  if (slotOf(projectId) !== null) return [];
  return ['it was made before this till was a cell: its keys and ids tell a proxy nothing'];
}

async function rowsInTheWay(app: App, projectId: string): Promise<string[]> {
  const counted = Object.keys(EMPTY).map((table) => counting(table, 'project_id'));
  const tied = await countedRows(app, projectId, counted);
  const long = await countedRows(
    app,
    projectId,
    COPIED.map(({ table, key = 'project_id' }) => counting(table, key)),
  );
  return [
    ...tied.map(({ name, n }) => `${shown(n)} of ${name}: ${EMPTY[name]}`),
    ...long
      .filter(({ n }) => n > ROWS_MAX)
      .map(({ name }) => `more than ${ROWS_MAX} rows of ${name}: it is too large`),
  ];
}

const counting = (table: string, key: string): string =>
  `select '${table}' as name, count(*)::int as n
   from (select 1 from ${table} where ${key} = $1 limit ${ROWS_MAX + 1}) found`;

function shown(n: number): string {
  return n > ROWS_MAX ? `more than ${ROWS_MAX} rows` : `${n} ${n === 1 ? 'row' : 'rows'}`;
}

/** What is not over: it would go on in both cells, or in none. */
async function openThings(app: App, projectId: string): Promise<string[]> {
  const found = await countedRows(app, projectId, [
    `select 'callbacks are not delivered yet' as name, count(*)::int as n from deliveries
     where project_id = $1 and status = 'pending'`,
    `select 'mails are not sent yet' as name, count(*)::int as n from mails
     where project_id = $1 and status = 'pending'`,
    `select 'exchanges are neither committed nor over' as name, count(*)::int as n from exchange_transfers
     where project_id = $1 and committed_at is null and expired_at is null`,
    `select 'amounts are on hold' as name, count(*)::int as n from ledger_holds
     where project_id = $1 and status = 'open'`,
    `select 'other projects have its slot, which would move with it' as name, count(*)::int as n from projects
     where id <> $1 and substr(id::text, 15, 1) = '8'
       and substr(id::text, 25, 4) = substr($1::uuid::text, 25, 4)`,
  ]);
  return found.map(({ name, n }) => `${n} ${name}`);
}

async function countedRows(
  app: App,
  projectId: string,
  queries: readonly string[],
): Promise<{ name: string; n: number }[]> {
  const rows = await app.db.query<{ name: string; n: number }>(queries.join('\nunion all\n'), [
    projectId,
  ]);
  return rows.filter(({ n }) => n > 0);
}

/** Both have to be the same program in the same mode, with the same coins: rows mean the same there. */
async function differingTills({ from, to, toCell }: Cells, projectId: string): Promise<string[]> {
  const reasons: string[] = [];
  const [ours, theirs] = await Promise.all([releaseOf(from), releaseOf(to)]);
  const [kindOfOurs, kindOfTheirs] = [from, to].map(({ config }) =>
    [config.mode, config.network].join(' on '),
  );
  if (ours !== theirs)
    reasons.push(`cell ${toCell} has migration ${theirs}, and this cell ${ours}: upgrade first`);
  if (kindOfOurs !== kindOfTheirs)
    reasons.push(`cell ${toCell} is ${kindOfTheirs}, and this cell ${kindOfOurs}`);
  const rows = await from.db.query<{ currency: string }>(
    `select currency from ledger_accounts where project_id = $1 and kind = 'available'`,
    [projectId],
  );
  const own = new Set(rows.map(({ currency }) => currency));
  const missing = [...own].filter((code) => !to.currencies.has(code));
  const fresh = [...to.currencies.keys()].filter((code) => !own.has(code));
  if (missing.length > 0) reasons.push(`cell ${toCell} has no ${missing.join(', ')}`);
  if (fresh.length > 0)
    reasons.push(`it has no accounts in ${fresh.join(', ')}, as cell ${toCell} has`);
  const [there] = await to.db.query('select 1 from projects where id = $1', [projectId]);
  if (there !== undefined) reasons.push(`cell ${toCell} has rows of it: it was there before`);
  return reasons;
}

async function releaseOf(app: App): Promise<number> {
  const [row] = await app.db.query<{ version: number }>(
    'select max(version) as version from migrations',
  );
  return row?.version ?? 0;
}

/** People have an account in each cell that they use; it is found by its name. */
async function missingPeople({ from, to, toCell }: Cells, projectId: string): Promise<string[]> {
  const named = await from.db.query<{ name: string }>(
    `select u.name from users u where u.id in (
       select user_id from project_members where project_id = $1
       union select user_id from approvers where project_id = $1 and removed_at is null)
     order by u.name`,
    [projectId],
  );
  const there = await to.db.query<{ name: string }>(
    'select lower(name) as name from users where lower(name) = any($1::text[])',
    [named.map(({ name }) => name.toLowerCase())],
  );
  const known = new Set(there.map(({ name }) => name));
  return named
    .filter(({ name }) => !known.has(name.toLowerCase()))
    .map(({ name }) => `${name} has no account in cell ${toCell}`);
}
