// The smallest amount that counts as a payment: the cost of spending it at the average fee, and at least the network's
// dust limit, unless the project sets another amount. A smaller payment waits in the inbox without an alert. It counts
// once the small payments to the same invoice or channel reach the minimum together.
import type { Instance } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { divide, parseDecimal, rescale } from '../core/money.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import type { ProjectSettings } from '../projects/project.ts';
import { DEPOSIT_COLUMNS, type DepositRow } from './deposit.ts';
import type { MatchedPayment } from './match.ts';

/** In the coin's smallest unit. Before the first fee estimate, it is the dust limit. */
export function minimumDeposit(instance: Instance, coin: Coin, settings: ProjectSettings): bigint {
  const own = settings.minimumDeposits?.[coin.asset.code];
  const set = own === undefined ? null : parseDecimal(own);
  if (set !== null) return rescale(set, coin.scale, 'up').digits;
  const { dust, spending } = coin.smallest;
  const quote = instance.networkFees.get(coin.code);
  const fee = quote?.ordinary ?? quote?.average ?? 0n;
  const cost = divide(fee * spending.part, spending.of, 'up');
  if (cost < dust) return dust;
  return cost;
}

export async function minimumsOf(
  sql: Sql,
  instance: Instance,
  { matched, coin }: { coin: Coin; matched: readonly MatchedPayment[] },
): Promise<ReadonlyMap<string, bigint>> {
  const ids = new Set(matched.flatMap(({ projectId }) => projectId ?? []));
  const rows = await sql.query<{ id: string; settings: ProjectSettings }>(
    'select id, settings from projects where id = any($1::uuid[]) order by id limit 100000',
    [[...ids]],
  );
  return new Map(rows.map(({ id, settings }) => [id, minimumDeposit(instance, coin, settings)]));
}

/** Only payments to an invoice or a channel can be too small. All others need a decision anyway. */
export function isBelowMinimum(
  { ownerType, projectId, payment }: MatchedPayment,
  minimums: ReadonlyMap<string, bigint>,
): boolean {
  if (projectId === null || (ownerType !== 'invoice' && ownerType !== 'channel')) return false;
  return payment.amount < (minimums.get(projectId) ?? 0n);
}

/** All payments to an open invoice are summed, but only the small ones to a channel, where each is credited. */
export async function countTogether(
  tx: Tx,
  counted: {
    coin: Coin;
    minimums: ReadonlyMap<string, bigint>;
    owners: readonly string[];
  },
): Promise<DepositRow[]> {
  const { coin, minimums } = counted;
  const owners = await withSmall(tx, counted.owners);
  if (owners.length === 0) return [];
  return tx.query<DepositRow>(
    `update deposits set is_small = false, is_unmatched = false
     where coin = $1 and is_small and credited_at is null and owner_id in (
       select d.owner_id from deposits d
       join unnest($2::uuid[], $3::numeric[]) as m(project_id, minimum) on m.project_id = d.project_id
       where d.coin = $1 and d.owner_id = any($4::uuid[])
         and d.status in ('pending', 'confirmed') and d.replaced_by is null
         and (d.owner_type = 'invoice' or d.is_small) and not (d.is_small and d.credited_at is not null)
         and (d.owner_type = 'channel' or exists (select 1 from invoices i
           where i.project_id = d.project_id and i.id = d.owner_id and i.status in ('new', 'unresolved')))
       group by d.owner_id, m.minimum having sum(d.amount) >= m.minimum)
     returning ${DEPOSIT_COLUMNS}`,
    [coin.code, [...minimums.keys()], [...minimums.values()].map(String), owners],
  );
}

/** Among thousands of owners, there are usually none, and the statement above is too slow for thousands. */
async function withSmall(tx: Tx, owners: readonly string[]): Promise<string[]> {
  if (owners.length === 0) return [];
  const rows = await tx.query<{ owner_id: string }>(
    `select t.owner_id from unnest($1::uuid[]) as t(owner_id)
     where exists (select 1 from deposits s where s.owner_id = t.owner_id and s.is_small)`,
    [owners],
  );
  return rows.map((row) => row.owner_id);
}
