// Handles withdrawals whose transfers can never confirm: voided ones are refunded, others get a new transfer.
import type { App } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import { endAlert } from '../../ledger/alerts.ts';
import { awaitTransfer, movePayout } from '../payout.ts';
import { returnMoney } from '../recover/return-money.ts';
import {
  lockFamily,
  lockLedgersOf,
  moveTransfer,
  type PaidWithdrawal,
} from '../store-transfers.ts';
import { logTransfer, type TransferRow } from '../transfer.ts';
import type { TransferObservation } from './follow.ts';

/** Excludes withdrawals that were sent again with another family, before a reorganization. */
function paidByFamily(tx: Tx, { coin, family }: TransferRow): Promise<PaidWithdrawal[]> {
  return tx.query<PaidWithdrawal>(
    `select w.project_id, w.id, w.status, w.received_amount, w.network_fee
     from coin_withdrawals w
     where (w.project_id, w.id) in (select p.project_id, p.withdrawal_id from transfer_payments p
       join transfers t on t.coin = p.coin and t.id = p.transfer_id
       where t.coin = $1 and t.family = $2)
       and not exists (select 1 from payouts o join transfers t on t.coin = $1 and t.id = o.transfer_id
         where o.project_id = w.project_id and o.withdrawal_id = w.id and t.family <> $2)
     order by w.project_id, w.id`,
    [coin, family],
  );
}

/** False on a permanent rejection, so that a person has to act. The caller holds the ledger locks. */
export async function abandon(tx: Tx, { transfer }: { transfer: TransferRow }): Promise<boolean> {
  const [ended] = await tx.query<{ withdrawal_id: string; reason: string }>(
    'select withdrawal_id, reason from transfer_voids where coin = $1 and family = $2',
    [transfer.coin, transfer.family],
  );
  const refusal = await refusedForGood(tx, transfer);
  let isShown = false;
  const again: PaidWithdrawal[] = [];
  for (const withdrawal of await paidByFamily(tx, transfer)) {
    const { project_id: projectId, id } = withdrawal;
    if (refusal !== null && ended === undefined && withdrawal.status !== 'completed') {
      await showUnsent(tx, { withdrawal, refusal });
      isShown = true;
      continue;
    }
    // The merchant was notified of the completion before a reorganization removed it, so the recipient is paid again.
    if (id !== ended?.withdrawal_id || withdrawal.status === 'completed') {
      again.push(withdrawal);
      continue;
    }
    const gone = { projectId, id, transferId: null, txid: null } as const;
    // A node accepted it after all, but no block included it.
    await movePayout(tx, {
      ...gone,
      from: ['sent'],
      to: 'failed',
      wait: { reason: 'cancelling', detail: { message: ended.reason } },
    });
    const moved = await movePayout(tx, {
      ...gone,
      from: ['planned', 'failed'],
      to: 'cancelled',
      wait: null,
      cancelledFor: ended.reason,
    });
    if (moved.withdrawal) await returnMoney(tx, { projectId, id });
  }
  const from = ['planned', 'sent', 'failed'] as const;
  await awaitTransfer(tx, { withdrawals: again, from, wait: null, dueAt: tx.now });
  return !isShown;
}

/** By the network's rules, the transfer can never be applied (chains/transfers.ts). */
export const FOR_GOOD = 'for_good';

/** The node's message; null without a permanent rejection. */
async function refusedForGood(tx: Tx, { coin, id, replaces }: TransferRow): Promise<string | null> {
  if (replaces !== null) return null;
  const [row] = await tx.query<{ reason: string }>(
    `select facts ->> 'reason' as reason from transfer_log
     where coin = $1 and transfer_id = $2 and step = 'refused' and facts ? '${FOR_GOOD}'
     order by seq desc limit 1`,
    [coin, id],
  );
  return row?.reason ?? null;
}

/** A new transfer would be rejected the same way, so a person must retry or cancel the withdrawal. */
async function showUnsent(
  tx: Tx,
  { withdrawal, refusal }: { withdrawal: PaidWithdrawal; refusal: string },
): Promise<void> {
  await movePayout(tx, {
    projectId: withdrawal.project_id,
    id: withdrawal.id,
    from: ['planned', 'sent', 'failed'],
    to: 'failed',
    transferId: null,
    txid: null,
    wait: { reason: 'rejected_permanently', detail: { message: refusal } },
  });
}

/** The transaction that replaced the transfer is final, so the transfer can never confirm. */
export function finishVoid(
  app: App,
  observed: TransferObservation & { block: { readonly hash: string } },
): Promise<void> {
  const { transfer, block } = observed;
  return app.db.transaction(async (tx) => {
    await lockLedgersOf(tx, transfer);
    const family = await lockFamily(tx, transfer);
    const winner = family.find((member) => member.id === transfer.id);
    if (winner?.status !== 'confirmed' || winner.block_hash !== block.hash) return;
    for (const member of family) {
      if (member.status !== 'replaced') continue;
      await moveTransfer(tx, member, { from: ['replaced'], to: 'dead', dueAt: null });
      await logTransfer(tx, member, { step: 'dead', facts: { voided_by: winner.txid } });
    }
    await tx.query('update transfers set due_at = null where coin = $1 and id = $2', [
      winner.coin,
      winner.id,
    ]);
    await endRefusals(tx, family);
    await abandon(tx, observed);
  });
}

/** Resolves the alert from advance.ts. */
export async function endRefusals(tx: Tx, family: readonly TransferRow[]): Promise<void> {
  for (const { id, refusals } of family) {
    if (refusals > 0) await endAlert(tx, { kind: 'transfer_rejected', subject: id });
  }
}
