// Sends the callbacks of a refund claim, in the transaction of the change. Without its link: anyone who has it chooses
// where the money goes, and callbacks are stored as they are sent.
import type { EventOf } from '../contract/callback-events.ts';
import type { Tx } from '../db/tx.ts';
import { emit } from '../events/emit.ts';
import type { WithdrawalRow, WithdrawalStatus } from '../withdrawals/withdrawal.ts';
import { findClaim, locked } from './claims.ts';
import { presentClaim } from './present-claim.ts';

/** The change is stored. The caller holds the ledger lock. */
export async function reportClaim(
  tx: Tx,
  { projectId, id }: { projectId: string; id: string },
  event: EventOf<'RefundClaim'>,
): Promise<void> {
  const claim = locked(await findClaim(tx, projectId, id));
  const data = presentClaim(tx.instance, claim, false);
  await emit(tx, projectId, [{ type: 'RefundClaim', event, objectId: id, data }]);
}

const OF_PAYOUT: Partial<Readonly<Record<WithdrawalStatus, EventOf<'RefundClaim'>>>> = {
  sent: 'sent',
  completed: 'completed',
  cancelled: 'failed',
};

/** After the approval, a claim follows its payout. The caller holds the ledger lock. */
export async function reportPaidClaim(tx: Tx, row: WithdrawalRow): Promise<void> {
  const event = OF_PAYOUT[row.status];
  if (event === undefined) return;
  const { project_id: projectId } = row;
  // The refund of a claim has its ID.
  const claims = await tx.query<{ id: string }>(
    `select c.id from invoice_refunds r
     join refund_claims c on c.project_id = r.project_id and c.id = r.id
     where r.project_id = $1 and r.withdrawal_id = $2`,
    [projectId, row.id],
  );
  for (const { id } of claims) await reportClaim(tx, { projectId, id }, event);
}
