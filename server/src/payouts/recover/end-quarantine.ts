// Ends a quarantine when a person accepts the list: paid withdrawals are completed, spent outputs removed.
import type { App } from '../../app.ts';
import { apiError, notFound } from '../../core/errors.ts';
import type { Tx } from '../../db/tx.ts';
import { endAlert, endAlerts } from '../../ledger/alerts.ts';
import { commitFound } from '../../withdrawals/take-step.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { shareFee } from '../follow/book-costs.ts';
import { findQuarantine } from '../quarantine.ts';
import { lockLedgersAround } from '../store-transfers.ts';
import { endWaits } from '../waiting-payouts.ts';
import { acceptPayment, stopFollowers } from './accept-payment.ts';
import { examineWallet } from './examine-wallet.ts';
import { assignPayments, settlePayments } from './unrecognised-payments.ts';
import {
  dropAccepted,
  markOf,
  openSpends,
  paidTogether,
  storeAccepted,
  type UnknownSpend,
} from './unrecognised-spends.ts';

/**
 * `seen`: the mark of the list that the person reviewed; null accepts the current list. Errors: 404 when there is no
 * quarantine; 409 `not_reconciled` before the chain was read, `unknown_spends` when the list is not accepted,
 * `list_changed` when it is not the reviewed list, `not_in_a_block` while one of its payments may still vanish,
 * `needs_approval` while the policy holds one of its withdrawals, and `already_sent` when a transfer planned for a
 * withdrawal that was found paid cannot be stopped.
 */
export async function endQuarantine(
  app: App,
  coinWallet: CoinWallet,
  { isAccepted, seen = null }: { isAccepted: boolean; seen?: string | null },
): Promise<readonly UnknownSpend[]> {
  const coin = coinWallet.coin.code;
  const quarantine = await findQuarantine(app.db, coin);
  if (quarantine === null) throw notFound();
  if (quarantine.reconciled_at === null) throw apiError('not_reconciled', { coin });
  await app.db.transaction((tx) => assignPayments(tx, coin));
  const spends = await openSpends(app.db, coin);
  if (spends.length > 0 && !isAccepted) throw apiError('unknown_spends', { count: spends.length });
  if (seen !== null && seen !== markOf(spends)) throw apiError('list_changed');
  if (spends.some((spend) => spend.kind === 'payment' && spend.block_hash === null))
    throw apiError('not_in_a_block');
  await approvePaid(app, spends);
  await acceptOthers(app, spends);
  for (const spend of spends) if (spend.kind === 'payment') await accept(app, coinWallet, spend);
  // Includes inputs that were only planned here.
  const heights = spends.flatMap((spend) => spend.block_height ?? []);
  if (heights.length > 0)
    await examineWallet(app, { coinWallet, aboveHeight: Math.min(...heights) - 1 });
  await app.db.transaction(async (tx) => {
    await dropAccepted(tx, coin, quarantine.began_at);
    await remove(tx, coin);
    await settlePayments(tx, coin);
    await endAlerts(tx, { kind: 'unrecognized_spend', subjects: spends.map(({ txid }) => txid) });
    const now = tx.now;
    await endWaits(tx, 'coin', { value: coin, reason: 'quarantined', now });
    await endAlert(tx, { kind: 'quarantine', subject: coin });
  });
  return spends;
}

/** The policy applies to accepted withdrawals too: those that it holds need their approvals first. */
async function approvePaid(app: App, spends: readonly UnknownSpend[]): Promise<void> {
  const held: string[] = [];
  for (const { kind, subject, project_id: projectId } of spends) {
    if (kind !== 'payment' || projectId === null) continue;
    const withdrawal = { projectId, id: subject };
    const status = await app.db.transaction(async (tx) => {
      await lockLedgersAround(tx, withdrawal);
      return commitFound(tx, withdrawal);
    });
    if (status === 'on_hold') held.push(subject);
  }
  if (held.length === 0) return;
  throw apiError('needs_approval', { withdrawals: held });
}

/** The watcher may have found more entries since, which nobody has reviewed. */
async function remove(tx: Tx, coin: string): Promise<void> {
  const removed = await tx.query(
    `delete from quarantines q where q.coin = $1 and q.reconciled_at is not null
       and not exists (select 1 from unknown_spends u where u.coin = $1 and u.accepted_at is null)
     returning 1`,
    [coin],
  );
  if (removed.length === 0) throw apiError('list_changed.more_found');
}

/** Entries that pay no withdrawal; there may be thousands. */
async function acceptOthers(app: App, spends: readonly UnknownSpend[]): Promise<void> {
  const others = spends.filter(({ kind }) => kind !== 'payment');
  await app.db.transaction((tx) => storeAccepted(tx, others));
}

async function accept(app: App, coinWallet: CoinWallet, spend: UnknownSpend): Promise<void> {
  const fee = await feeOf(app, coinWallet, spend);
  await stopFollowers(app, coinWallet, spend);
  await app.db.transaction(async (tx) => {
    if (spend.project_id !== null)
      await lockLedgersAround(tx, { projectId: spend.project_id, id: spend.subject });
    await acceptPayment(tx, { coinWallet, spend, fee });
    await storeAccepted(tx, [spend]);
  });
}

/** The withdrawal's share when one transaction pays several. Null when the chain does not report the fee. */
async function feeOf(
  app: App,
  coinWallet: CoinWallet,
  spend: UnknownSpend,
): Promise<bigint | null> {
  const { block_height: height, block_hash: hash } = spend;
  if (height === null || hash === null) return null;
  const { fee } = await coinWallet.network.outcome(spend.txid, { height, hash });
  if (fee === null) return null;
  const paid = await paidTogether(app.db, spend);
  return shareFee(fee, paid.length)[paid.indexOf(spend.subject)] ?? null;
}
