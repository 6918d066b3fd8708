// What a database that went back may have forgotten about payouts. In quarantine (payouts/recover/quarantine.ts)
// nothing is accepted again and nothing runs out: what is asked for again may have been paid. And what was paid to
// somebody by a transaction that this database does not know makes payouts to him wait for a person: all of them when
// it is no withdrawal's, and for a month those of the same amount when it completed one. A merchant may have given that
// one up after the backup, and asked for the same under another reference.
import type { App } from '../app.ts';
import { coinWords } from '../coins/coin.ts';
import { DAY } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import type { Tx } from '../db/tx.ts';
import type { HoldReason } from './hold-reasons.ts';
import type { WithdrawalRow } from './withdrawal.ts';

const RETRY_SECONDS = 300;
/** Who repeats what a database lost does so soon. */
const REPEATED_FOR = 30 * DAY;

export function payoutsSuspended(coin: string): AppError {
  return new AppError({
    code: 'service_unavailable',
    status: 503,
    retryAfterSeconds: RETRY_SECONDS,
    message: `payouts of ${coinWords(coin)} wait for the operator, and none is accepted meanwhile`,
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
  holdReason(row: Payee): HoldReason | null;
}

type Payee = Pick<WithdrawalRow, 'received_currency' | 'address' | 'tag' | 'received_amount'>;

interface Paid {
  readonly coin: string;
  readonly address: string;
  readonly tag: number | null;
  readonly txid: string;
  readonly amount: bigint;
  readonly is_lost: boolean;
}

export async function payoutDoubts(tx: Tx, payees: readonly Payee[]): Promise<PayoutDoubts> {
  const [quarantines, paid] = await Promise.all([
    tx.query<{ coin: string }>('select coin from quarantines order by coin'),
    tx.query<Paid>(
      `select coin, address, tag, txid, amount, withdrawal_id is null as is_lost from unknown_payments
       where (coin, address) in (select * from unnest($1::text[], $2::text[]))
         and (withdrawal_id is null or settled_at > $3)
       order by found_at desc, txid`,
      [
        payees.map((row) => row.received_currency),
        payees.map(({ address }) => address),
        // Asked for beside the lock: the moment of the transaction is one after it.
        new Date(tx.instance.clock.now() - REPEATED_FOR),
      ],
    ),
  ]);
  const byPayee = groupBy(paid, ({ coin, address, tag }) => keyOf(coin, address, tag));
  return {
    quarantined: new Set(quarantines.map(({ coin }) => coin)),
    holdReason({ received_currency: coin, address, tag, received_amount: amount }) {
      const found = byPayee
        .get(keyOf(coin, address, tag))
        ?.find((one) => one.is_lost || one.amount === amount);
      return found === undefined ? null : { code: 'maybe_paid', txid: found.txid };
    },
  };
}

/** Tag 0 is how a merchant says "no tag" (interface.md 4.1), and is sent as none. */
const keyOf = (coin: string, address: string, tag: number | null) =>
  `${coin} ${address} ${tag === 0 ? '' : (tag ?? '')}`;
