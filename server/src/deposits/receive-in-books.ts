// A payment from one merchant of the till to another that is on no chain (payouts/plan/pay-in-books.ts): a deposit like
// others, but that no reorganisation can take away. Its block is 0, below every block that is ever read, and it brings
// the wallets nothing. What its money is worth was judged when the till received it.
import type { Coin, Destination } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import type { Tx } from '../db/tx.ts';
import type { StoredRisk } from '../risk/present-risk.ts';
import type { DepositRow } from './deposit.ts';
import { matchPayments } from './match.ts';
import type { MatchedPayment } from './matched-payment.ts';
import { notifyOwners, storeDeposits } from './record-deposits.ts';
import { DEPOSIT_COLUMNS } from './store.ts';

interface PaymentInBooks {
  readonly coin: Coin;
  readonly withdrawalId: string;
  readonly to: Destination;
  readonly amount: bigint;
}

const BOOKS = { height: 0, hash: 'books' } as const;
/** Above every block: nothing is waited for. */
const ALWAYS_DEEP = { height: Number.MAX_SAFE_INTEGER, hash: BOOKS.hash } as const;

/** Stands where a txid would: the same for who pays and who is paid, and of no chain's form. */
export function internalTxid(withdrawalId: string): string {
  return `internal:${withdrawalId}`;
}

export function isInternal(txid: string): boolean {
  return txid.startsWith(internalTxid(''));
}

/** Whose it is, before their ledgers are locked. */
export async function matchInBooks(
  tx: Tx,
  { coin, withdrawalId, to, amount }: PaymentInBooks,
): Promise<MatchedPayment> {
  const { address, tag } = to;
  const payment = { txid: internalTxid(withdrawalId), index: 0, address, tag, amount };
  // Before the ledgers are locked: the moment of the transaction is one after that.
  const sight = { block: BOOKS, seenAt: tx.instance.clock.now(), payments: [payment], spends: [] };
  const [matched] = await matchPayments(tx, coin, [sight]);
  return defined(matched, 'it is paid to an address of ours');
}

/** The caller holds the ledgers of both. `risk`: of the money that is passed on. */
export async function receiveInBooks(
  tx: Tx,
  { coin, matched, risk }: { coin: Coin; matched: MatchedPayment; risk: StoredRisk },
): Promise<void> {
  const stored = { coin, matched: [matched], deepUnder: ALWAYS_DEEP };
  await storeDeposits(tx, stored);
  const deposits = await tx.query<DepositRow>(
    `update deposits set risk = $3, assess_at = null, is_in_wallet = true
     where coin = $1 and txid = $2 and risk is null returning ${DEPOSIT_COLUMNS}`,
    [coin.code, matched.payment.txid, JSON.stringify(risk)],
  );
  defined(deposits[0], 'it was not there before');
  await notifyOwners(tx, deposits);
}
