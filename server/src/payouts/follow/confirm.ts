// Handles a transfer in a block: completes its withdrawals, spends its inputs, and makes its change spendable.
import type { App } from '../../app.ts';
import type { BlockRef } from '../../chains/chain.ts';
import type { TransferResult } from '../../chains/transfers.ts';
import { defined } from '../../core/assert.ts';
import { sumOf } from '../../core/group.ts';
import type { Tx } from '../../db/tx.ts';
import { isPassed } from '../../deposits/cursor.ts';
import { raiseAlert } from '../../ledger/alerts.ts';
import { noteTxid } from '../../withdrawals/follow-payout.ts';
import type { WaitDetail } from '../../withdrawals/reasons.ts';
import { awaitTransfer, movePayout, movePayouts, named } from '../payout.ts';
import { takeOver } from '../replace/replace-stuck.ts';
import { touchSenders } from '../sending-addresses.ts';
import {
  lockFamily,
  lockLedgersOf,
  moveTransfer,
  type PaidWithdrawal,
  paidBy,
} from '../store-transfers.ts';
import { logTransfer, readPlan, type TransferRow } from '../transfer.ts';
import { wakeWaiting } from '../waiting-payouts.ts';
import { endRefusals, finishVoid } from './abandon.ts';
import { bookCosts } from './book-costs.ts';
import { bookPayments, reversePayment } from './book-payment.ts';
import type { TransferObservation } from './follow.ts';

interface Confirmation extends TransferObservation {
  readonly block: BlockRef;
}

/** Returns true when the block was not recorded yet. */
export async function confirmTransfer(app: App, confirmation: Confirmation): Promise<boolean> {
  const { coinWallet, transfer, block } = confirmation;
  if (transfer.status === 'confirmed' && transfer.block_hash === block.hash) {
    await settle(app, confirmation);
    return false;
  }
  const txid = defined(transfer.txid, 'it was signed');
  const outcome = await coinWallet.network.outcome(txid, block, readPlan(transfer.plan));
  return app.db.transaction((tx) => store(tx, { ...confirmation, outcome }));
}

/** Stops following the transfer when its block is final and the watcher would notice its removal. */
async function settle(app: App, confirmation: Confirmation): Promise<void> {
  const { transfer, block, finalHeight } = confirmation;
  if (block.height > finalHeight || !(await isPassed(app.db, transfer.coin, block))) return;
  if (transfer.purpose === 'void') return finishVoid(app, confirmation);
  await app.db.query(
    `update transfers set due_at = null
     where coin = $1 and family = $2 and status in ('confirmed', 'replaced')
       and exists (select 1 from transfers c where c.coin = $1 and c.id = $3
         and c.status = 'confirmed' and c.block_hash = $4)`,
    [transfer.coin, transfer.family, transfer.id, block.hash],
  );
}

async function store(
  tx: Tx,
  confirmation: Confirmation & { outcome: TransferResult },
): Promise<boolean> {
  const { coinWallet, block, outcome } = confirmation;
  await lockLedgersOf(tx, confirmation.transfer);
  const family = await lockFamily(tx, confirmation.transfer);
  const transfer = defined(
    family.find((member) => member.id === confirmation.transfer.id),
    'a transfer is of its family',
  );
  if (transfer.status === 'dead' || transfer.status === 'reserved') return false;
  if (transfer.status === 'confirmed' && transfer.block_hash === block.hash) return false;
  await setAside(tx, family, transfer);
  await endRefusals(tx, family);
  await moveTransfer(tx, transfer, {
    from: [transfer.status],
    to: 'confirmed',
    dueAt: 'infinity',
    block,
  });
  await logTransfer(tx, transfer, {
    step: outcome.hasFailed ? 'failed_on_chain' : 'confirmed',
    facts: {
      height: block.height,
      hash: block.hash,
      ...(outcome.reason && { reason: outcome.reason }),
      ...(outcome.movedOtherwise === true && { moved_otherwise: true }),
    },
  });
  await noteTaken(tx, transfer, outcome);
  const paid = await paidBy(tx, transfer);
  await settleWallet(tx, { transfer, payments: paid.length });
  if (outcome.movedOtherwise === true) await showOtherwise(tx, transfer);
  if (outcome.hasFailed) await showFailure(tx, { ...confirmation, transfer, paid });
  else await complete(tx, { ...confirmation, transfer, paid });
  const fee = outcome.fee ?? transfer.network_fee;
  await bookCosts(tx, { family, confirmed: { transfer, fee } });
  await wakeWaiting(tx, coinWallet.coin.code);
  return true;
}

/** How much of the coin itself left the sender's address (deposits/hidden-payments.ts). */
async function noteTaken(tx: Tx, transfer: TransferRow, outcome: TransferResult): Promise<void> {
  const paid = sumOf(readPlan(transfer.plan).outputs, (output) => output.amount);
  const ownFee = transfer.fee_coin === transfer.coin ? (outcome.fee ?? transfer.network_fee) : 0n;
  const taken = (outcome.hasFailed ? 0n : paid) + ownFee;
  await tx.query('update transfers set taken = $3 where coin = $1 and id = $2', [
    transfer.coin,
    transfer.id,
    taken.toString(),
  ]);
}

/** Marks the other members of the family as replaced, regardless of the order in which they were created. */
async function setAside(
  tx: Tx,
  family: readonly TransferRow[],
  winner: TransferRow,
): Promise<void> {
  for (const member of family) {
    if (member.id === winner.id) continue;
    if (member.status === 'reserved') {
      await moveTransfer(tx, member, { from: ['reserved'], to: 'dead', dueAt: null });
    } else if (member.status !== 'dead') {
      await moveTransfer(tx, member, { from: [member.status], to: 'replaced', dueAt: 'infinity' });
    }
    await takeOver(tx, { from: member, to: winner });
    await tx.query(
      `update wallet_outputs set status = 'lost'
       where coin = $1 and txid = $2 and status = 'unspent'`,
      [winner.coin, member.txid],
    );
  }
}

async function settleWallet(
  tx: Tx,
  { transfer, payments }: { transfer: TransferRow; payments: number },
): Promise<void> {
  const plan = readPlan(transfer.plan);
  if ('sender' in plan.origin) return touchSenders(tx, plan);
  await tx.query(
    `update wallet_outputs set status = 'spent' where coin = $1 and transfer_id = $2`,
    [transfer.coin, transfer.id],
  );
  const change = plan.outputs[payments];
  if (change === undefined) return;
  await tx.query(
    `insert into wallet_outputs as o (coin, txid, output_index, address, amount, status)
     values ($1, $2, $3, $4, $5, 'unspent')
     on conflict (coin, txid, output_index) do update set status = 'unspent' where o.status = 'lost'`,
    [transfer.coin, transfer.txid, payments, change.address, change.amount.toString()],
  );
}

interface Completion extends Confirmation {
  readonly outcome: TransferResult;
  readonly paid: readonly PaidWithdrawal[];
}

async function complete(tx: Tx, { transfer, paid }: Completion): Promise<void> {
  const moved = await movePayouts(tx, {
    payouts: paid.map(named),
    from: ['planned', 'sent', 'failed'],
    to: 'confirmed',
    wait: null,
    transferId: transfer.id,
    txid: transfer.txid,
  });
  const isMoved = ({ id }: PaidWithdrawal) => moved.withdrawals.has(id);
  await bookPayments(tx, { coin: transfer.coin, withdrawals: paid.filter(isMoved) });
  for (const withdrawal of paid)
    if (!isMoved(withdrawal)) await noteOther(tx, { transfer, withdrawal });
}

/** Another family member confirmed after a reorganization, so the fee differs. */
async function noteOther(
  tx: Tx,
  { transfer, withdrawal }: { transfer: TransferRow; withdrawal: PaidWithdrawal },
): Promise<void> {
  const { project_id: projectId, id } = withdrawal;
  if (withdrawal.status === 'cancelled') return reportLoss(tx, { transfer, withdrawal });
  if (!(await noteTxid(tx, { projectId, id, txid: transfer.txid }))) return;
  await raiseAlert(tx, {
    kind: 'transfer_txid_changed',
    subject: transfer.id,
    facts: { project_id: projectId, withdrawal_id: id, txid: transfer.txid },
  });
}

/** The merchant was refunded after a failure, but a reorganization executed the transfer. */
function reportLoss(
  tx: Tx,
  { transfer, withdrawal }: { transfer: TransferRow; withdrawal: PaidWithdrawal },
): Promise<void> {
  const { coin, txid } = transfer;
  return raiseAlert(tx, {
    kind: 'paid_after_cancellation',
    subject: withdrawal.id,
    facts: { coin, txid, project_id: withdrawal.project_id, withdrawal_id: withdrawal.id },
  });
}

/** Mined, but nothing was paid. With an insufficient balance as the only cause, it waits for a new transfer. */
async function showFailure(tx: Tx, completion: Completion): Promise<void> {
  const { transfer, outcome, paid } = completion;
  const detail = outcome.reason === undefined ? null : { message: outcome.reason };
  const completedBefore: string[] = [];
  if (outcome.lackedFunds === true) {
    const from = ['planned', 'sent', 'failed'] as const;
    const wait = { reason: 'reverted_insufficient_funds', detail } as const;
    await awaitTransfer(tx, { withdrawals: paid, from, wait, dueAt: tx.now });
  }
  for (const withdrawal of outcome.lackedFunds === true ? [] : paid) {
    if (await failPayout(tx, { transfer, withdrawal, detail })) completedBefore.push(withdrawal.id);
  }
  await raiseAlert(tx, {
    kind: 'transfer_failed_on_chain',
    subject: transfer.id,
    facts: {
      coin: transfer.coin,
      txid: transfer.txid,
      ...(outcome.reason && { reason: outcome.reason }),
      ...(completedBefore.length > 0 && { completed_before: completedBefore }),
    },
  });
}

/** Returns true when an earlier block had completed the withdrawal; its money is then back in the ledger. */
async function failPayout(
  tx: Tx,
  failed: { transfer: TransferRow; withdrawal: PaidWithdrawal; detail: WaitDetail | null },
): Promise<boolean> {
  const { transfer, withdrawal, detail } = failed;
  const moved = await movePayout(tx, {
    projectId: withdrawal.project_id,
    id: withdrawal.id,
    from: ['planned', 'sent', 'failed'],
    to: 'failed',
    step: 'reverted',
    transferId: transfer.id,
    txid: transfer.txid,
    wait: { reason: 'reverted', detail },
  });
  if (!moved.withdrawal || withdrawal.status !== 'completed') return false;
  await reversePayment(tx, { coin: transfer.coin, withdrawal });
  return true;
}

/** The transfer paid something other than planned. It is neither paid again nor refunded automatically. */
function showOtherwise(tx: Tx, { id, coin, txid }: TransferRow): Promise<void> {
  return raiseAlert(tx, {
    kind: 'transfer_amount_mismatch',
    subject: id,
    facts: { coin, txid },
  });
}
