// What stands in the way of moving a project, all of it at once. Asked when it is closed: nothing of it changes then.
import type { App } from '../app.ts';
import { slotOf } from '../core/slots.ts';
import { listQuarantines } from '../payouts/recover/quarantine.ts';
import type { Cells } from './move.ts';

export async function reasonsAgainst(cells: Cells, projectId: string): Promise<string[]> {
  const [payouts, slots, releases, people, quarantines] = await Promise.all([
    payoutsUnderWay(cells.from, projectId),
    sharedSlot(cells.from, projectId),
    differingTills(cells, projectId),
    missingPeople(cells, projectId),
    quarantinesOf(cells),
  ]);
  return [...slotReasons(projectId), ...payouts, ...slots, ...releases, ...people, ...quarantines];
}

function slotReasons(projectId: string): string[] {
  if (slotOf(projectId) !== null) return [];
  return ['it was made before this till was a cell: its keys and ids tell a proxy nothing'];
}

/** The other cell sees no transfer of this one: they are waited for until their blocks are final. */
function payoutsUnderWay(app: App, projectId: string): Promise<string[]> {
  return countedRows(app, {
    values: [projectId, [...app.coins.keys()]],
    queries: [
      `select 'transfers that pay for it are on their way, or in blocks that are not final' as name, count(*)::int as n
       from unnest($2::text[]) as k(coin)
       join transfers t on t.coin = k.coin and t.due_at is not null
       where exists (select 1 from transfer_payments p
         where p.coin = t.coin and p.transfer_id = t.id and p.project_id = $1)`,
      `select 'payouts are neither waiting nor over' as name, count(*)::int as n from payouts
       where project_id = $1 and status in ('planned', 'sent', 'failed')`,
    ],
  });
}

function sharedSlot(app: App, projectId: string): Promise<string[]> {
  return countedRows(app, {
    values: [projectId],
    queries: [
      `select 'other projects have its slot, which would move with it' as name, count(*)::int as n from projects
       where id <> $1 and substr(id::text, 15, 1) = '8'
         and substr(id::text, 25, 4) = substr($1::uuid::text, 25, 4)`,
    ],
  });
}

async function countedRows(
  app: App,
  { queries, values }: { queries: readonly string[]; values: readonly unknown[] },
): Promise<string[]> {
  const rows = await app.db.query<{ name: string; n: number }>(
    queries.join('\nunion all\n'),
    values,
  );
  return rows.filter(({ n }) => n > 0).map(({ name, n }) => `${n} ${name}`);
}

/** What was found there may be about its money. */
async function quarantinesOf({ from, to, fromCell, toCell }: Cells): Promise<string[]> {
  const [here, there] = await Promise.all([listQuarantines(from.db), listQuarantines(to.db)]);
  const said =
    (cell: string) =>
    ({ coin }: { coin: string }) =>
      `${coin} is in quarantine in cell ${cell}`;
  return [...here.map(said(fromCell)), ...there.map(said(toCell))];
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
  const networks = await missingNetworks({ from, to }, projectId);
  if (networks.length > 0) reasons.push(`cell ${toCell} has no network ${networks.join(', ')}`);
  if (fresh.length > 0)
    reasons.push(`it has no accounts in ${fresh.join(', ')}, as cell ${toCell} has`);
  const [there] = await to.db.query('select 1 from projects where id = $1', [projectId]);
  if (there !== undefined) reasons.push(`cell ${toCell} has rows of it: it was there before`);
  return reasons;
}

/** Coins are of networks, and accounts of assets: what it was paid in, pays in, or may be paid in. */
async function missingNetworks(
  { from, to }: Pick<Cells, 'from' | 'to'>,
  projectId: string,
): Promise<string[]> {
  const absent = [...from.coins.keys()].filter((code) => !to.coins.has(code));
  if (absent.length === 0) return [];
  const rows = await from.db.query<{ coin: string }>(
    `select k.coin from unnest($2::text[]) as k(coin) where exists (
       select 1 from deposits where coin = k.coin and project_id = $1
       union all select 1 from invoices where pay_currency = k.coin and project_id = $1
       union all select 1 from channels where pay_currency = k.coin and project_id = $1
       union all select 1 from coin_withdrawals where received_currency = k.coin and project_id = $1)`,
    [projectId, absent],
  );
  return rows.map(({ coin }) => coin);
}

async function releaseOf(app: App): Promise<number> {
  const [row] = await app.db.query<{ version: number }>(
    'select max(version) as version from migrations',
  );
  return row?.version ?? 0;
}

/** People have an account in each cell that they use; it is found by its name, which nobody else may have there. */
async function missingPeople({ from, to, toCell }: Cells, projectId: string): Promise<string[]> {
  const named = await from.db.query<{ name: string; is_shared: boolean }>(
    `select u.name, exists (
         select 1 from users o where lower(o.name) = lower(u.name) and o.id <> u.id) as is_shared
     from users u where u.id in (
       select user_id from project_members where project_id = $1
       union select user_id from approvers where project_id = $1 and removed_at is null)
     order by u.name`,
    [projectId],
  );
  const there = await to.db.query<{ name: string }>(
    `select lower(name) as name from users where lower(name) = any($1::text[])
     group by lower(name) having count(*) = 1`,
    [named.map(({ name }) => name.toLowerCase())],
  );
  const known = new Set(there.map(({ name }) => name));
  return named
    .filter(({ name, is_shared }) => is_shared || !known.has(name.toLowerCase()))
    .map(({ name }) => `${name} has no account in cell ${toCell}, or shares the name with someone`);
}
