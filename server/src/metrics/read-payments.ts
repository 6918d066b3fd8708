// Counts uncredited deposits and unfinished payouts, up to 1,000 of each kind, including the oldest.
import { SECOND } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import { madeAt, reading, samplesOf, secondsSince } from './reading.ts';

const COUNTED_MAX = 1000;
const EACH_COIN = 'from unnest($1::text[]) as c(coin) cross join lateral';

interface Counted {
  readonly coin: string;
  readonly kind: string;
  readonly n: number;
  readonly oldest: Date | string;
}

/** The first deposits of each coin in index order, which are those in the oldest blocks. */
const DEPOSITS = `
select c.coin, d.kind, count(*)::int as n, min(d.since) as oldest ${EACH_COIN} (
  (select 'pending' as kind, first_seen_at as since from deposits
   where coin = c.coin and status = 'pending' order by block_height limit ${COUNTED_MAX})
  union all
  (select 'unassessed', assess_at from deposits
   where coin = c.coin and assess_at is not null order by assess_at limit ${COUNTED_MAX})
  union all
  (select 'reversed', first_seen_at from deposits
   where coin = c.coin and status = 'reversed' order by block_height limit ${COUNTED_MAX})
) d group by 1, 2 order by 1, 2`;

/** An id starts with its creation time. */
const PAYOUTS = `
select c.coin, p.kind, count(*)::int as n, min(p.withdrawal_id::text) as oldest ${EACH_COIN} (
  select coalesce(wait_reason, 'none') as kind, withdrawal_id from payouts
  where coin = c.coin and status = 'waiting' order by due_at limit ${COUNTED_MAX}
) p group by 1, 2 order by 1, 2`;

const TRANSFERS = `
select c.coin, t.status as kind, count(*)::int as n, min(t.created_at) as oldest ${EACH_COIN} (
  select status, created_at from transfers
  where coin = c.coin and due_at is not null order by due_at limit ${COUNTED_MAX}
) t where t.status in ('reserved', 'signed', 'broadcast') group by 1, 2 order by 1, 2`;

const count = (sql: Sql, text: string, coins: readonly string[]) =>
  sql.query<Counted>(text, [coins]);

export const paymentsReading = reading({
  name: 'payments',
  everyMilliseconds: 15 * SECOND,
  gauges: {
    chaintill_deposits: {
      help: 'Waiting deposits: pending for blocks, unassessed for risk, or reversed',
      labels: ['coin', 'status'],
    },
    chaintill_deposits_oldest_seconds: {
      help: 'Age of the oldest waiting deposit',
      labels: ['coin', 'status'],
    },
    chaintill_payouts_waiting: {
      help: 'Payouts without a transaction, by wait reason',
      labels: ['coin', 'reason'],
    },
    chaintill_payouts_waiting_oldest_seconds: {
      help: 'Age of the oldest such payout',
      labels: ['coin', 'reason'],
    },
    chaintill_transfers: {
      help: 'Unconfirmed transactions: reserved, signed or broadcast',
      labels: ['coin', 'status'],
    },
    chaintill_transfers_oldest_seconds: {
      help: 'Age of the oldest unconfirmed transaction',
      labels: ['coin', 'status'],
    },
  },
  async read(app) {
    const coins = [...app.coins.keys()];
    const [deposits, payouts, transfers] = [
      await count(app.db, DEPOSITS, coins),
      await count(app.db, PAYOUTS, coins),
      await count(app.db, TRANSFERS, coins),
    ];
    const now = app.clock.now();
    const byKind = (rows: readonly Counted[], label: string) =>
      samplesOf(rows, ({ coin, kind }) => ({ coin, [label]: kind }));
    const counted = ({ n }: Counted) => n;
    const age = ({ oldest }: Counted) =>
      secondsSince(typeof oldest === 'string' ? madeAt(oldest) : oldest, now);
    return {
      chaintill_deposits: byKind(deposits, 'status')(counted),
      chaintill_deposits_oldest_seconds: byKind(deposits, 'status')(age),
      chaintill_payouts_waiting: byKind(payouts, 'reason')(counted),
      chaintill_payouts_waiting_oldest_seconds: byKind(payouts, 'reason')(age),
      chaintill_transfers: byKind(transfers, 'status')(counted),
      chaintill_transfers_oldest_seconds: byKind(transfers, 'status')(age),
    };
  },
});
