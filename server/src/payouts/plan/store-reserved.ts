// Stores the transfer, which of its outputs pays which withdrawal, and the planned payouts. Called in the transaction
// that reserved the inputs or the number.
import type { TransferPlan } from '../../chains/transfers.ts';
import { assert } from '../../core/assert.ts';
import type { Tx } from '../../db/tx.ts';
import { movePayout } from '../payout.ts';
import { insertTransfer } from '../store-transfers.ts';
import { logTransfer } from '../transfer.ts';
import type { BatchFacts } from './reserve.ts';

interface Stored extends BatchFacts {
  readonly plan: TransferPlan;
}

/** The first outputs of the plan pay the withdrawals, in order. */
export async function storeReserved(tx: Tx, stored: Stored): Promise<void> {
  const { coinWallet, withdrawals, transferId, plan } = stored;
  const coin = coinWallet.coin.code;
  const projects = [...new Set(withdrawals.map((withdrawal) => withdrawal.project_id))];
  await insertTransfer(tx, {
    id: transferId,
    family: transferId,
    replaces: null,
    purpose: 'withdrawal',
    projectId: projects.length === 1 ? (projects[0] ?? null) : null,
    plan,
    feeCap: feeCapOf(stored),
    plannedHeight: stored.height,
    height: stored.height,
  });
  await tx.query(
    `insert into transfer_payments (coin, transfer_id, output_index, project_id, withdrawal_id)
     select $1, $2, n - 1, project_id, id
     from unnest($3::uuid[], $4::uuid[]) with ordinality as paid (project_id, id, n)`,
    [
      coin,
      transferId,
      withdrawals.map((withdrawal) => withdrawal.project_id),
      withdrawals.map((withdrawal) => withdrawal.id),
    ],
  );
  await logTransfer(tx, {
    coin,
    transferId,
    step: 'reserved',
    facts: { withdrawals: withdrawals.length, fee: `${plan.fee}` },
  });
  for (const { project_id: projectId, id } of withdrawals) {
    const moved = await movePayout(tx, {
      projectId,
      id,
      from: ['waiting'],
      to: 'planned',
      transferId,
      txid: null,
      wait: null,
    });
    assert(moved.payout, 'what is planned was locked while it waited');
  }
}

function feeCapOf({ coinWallet, plan, budget }: Stored): bigint {
  const inputs = 'inputs' in plan.origin ? plan.origin.inputs.length : 0;
  const outputs = plan.outputs.map((output) => output.address);
  const cap = coinWallet.network.feeFor(budget.cap, { inputs, outputs });
  // Change too small for its own output went to the fee.
  if (plan.fee > cap) return plan.fee;
  return cap;
}
