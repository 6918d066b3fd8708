// What becomes of withdrawals when it is proven that no transfer of theirs can ever confirm: the one that a
// person wanted ended (void.ts) is cancelled, and its account gets everything back; the others wait for another
// transfer.
import type { App } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import { endAlarm } from '../../ledger/alarms.ts';
import { movePayout } from '../move-payout.ts';
import { lockLedgersOf } from '../plan/lock-ledgers.ts';
import { returnMoney } from '../recover/return-money.ts';
import { lockFamily, moveTransfer, type PaidWithdrawal } from '../send/store.ts';
import type { TransferRow } from '../send/transfer.ts';
import { logTransfer } from '../send/transfer-log.ts';
import { awaitTransfer } from './await-transfer.ts';
import type { TransferObservation } from './follow.ts';

/**
 * The withdrawals that any of the transfers pays that replace each other. Not one whose payout has a transfer of
 * another family since: it failed in a final block and was sent again, before a reorganization removed that block.
 */
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

/**
 * False when a person has to look: it was refused for good. The caller holds the ledgers of all of them, and has made
 * sure that nothing of the family can be in a block.
 */
export async function abandon(tx: Tx, { transfer }: { transfer: TransferRow }): Promise<boolean> {
  const [ended] = await tx.query<{ withdrawal_id: string; reason: string }>(
    'select withdrawal_id, reason from transfer_voids where coin = $1 and family = $2',
    [transfer.coin, transfer.family],
  );
  const refusal = await refusedForGood(tx, transfer);
  let isShown = false;
  for (const withdrawal of await paidByFamily(tx, transfer)) {
    const { project_id: projectId, id } = withdrawal;
    if (refusal !== null && ended === undefined && withdrawal.status !== 'completed') {
      await showUnsent(tx, { withdrawal, refusal });
      isShown = true;
      continue;
    }
    // A merchant was told that it is completed, before a reorganisation: he is paid again.
    if (id !== ended?.withdrawal_id || withdrawal.status === 'completed') {
      await awaitTransfer(tx, {
        ...{ withdrawal, from: ['planned', 'sent', 'failed'] },
        ...{ wait: null, dueAt: tx.now },
      });
      continue;
    }
    const gone = { projectId, id, transferId: null, txid: null } as const;
    // A node took it after all, and no block did.
    await movePayout(tx, {
      ...{ ...gone, from: ['sent'], to: 'failed' },
      wait: { reason: 'being_voided', said: ended.reason },
    });
    const moved = await movePayout(tx, {
      ...{ ...gone, from: ['planned', 'failed'], to: 'cancelled' },
      ...{ wait: null, cancelledFor: ended.reason },
    });
    if (moved.withdrawal) await returnMoney(tx, { projectId, id });
  }
  return !isShown;
}

/** In the log of a refusal: by the network's rules the transfer can never be applied (chains/transfers.ts). */
export const FOR_GOOD = 'for_good';

/** Why, in the node's words; null when it was refused for a time at most. */
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

/**
 * Another transfer would meet the same refusal: it stays failed, and can be cancelled, until a person has it sent
 * again. Nothing of it has a txid any more.
 */
async function showUnsent(
  tx: Tx,
  { withdrawal, refusal }: { withdrawal: PaidWithdrawal; refusal: string },
): Promise<void> {
  await movePayout(tx, {
    ...{ projectId: withdrawal.project_id, id: withdrawal.id },
    ...{ from: ['planned', 'sent', 'failed'], to: 'failed', transferId: null, txid: null },
    wait: { reason: 'refused_for_good', said: refusal },
  });
}

/** What took a transfer's place is final: that one can never confirm. */
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
      await logTransfer(tx, {
        ...{ coin: member.coin, transferId: member.id, step: 'dead' },
        facts: { voided_by: winner.txid },
      });
    }
    await tx.query('update transfers set due_at = null where coin = $1 and id = $2', [
      winner.coin,
      winner.id,
    ]);
    await endRefusals(tx, family);
    await abandon(tx, observed);
  });
}

/** The alarm that a node refuses one of them (advance.ts). */
export async function endRefusals(tx: Tx, family: readonly TransferRow[]): Promise<void> {
  for (const { id, refusals } of family) {
    if (refusals > 0) await endAlarm(tx, { kind: 'transfer_refused', subject: id });
  }
}
