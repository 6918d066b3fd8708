// Checks withdrawals with the network before planning, on networks where a transaction can charge a fee and pay nothing
// (ETH, XRP). Example: the destination is a contract that accepts no payments, requires a tag, or does not exist yet.
// Such a withdrawal waits while its quote is valid, shows the reason and does not block the others.
import type { App } from '../../app.ts';
import type { PayeeRefusal, PaymentFrom } from '../../chains/transfers.ts';
import { isUnspendable } from '../../coins/payee.ts';
import type { Tx } from '../../db/tx.ts';
import type { WaitReason } from '../../withdrawals/reasons.ts';
import { type CoinWallet, PAYABLE_COLUMNS, type PayableWithdrawal } from '../coin-wallet.ts';
import { ensureHotSender } from '../own-address.ts';
import { BY_DUE_TIME, duePayouts } from '../payout.ts';
import { lockLedgersAround } from '../store-transfers.ts';
import { rescheduleWaiting } from '../waiting-payouts.ts';
import type { Waiting } from './batches.ts';
import { endLate } from './end-late.ts';
import { isPaidInBooks } from './pay-in-books.ts';

/** As for one planning run (reserve.ts). */
const BATCH_MAX = 50;

/** The ids of the withdrawals that may be planned now; null on networks that need no check. Throws ChainUnavailable. */
export async function queryNetwork(
  app: App,
  coinWallet: CoinWallet,
): Promise<ReadonlySet<string> | null> {
  const { network, coin } = coinWallet;
  if (network.refusalOf === undefined) return null;
  const due = await app.db.query<PayableWithdrawal & { wait_reason: WaitReason | null }>(
    `select ${PAYABLE_COLUMNS}, p.wait_reason from ${duePayouts(`${BATCH_MAX}`)} order by ${BY_DUE_TIME}`,
    [coin.code, new Date(app.clock.now())],
  );
  if (due.length === 0) return new Set();
  const { address: sender } = await ensureHotSender(app, coin.code);
  const payable = new Set<string>();
  for (const withdrawal of due) {
    // Internal transfers that are paused or not due yet: the network would reject them permanently.
    if (isPaidInBooks(withdrawal, sender)) continue;
    const { address, tag, received_amount: amount } = withdrawal;
    const refusal = await network.refusalOf({ sender, address, tag, amount });
    if (refusal === null) {
      payable.add(withdrawal.id);
      continue;
    }
    await app.db.transaction((tx) => showRefusal(tx, { coinWallet, withdrawal, refusal }));
    await endLate(app, coinWallet, [withdrawal]);
  }
  return payable;
}

interface Refused {
  readonly coinWallet: CoinWallet;
  readonly withdrawal: PayableWithdrawal & { readonly wait_reason: WaitReason | null };
  readonly refusal: PayeeRefusal;
}

/** The first time, the merchant gets a callback, because only they can contact the recipient or cancel. */
async function showRefusal(tx: Tx, { coinWallet, withdrawal, refusal }: Refused): Promise<void> {
  const { project_id: projectId, id, status, wait_reason: before } = withdrawal;
  await lockLedgersAround(tx, { projectId, id });
  const reason = 'not_payable';
  // Canceled while the network was being queried.
  const waits = { coin: coinWallet.coin.code, withdrawal, reason, refusal } as const;
  if (!(await rescheduleWaiting(tx, waits))) return;
  if (status === 'pending' && before !== reason)
    await tx.instance.reactions.withdrawalsMoved(tx, [{ projectId, id }]);
}

// The recipient may be a contract. The plan must name the gas, because the signed bytes depend on it.

/** Undefined when all payments of the coin need the same gas. Throws ChainUnavailable. */
export async function gasFor(
  app: App,
  { network, coin }: CoinWallet,
  batch: readonly Waiting[],
): Promise<number | undefined> {
  const [one] = batch;
  if (network.gasFor === undefined || one === undefined) return undefined;
  const rows = await app.db.query<PaymentFrom>(
    `select w.address, w.tag, w.received_amount as amount, s.address as sender
     from coin_withdrawals w join wallet_senders s on s.coin = $3 and s.is_hot
     where w.project_id = $1 and w.id = $2`,
    [one.project_id, one.id, coin.code],
  );
  const payment = rows[0];
  return payment === undefined ? undefined : network.gasFor(payment);
}

// For withdrawals that were created before requests checked this (coins/payee.ts).

interface Due extends Waiting {
  readonly address: string;
}

/** Returns the withdrawals that can be paid. */
export async function refuseUnspendable<T extends Due>(
  app: App,
  coinWallet: CoinWallet,
  due: readonly T[],
): Promise<T[]> {
  const refused = due.filter(({ address }) => isUnspendable(app, coinWallet.coin, address));
  if (refused.length === 0) return [...due];
  const withdrawals = await app.db.query<PayableWithdrawal & { wait_reason: WaitReason | null }>(
    `select ${PAYABLE_COLUMNS}, p.wait_reason from payouts p
     join coin_withdrawals w on w.project_id = p.project_id and w.id = p.withdrawal_id
     where (p.project_id, p.withdrawal_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by p.project_id, p.withdrawal_id`,
    [refused.map((one) => one.project_id), refused.map(({ id }) => id)],
  );
  const refusal = { code: 'unspendable' } as const;
  for (const withdrawal of withdrawals)
    await app.db.transaction((tx) => showRefusal(tx, { coinWallet, withdrawal, refusal }));
  await endLate(app, coinWallet, withdrawals);
  return due.filter((one) => !refused.includes(one));
}
