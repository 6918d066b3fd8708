// An off-chain payment between two merchants of the instance (payouts/plan/pay-in-books.ts). No reorganization can
// remove it: its block height is 0, below every block that is ever read. It does not change the wallets.
import type { Coin, Destination } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import type { Tx } from '../db/tx.ts';
import type { StoredRisk } from '../risk/present-risk.ts';
import { DEPOSIT_COLUMNS, type DepositRow } from './deposit.ts';
import { type MatchedPayment, matchPayments } from './match.ts';
import { notifyOwners, storeDeposits } from './record-deposits.ts';

interface PaymentInBooks {
  readonly coin: Coin;
  readonly withdrawalId: string;
  readonly to: Destination;
  readonly amount: bigint;
}

const BOOKS = { height: 0, hash: 'books' } as const;
/** Above every block, so the deposit needs no further confirmations. */
const ALWAYS_DEEP = { height: Number.MAX_SAFE_INTEGER, hash: BOOKS.hash } as const;

/** The same for the payer and the recipient, and not valid as a txid on any chain. */
export function internalTxid(withdrawalId: string): string {
  return `internal:${withdrawalId}`;
}

export function isInternal(txid: string): boolean {
  return txid.startsWith(internalTxid(''));
}

/** Finds the owner before the ledgers are locked. */
export async function matchInBooks(
  tx: Tx,
  { coin, withdrawalId, to, amount }: PaymentInBooks,
): Promise<MatchedPayment> {
  const { address, tag } = to;
  const payment = { txid: internalTxid(withdrawalId), index: 0, address, tag, amount };
  // The ledgers are not locked yet, and the transaction's timestamp is taken later.
  const sight = { block: BOOKS, seenAt: tx.instance.clock.now(), payments: [payment], spends: [] };
  const [matched] = await matchPayments(tx, coin, [sight]);
  return defined(matched, 'it is paid to an address of ours');
}

/** The caller holds the locks of both ledgers. `risk`: the assessment of the transferred money. */
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
