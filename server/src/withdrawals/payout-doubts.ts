// Handles payouts that a rolled-back database may have lost. In quarantine (payouts/quarantine.ts), no repeated request
// is accepted and nothing expires, because a repeated request may already have been paid.
//
// Payments by transactions unknown to this database also make payouts to their recipients wait for a person: all
// payouts when the payment matches no withdrawal, and for a month those of the same amount when it completed one. A
// merchant may have canceled that withdrawal after the backup and requested the same under another reference.
import type { App } from '../app.ts';
import { coinLabel } from '../coins/coin.ts';
import { DAY } from '../core/clock.ts';
import { type AppError, apiError } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import type { Tx } from '../db/tx.ts';
import type { HoldReason } from './reasons.ts';
import type { WithdrawalRow } from './withdrawal.ts';

const RETRY_SECONDS = 300;
/** Merchants usually repeat lost requests soon. */
const REPEATED_FOR = 30 * DAY;

export function payoutsSuspended(coin: string): AppError {
  return apiError(
    'service_unavailable.payouts_suspended',
    { coin: coinLabel(coin) },
    { retryAfterSeconds: RETRY_SECONDS },
  );
}

/** SQL: the coin in a column is not in quarantine. */
export const notQuarantined = (coin: string) =>
  `not exists (select 1 from quarantines q where q.coin = ${coin})`;

/** Until a coin was compared with its chain by this process, none of its withdrawals expire. */
export function uncompared(app: App): string[] {
  return [...app.transferNetworks.keys()].filter((coin) => !app.watchedCoins.has(coin));
}

export interface PayoutDoubts {
  readonly quarantined: ReadonlySet<string>;
  /** Null when there is no doubt. */
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
        // Uses the clock, because the query is sent together with the lock and the transaction's time is set after it.
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
      return found === undefined ? null : { code: 'possibly_paid', txid: found.txid };
    },
  };
}

/** Tag 0 means "no tag" (interface.md 4.1), and is sent without a tag. */
const keyOf = (coin: string, address: string, tag: number | null) =>
  `${coin} ${address} ${tag === 0 ? '' : (tag ?? '')}`;
