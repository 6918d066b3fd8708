// Pays withdrawals from one merchant of the instance to another as internal transfers when both share one account
// (XRP), because the network rejects a payment from an account to itself (temREDUNDANT). One database transaction
// completes the withdrawal and stores the deposit. The status move and the unique posting per purpose ensure that it
// happens once.
import type { App, Instance } from '../../app.ts';
import { assert } from '../../core/assert.ts';
import type { Sql } from '../../db/database.ts';
import type { Tx } from '../../db/tx.ts';
import { depositsById } from '../../deposits/deposit.ts';
import { internalTxid, matchInBooks, receiveInBooks } from '../../deposits/receive-in-books.ts';
import { sealRefusal } from '../../keys/intent.ts';
import { signerRefusalText } from '../../keys/refusal-text.ts';
import { pausedProjects } from '../../ledger/payout-pauses.ts';
import { lockLedgers } from '../../ledger/post.ts';
import { riskOf } from '../../risk/assess.ts';
import { riskToJson, type StoredRisk } from '../../risk/present-risk.ts';
import { findWithdrawal, lockWithdrawal } from '../../withdrawals/store-withdrawals.ts';
import { intentOf, type WithdrawalRow } from '../../withdrawals/withdrawal.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { bookPayments } from '../follow/book-payment.ts';
import { BY_DUE_TIME, duePayouts, movePayout } from '../payout.ts';
import { findQuarantine } from '../quarantine.ts';
import { rescheduleWaiting } from '../waiting-payouts.ts';
import { awaitFinal } from './await-final.ts';
import type { Waiting } from './batches.ts';

/** The maximum of a planning run (reserve.ts). Payouts that have waited longest come first. */
const BATCH_MAX = 50;
const WINDOW_MAX = 1000;

/** Without a tag, the wallet would pay itself, which requests cannot do (addresses/refuse-own.ts). */
export function isPaidInBooks(
  { address, tag }: Pick<WithdrawalRow, 'address' | 'tag'>,
  account: string,
): boolean {
  return address === account && tag !== null && tag > 0;
}

/** Returns the number paid. A payment that fails does not block the others. */
export async function payInBooks(app: App, coinWallet: CoinWallet): Promise<number> {
  const { coin } = coinWallet;
  if (coin.destinationTag === null) return 0;
  const requested = await dueInBooks(app, coinWallet);
  // The recipient can withdraw it immediately.
  const fresh = await awaitFinal(app, coin.code, requested);
  let paid = 0;
  for (const due of requested) {
    if (fresh.has(due.id)) continue;
    try {
      paid += await app.db.transaction((tx) => pay(tx, { coinWallet, due }));
    } catch (error) {
      app.log.error({ err: error, withdrawal_id: due.id }, 'withdrawal not paid');
      await app.db.transaction((tx) => reschedule(tx, { coinWallet, due }));
    }
  }
  return paid;
}

function dueInBooks(app: App, { coin }: CoinWallet): Promise<Waiting[]> {
  return app.db.query<Waiting>(
    `select w.project_id, w.id, w.network_fee_level, w.committed_at from ${duePayouts(`${WINDOW_MAX}`)}
     where w.status = 'pending' and w.tag > 0
       and w.address in (select address from wallet_senders where coin = $1 and is_hot)
     order by ${BY_DUE_TIME} limit ${BATCH_MAX}`,
    [coin.code, new Date(app.clock.now())],
  );
}

interface Paying {
  readonly coinWallet: CoinWallet;
  readonly due: Waiting;
}

/** Zero when another process paid it first, or when the withdrawal is no longer payable. */
async function pay(tx: Tx, { coinWallet, due }: Paying): Promise<number> {
  const { coin } = coinWallet;
  const { project_id: projectId, id } = due;
  const requested = await findWithdrawal(tx, projectId, id);
  if (requested === null) return 0;
  const payment = { coin, withdrawalId: id, to: requested, amount: requested.received_amount };
  const matched = await matchInBooks(tx, payment);
  await lockLedgers(tx, [projectId, matched.projectId]);
  const row = await lockWithdrawal(tx, projectId, id);
  if (row?.status !== 'pending' || (await isHalted(tx, { coin: coin.code, projectId }))) return 0;
  assertAsRequested(tx.instance, row);
  assert(matched.ownerType !== 'treasury', 'a wallet is paid by nobody within the books');
  const txid = internalTxid(id);
  const move = {
    projectId,
    id,
    step: 'paid_in_books',
    transferId: null,
    txid,
    wait: null,
  } as const;
  const moved = await movePayout(tx, { ...move, from: ['waiting'], to: 'confirmed' });
  assert(moved.withdrawal, 'it is locked');
  // The network charges no fee.
  await bookPayments(tx, { coin: coin.code, withdrawals: [row] });
  await receiveInBooks(tx, { coin, matched, risk: await riskOfMoney(tx, row) });
  return 1;
}

async function isHalted(
  tx: Tx,
  { coin, projectId }: { coin: string; projectId: string },
): Promise<boolean> {
  if ((await findQuarantine(tx, coin)) !== null) return true;
  return (await pausedProjects(tx)).has(projectId);
}

/** No signer checks internal transfers, so an altered row is rejected here. */
function assertAsRequested(instance: Instance, row: WithdrawalRow): void {
  const refusal = sealRefusal(instance.intentKey, { ...intentOf(row), seal: row.seal });
  if (refusal !== null) throw new Error(signerRefusalText(refusal));
}

/** A merchant's balance was credited after risk assessment. Money that is returned uncredited keeps its assessment. */
async function riskOfMoney(
  sql: Sql,
  { deposit_id: depositId }: WithdrawalRow,
): Promise<StoredRisk> {
  const deposits = depositId === null ? [] : await depositsById(sql, [depositId]);
  return deposits[0]?.risk ?? riskToJson(riskOf([]));
}

async function reschedule(
  tx: Tx,
  { coinWallet, due }: { coinWallet: CoinWallet; due: Waiting },
): Promise<void> {
  await lockLedgers(tx, [due.project_id]);
  const withdrawal = await lockWithdrawal(tx, due.project_id, due.id);
  if (withdrawal?.status !== 'pending') return;
  const reason = 'transaction_build_failed';
  await rescheduleWaiting(tx, { coin: coinWallet.coin.code, withdrawal, reason });
}
