// Sends the callbacks of a refund claim, in the transaction of the change. Without its link: anyone who has it chooses
// where the money goes, and callbacks are stored as they are sent.
import type { EventOf } from '../contract/callback-events.ts';
import { columnsOf } from '../db/columns.ts';
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

/** After the approval, a claim follows its payout. The caller holds the ledger locks. */
export async function reportPaidClaims(tx: Tx, rows: readonly WithdrawalRow[]): Promise<void> {
  const events = new Map(rows.map(({ id, status }) => [id, OF_PAYOUT[status]]));
  const told = rows.filter(({ id }) => events.get(id) !== undefined);
  if (told.length === 0) return;
  // The refund of a claim has its ID.
  const claims = await tx.query<{ projectId: string; id: string; withdrawal_id: string }>(
    `select c.project_id "projectId", c.id, r.withdrawal_id
     from unnest($1::uuid[], $2::uuid[]) with ordinality as t(project_id, withdrawal_id, n)
     join invoice_refunds r on r.project_id = t.project_id and r.withdrawal_id = t.withdrawal_id
     join refund_claims c on c.project_id = r.project_id and c.id = r.id
     order by t.n`,
    columnsOf(told, 'project_id', 'id'),
  );
  for (const { withdrawal_id: withdrawalId, ...claim } of claims) {
    const event = events.get(withdrawalId);
    if (event !== undefined) await reportClaim(tx, claim, event);
  }
}
