// Ends the requests of payers for a refund (ask-for-refund.ts): in the transaction that settles their payment in
// another way, or when the payer withdraws one.
import type { Tx } from '../db/tx.ts';
import { type ClaimRow, decideClaim, openRequestsOf } from './claims.ts';
import { reportClaim } from './report-claim.ts';
import type { InvoiceRow } from './store-invoices.ts';

/** Their payments were settled in another way. The caller holds the ledger lock. */
export async function endRequests(
  tx: Tx,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Promise<void> {
  for (const claim of await openRequestsOf(tx, projectId, ids))
    await endRequest(tx, claim, 'resolution');
}

/** Of other invoices of its checkout: the surplus that they ask for was refunded here. After the refund is stored. */
export async function endUncovered(tx: Tx, invoice: InvoiceRow): Promise<void> {
  if (invoice.checkout_id === null) return;
  const { project_id: projectId, checkout_id: checkoutId } = invoice;
  const others = await tx.query<{ id: string }>(
    `select i.id from checkout_invoices o
     join invoices i on i.project_id = o.project_id and i.id = o.invoice_id and i.status = 'completed'
     join refund_claims c on c.project_id = o.project_id and c.invoice_id = o.invoice_id
       and c.origin = 'request' and c.status = 'claimed'
     cross join lateral requestable_prices(o.project_id, o.invoice_id, $3) p
     where o.project_id = $1 and o.checkout_id = $2 and c.price_share > greatest(p.surplus, p.again)`,
    [projectId, checkoutId, tx.now],
  );
  await endRequests(tx, { projectId, ids: others.map(({ id }) => id) });
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
