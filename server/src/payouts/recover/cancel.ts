// Cancels a withdrawal and refunds it, only on proof that it was not paid and will not be: nothing was signed for it,
// or what was signed is deep in the chain and moved nothing. Any other cancellation is rejected, however long the
// withdrawal is stuck.
import type { App, Instance } from '../../app.ts';
import { coinLabel } from '../../coins/coin.ts';
import { assert, defined } from '../../core/assert.ts';
import { SECOND } from '../../core/clock.ts';
import { apiError, notFound } from '../../core/errors.ts';
import type { Tx } from '../../db/tx.ts';
import { noteRefusal } from '../../withdrawals/approve.ts';
import { invalidStatus } from '../../withdrawals/follow.ts';
import { cancelHeld } from '../../withdrawals/follow-payout.ts';
import type { CancelReason } from '../../withdrawals/reasons.ts';
import { repriceLate } from '../../withdrawals/reprice.ts';
import { findWithdrawal, lockWithdrawal } from '../../withdrawals/store-withdrawals.ts';
import {
  senderName,
  type WithdrawalRow,
  type WithdrawalStatus,
} from '../../withdrawals/withdrawal.ts';
import { notifyWorker } from '../../workers/worker.ts';
import { PAYABLE_COLUMNS, type PayableWithdrawal } from '../coin-wallet.ts';
import { movePayout } from '../payout.ts';
import { findQuarantine } from '../quarantine.ts';
import { stopForOne } from '../stop-unsigned.ts';
import { lockLedgersAround } from '../store-transfers.ts';
import { TRANSFER_COLUMNS, type TransferRow } from '../transfer.ts';
import { endShortage } from '../waiting-payouts.ts';
import { returnMoney } from './return-money.ts';
import { findVerified, isCompared } from './verified-round.ts';

/** The part of a coin wallet that is available to the API. */
export interface Giver {
  readonly coin: { readonly code: string };
}

interface Withdrawn {
  readonly projectId: string;
  readonly id: string;
  /** The comparison round in which another process verified the coin, if this process has not. */
  readonly verifiedRound?: number;
}

interface Cancellation extends Withdrawn {
  readonly reason: CancelReason;
  /** Runs in the same transaction, under the ledger lock and before anything moves. */
  readonly first?: (tx: Tx) => Promise<void>;
}

/** Errors: see `lockUnpaid`. */
export async function cancelWithdrawal(
  app: App,
  giver: Giver,
  requested: Cancellation,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const withdrawal = await lockUnpaid(tx, { giver, requested, first: requested.first });
    await returnMoney(tx, requested);
    await end(tx, withdrawal, requested.reason);
    await endShortage(tx, giver.coin.code);
  });
}

/** A withdrawal on hold has no payout. */
async function end(tx: Tx, withdrawal: PayableWithdrawal, reason: CancelReason): Promise<void> {
  const { project_id: projectId, id, transfer_id: transferId, status } = withdrawal;
  if (status === 'on_hold') {
    await cancelHeld(tx, { projectId, id, cancelledFor: reason });
    return;
  }
  const moved = await movePayout(tx, {
    projectId,
    id,
    from: ['waiting', 'planned', 'failed'],
    to: 'cancelled',
    transferId,
    txid: null,
    wait: null,
    cancelledFor: reason,
  });
  assert(moved.withdrawal, 'it is locked, and proven unpaid');
}

/**
 * Retries a failed withdrawal on the same proof, with a new quote when its own has expired. Errors: those of
 * `lockUnpaid`; 422 `invalid_status` when it is not failed, or when its new price exceeds the creator's limit or
 * balance, or would be the second new price; 503 without a rate.
 */
export async function retryWithdrawal(app: App, giver: Giver, requested: Withdrawn): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { status } = await lockUnpaid(tx, { giver, requested });
    if (status !== 'failed') throw invalidStatus(status);
    const row = defined(
      await lockWithdrawal(tx, requested.projectId, requested.id),
      'it is locked',
    );
    if ((await repriceLate(tx, row)) === null) throw apiError('invalid_status.quote_expired');
    await movePayout(tx, {
      projectId: requested.projectId,
      id: requested.id,
      from: ['failed'],
      to: 'waiting',
      transferId: null,
      txid: null,
      wait: null,
      dueAt: tx.now,
    });
    await notifyWorker(tx, senderName(giver.coin.code));
  });
}

/**
 * Locks the withdrawal and proves that no existing transfer paid or can pay it. Errors: 404; 409 `already_cancelled`;
 * 409 `already_sent` when one of its transfers confirmed or still may, or when the chain shows it as paid; 409
 * `quarantine` while the coin is in one; 503 while no process has compared the database with the chain.
 */
async function lockUnpaid(
  tx: Tx,
  {
    giver,
    requested,
    first,
  }: { giver: Giver; requested: Withdrawn; first?: Cancellation['first'] },
): Promise<PayableWithdrawal> {
  await lockLedgersAround(tx, requested);
  await first?.(tx);
  const rows = await tx.query<PayableWithdrawal>(
    `select ${PAYABLE_COLUMNS} from coin_withdrawals w
     left join payouts p on p.project_id = w.project_id and p.withdrawal_id = w.id
     where w.project_id = $1 and w.id = $2 and w.received_currency = $3
     order by w.project_id, w.id for update of w`,
    [requested.projectId, requested.id, giver.coin.code],
  );
  const withdrawal = rows[0];
  if (withdrawal === undefined) throw notFound();
  if (withdrawal.status === 'cancelled') throw apiError('already_cancelled');
  await refuseUncertain(tx, { giver, withdrawal });
  refuseUncompared(tx.instance, giver.coin.code, requested.verifiedRound);
  if (!(await isCertainlyUnpaid(tx, { giver, withdrawal }))) throw apiError('already_sent.signed');
  return withdrawal;
}

/** In seconds; longer than a request to a node can take (chains/comparison.ts). */
const COMPARED_SOON = 15;
const STOPPABLE: readonly WithdrawalStatus[] = ['pending', 'on_hold', 'processing', 'failed'];

interface CancelCheck {
  readonly giver: Giver;
  readonly withdrawal: PayableWithdrawal;
}

/** A restored older database lacks the transfers of later payments. Only the chain can show them. */
async function refuseUncertain(tx: Tx, { giver, withdrawal }: CancelCheck): Promise<void> {
  const coin = giver.coin.code;
  const [found] = await tx.query<{ txid: string }>(
    `select txid from unknown_spends where coin = $1 and kind = 'payment' and subject = $2
     order by found_at limit 1`,
    [coin, withdrawal.id],
  );
  if (found !== undefined) throw apiError('already_sent.found_on_chain', { txid: found.txid });
  if ((await findQuarantine(tx, coin)) === null) return;
  throw apiError('quarantine.may_be_paid', { coin: coinLabel(coin) });
}

/** After a failover, a restore or a start, the database may lack transfers that were sent. */
function refuseUncompared(
  instance: Instance,
  coin: string,
  verifiedRound: number | undefined,
): void {
  if (verifiedRound === instance.comparison.round || isCompared(instance, coin)) return;
  throw apiError(
    'service_unavailable.not_compared',
    { coin: coinLabel(coin) },
    { retryAfterSeconds: COMPARED_SOON },
  );
}

async function isCertainlyUnpaid(tx: Tx, check: CancelCheck): Promise<boolean> {
  const { giver, withdrawal } = check;
  if (!STOPPABLE.includes(withdrawal.status)) return false;
  const transfers = await tx.query<TransferRow & { is_open: boolean }>(
    `select ${TRANSFER_COLUMNS}, due_at is not null as is_open from transfers
     where coin = $1 and status <> 'dead' and id in (select transfer_id from transfer_payments
       where project_id = $2 and withdrawal_id = $3)
     order by created_at, id`,
    [giver.coin.code, withdrawal.project_id, withdrawal.id],
  );
  for (const transfer of transfers) {
    const stopping = { withdrawalId: withdrawal.id, transfer, reason: 'cancelled' } as const;
    if (await stopForOne(tx, stopping)) continue;
    const hasFailed = await failedOnChain(tx, transfer);
    if (!hasFailed || transfer.is_open) return false;
  }
  return true;
}

async function failedOnChain(tx: Tx, transfer: TransferRow): Promise<boolean> {
  if (transfer.status !== 'confirmed') return false;
  const rows = await tx.query<{ step: string }>(
    `select step from transfer_log where coin = $1 and transfer_id = $2
       and step in ('confirmed', 'failed_on_chain') order by seq desc limit 1`,
    [transfer.coin, transfer.id],
  );
  return rows[0]?.step === 'failed_on_chain';
}

// A merchant cannot stop the return of a payment that was never credited to their account.

/** For a process without workers: comparisons of other processes are published every second. */
const VERIFIED_WITHIN = 3 * SECOND;
const REASON = { code: 'requested_by_merchant' } as const;

/** Errors: 404; 409 `already_cancelled`, `not_committed`, `not_yours_to_cancel`; and those of `cancelWithdrawal`. */
export async function cancelByMerchant(
  app: App,
  requested: { projectId: string; id: string },
): Promise<WithdrawalRow> {
  const row = await findWithdrawal(app.db, requested.projectId, requested.id);
  if (row === null) throw notFound();
  if (row.status === 'cancelled') throw apiError('already_cancelled');
  if (row.status === 'new') throw apiError('not_committed');
  if (row.deposit_id !== null) throw apiError('not_yours_to_cancel');
  const coin = row.received_currency;
  const round = isCompared(app, coin) ? null : await findVerified(app, coin, VERIFIED_WITHIN);
  const giver = { coin: { code: coin } };
  await cancelWithdrawal(app, giver, {
    ...requested,
    ...(round !== null && { verifiedRound: round }),
    reason: REASON,
    first: (tx) => noteRefusal(tx, { row, reason: REASON }),
  });
  return defined(
    await findWithdrawal(app.db, requested.projectId, requested.id),
    'it was just cancelled',
  );
}
