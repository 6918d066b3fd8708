// Which payments of a chain are ours: one query for everything a run has read.
import type { IncomingPayment } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import { known } from '../core/assert.ts';
import type { Sql } from '../db/database.ts';

/** A payment to one of our addresses; without an owner when the address or tag was never handed out. */
export interface MatchedPayment<Payment extends IncomingPayment> {
  readonly payment: Payment;
  readonly projectId: string | null;
  /** `treasury`: change and top-ups, which are nobody's deposit. */
  readonly ownerType: 'invoice' | 'channel' | 'treasury' | null;
  readonly ownerId: string | null;
}

const NO_TAG = -1;

export async function matchPayments<Payment extends IncomingPayment>(
  sql: Sql,
  coin: Coin,
  payments: readonly Payment[],
): Promise<MatchedPayment<Payment>[]> {
  if (payments.length === 0) return [];
  // On a coin with tags the address alone says that a payment is ours; the tag says whose.
  const rows = await sql.query<{
    n: number;
    project_id: string | null;
    owner_type: 'invoice' | 'channel' | 'treasury' | null;
    owner_id: string | null;
  }>(
    `select t.n::int as n, a.project_id, a.owner_type, a.owner_id
     from unnest($2::text[], $3::bigint[]) with ordinality as t(address, tag, n)
     left join addresses a on a.coin = $1 and a.address = t.address and a.tag = t.tag
     where a.coin is not null
       or ($4 and exists (select 1 from addresses o where o.coin = $1 and o.address = t.address))
     order by t.n`,
    [
      coin.code,
      payments.map((payment) => payment.address),
      payments.map((payment) => payment.tag ?? NO_TAG),
      coin.destinationTag !== null,
    ],
  );
  return rows.map((row) => ({
    payment: known(payments[row.n - 1], 'a match names a payment'),
    projectId: row.project_id,
    ownerType: row.owner_type,
    ownerId: row.owner_id,
  }));
}
