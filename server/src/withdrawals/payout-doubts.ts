// What a database that went back may have forgotten about payouts. In quarantine (treasury/quarantine.ts) nothing is
// accepted anew and nothing runs out: what is asked for again may have been paid. And what was paid to somebody by a
// transaction that this database does not know makes the next payout to him wait for a person.
import type { App } from '../app.ts';
import { AppError } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import type { Sql } from '../db/database.ts';
import type { WithdrawalRow } from './withdrawal.ts';

const RETRY_SECONDS = 300;

export function payoutsSuspended(coin: string): AppError {
  return new AppError({
    code: 'service_unavailable',
    status: 503,
    retryAfterSeconds: RETRY_SECONDS,
    message: `payouts of ${coin} wait for the operator, and none is accepted meanwhile`,
  });
}

/** SQL: the coin of a column is in no quarantine. */
export const notQuarantined = (coin: string) =>
  `not exists (select 1 from quarantines q where q.coin = ${coin})`;

/** Coins that this process has not compared with their chains: until then nothing of them runs out by itself. */
export function uncompared(app: App): string[] {
  return [...app.transferNetworks.keys()].filter((coin) => !app.watchedCoins.has(coin));
}

export interface PayoutDoubts {
  readonly quarantined: ReadonlySet<string>;
  /** Why a payout waits for a person; null when nothing speaks against it. */
  holdReason(row: Payee): string | null;
}

type Payee = Pick<WithdrawalRow, 'received_currency' | 'address' | 'tag'>;

export async function payoutDoubts(sql: Sql, payees: readonly Payee[]): Promise<PayoutDoubts> {
  const [quarantines, paid] = await Promise.all([
    sql.query<{ coin: string }>('select coin from quarantines order by coin'),
    sql.query<{ coin: string; address: string; tag: number | null; txid: string }>(
      `select coin, address, tag, txid from unknown_payments
       where withdrawal_id is null and (coin, address) in (select * from unnest($1::text[], $2::text[]))
       order by found_at desc, txid`,
      [payees.map((row) => row.received_currency), payees.map(({ address }) => address)],
    ),
  ]);
  const byPayee = groupBy(paid, ({ coin, address, tag }) => keyOf(coin, address, tag));
  return {
    quarantined: new Set(quarantines.map(({ coin }) => coin)),
    holdReason({ received_currency: coin, address, tag }) {
      const [found] = byPayee.get(keyOf(coin, address, tag)) ?? [];
      return found === undefined
        ? null
        : `may have been paid by ${found.txid}, which this database does not know`;
    },
  };
}

/** Tag 0 is how a merchant says "no tag" (interface.md 4.1), and is sent as none. */
const keyOf = (coin: string, address: string, tag: number | null) =>
  `${coin} ${address} ${tag === 0 ? '' : (tag ?? '')}`;
