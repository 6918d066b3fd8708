// Ends the requests of payers for a refund (ask-for-refund.ts): in the transaction that settles their payment in
// another way, or when the payer withdraws one.
import type { Tx } from '../db/tx.ts';
import { type ClaimRow, decideClaim, openRequestsOf } from './claims.ts';
import { reportClaim } from './report-claim.ts';

/** Their payments were settled in another way. The caller holds the ledger lock. */
export async function endRequests(
  tx: Tx,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Promise<void> {
  for (const claim of await openRequestsOf(tx, projectId, ids))
    await endRequest(tx, claim, 'resolution');
}

/** `by`: the payer or the resolution. */
export async function endRequest(
  tx: Tx,
  claim: ClaimRow,
  by: 'payer' | 'resolution',
): Promise<void> {
  await decideClaim(tx, claim, { status: 'revoked', by, reason: null });
  await reportClaim(tx, { projectId: claim.project_id, id: claim.id }, 'revoked');
}
