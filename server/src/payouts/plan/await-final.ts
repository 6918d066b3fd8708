// Delays payouts that would spend more than a cap of unfinalized (fresh) money: credited for deposits in blocks that
// are not final, or that a reorganization removed. Computed per project over all its accounts, in EUR, so that money
// stays fresh through an exchange. The balance that remains after a payout and the ones queued behind it must cover the
// fresh money less the cap. So even if all those blocks were reorganized out, the shortfall is at most the cap
// (decision 67).
import type { App } from '../../app.ts';
import { HOUR, SECOND } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { type Currency, formatDecimal } from '../../core/money.ts';
import type { Tx } from '../../db/tx.ts';
import { finalDepth } from '../../deposits/depth.ts';
import { raiseAlert } from '../../ledger/alerts.ts';
import { FRESH_MONEY_MAX_EUR } from '../../projects/project.ts';
import { quoteNow } from '../../rates/rates.ts';
import { noteWaits } from '../waiting-payouts.ts';
import type { Waiting } from './batches.ts';

/** Six BTC blocks take longer than 3 hours only once in several thousand cases. */
export const FINAL_AFTER = 3 * HOUR;
const RETRY = 10 * SECOND;

interface Short {
  readonly id: string;
  readonly project_id: string;
  readonly status: string;
  readonly committed_at: Date;
}

/**
 * Returns the ids of the due payouts that must wait; they show the reason and are due again soon. The others may be
 * planned, also concurrently. The payout committed first has priority, so no money is counted for two payouts. Money
 * credited in the meantime counts both as fresh and as available.
 */
export async function awaitFinal(
  app: App,
  coin: string,
  due: readonly Waiting[],
): Promise<ReadonlySet<string>> {
  if (due.length === 0) return new Set();
  const prices = pricesOf(app);
  // In a transaction, so that the query plan does not depend on row estimates.
  return app.db.transaction(async (tx) => {
    const short = await findShort(tx, { due, prices });
    if (short.length > 0) await reschedule(tx, { coin, short });
    return new Set(short.map(({ id }) => id));
  });
}

/** The value of each currency's smallest unit in EUR, at the rate used to credit deposits. */
function pricesOf(app: App): ReadonlyMap<string, string> {
  const prices = new Map<string, string>();
  for (const currency of app.currencies.values()) {
    const price = priceOf(app, currency);
    if (price !== null) prices.set(currency.code, price);
  }
  return prices;
}

function priceOf(app: App, { code, scale }: Currency): string | null {
  if (code === 'EUR') return formatDecimal({ digits: 1n, scale });
  try {
    const rate = quoteNow(app, { base: code, quote: 'EUR' }).sellRate;
    return formatDecimal({ digits: rate.digits, scale: rate.scale + scale });
  } catch (error) {
    if (error instanceof AppError && error.code === 'rates_unavailable') return null;
    throw error;
  }
}

/** Without a rate, fresh money counts as infinitely valuable, and available money as worthless. */
function findShort(
  tx: Tx,
  { due, prices }: { due: readonly Waiting[]; prices: ReadonlyMap<string, string> },
): Promise<Short[]> {
  const coins = [...tx.instance.coins.values()];
  return tx.query<Short>(
    `with price as materialized (
       select * from unnest($3::text[], $4::numeric[]) as p(currency, price)),
     credited as materialized (
       select d.project_id, d.coin, d.amount
       from unnest($1::text[], $2::int[]) as k(coin, depth)
       join chain_cursors c on c.coin = k.coin
       join lateral (
         select project_id, coin, amount from deposits
         where coin = k.coin and block_height > coalesce(c.final_height, c.height - k.depth + 1)
           and status = 'confirmed' and credited_at is not null
         union all
         select project_id, coin, amount from deposits
         where coin = k.coin and block_height is null and status in ('pending', 'confirmed')
           and credited_at is not null) d on d.project_id = any($5::uuid[])),
     fresh as (
       select d.project_id, sum(d.amount * coalesce(p.price, 'infinity')) as worth
       from credited d left join price p on p.currency = asset_of(d.coin) group by d.project_id),
     needed as (
       select id as project_id, f.worth - coalesce((settings ->> 'freshMoneyMaxEur')::numeric, $6) as worth
       from fresh f join projects on id = f.project_id),
     owned as (
       select n.project_id, n.worth as needed, (
         select coalesce(sum(a.balance * p.price), 0)
         from ledger_accounts a join price p on p.currency = a.currency
         where a.project_id = n.project_id and a.kind = 'available') as worth
       from needed n where n.worth > 0)
     select w.id, w.project_id, w.status, w.committed_at
     from owned o join lateral (
       select w.id, w.project_id, w.status, w.committed_at,
         sum(w.received_amount * coalesce(p.price, 0)) over (order by w.committed_at desc, w.id desc)
           - w.received_amount * coalesce(p.price, 0) as behind
       from payouts u join coin_withdrawals w on w.project_id = u.project_id and w.id = u.withdrawal_id
       left join price p on p.currency = asset_of(u.coin)
       where u.project_id = o.project_id and u.coin = any($1::text[]) and u.status = 'waiting') w on true
     where o.worth < o.needed and w.id = any($7::uuid[]) and o.worth + w.behind < o.needed`,
    [
      coins.map(({ code }) => code),
      coins.map(finalDepth),
      [...prices.keys()],
      [...prices.values()],
      [...new Set(due.map((one) => one.project_id))],
      FRESH_MONEY_MAX_EUR,
      due.map((one) => one.id),
    ],
  );
}

async function reschedule(
  tx: Tx,
  { coin, short }: { coin: string; short: readonly Short[] },
): Promise<void> {
  const now = tx.now.getTime();
  await noteWaits(tx, {
    withdrawals: short.map(({ project_id: projectId, id }) => ({ projectId, id })),
    wait: { reason: 'waiting_for_finality', detail: null },
    dueAt: new Date(now + RETRY),
  });
  const late = short.find(
    ({ status, committed_at }) =>
      status === 'pending' && committed_at.getTime() + FINAL_AFTER <= now,
  );
  if (late === undefined) return;
  const facts = { coin, withdrawal_id: late.id, project_id: late.project_id };
  await raiseAlert(tx, { kind: 'waiting_for_finality', subject: coin, facts });
}
