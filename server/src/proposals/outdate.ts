// Marks open proposals as outdated once their object was resolved in another way or its payment left the chain, so that
// nobody is asked for a decision that was already made. Most are marked in the transaction of that change. A worker
// finds the rest: a changed amount, and a closed invoice to which a payment would be attached.
import type { App } from '../app.ts';
import type { Tx } from '../db/tx.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { invoiceStatuses, isFinal } from '../invoices/store-invoices.ts';
import { lockLedger } from '../ledger/post.ts';
import type { Worker } from '../workers/worker.ts';
import { isGone, outdatedCode } from './check-object.ts';
import { decideRow, findProposal, type OutdatedCode } from './proposal.ts';

const BATCH_MAX = 100;

const CLOSED = Object.keys(invoiceStatuses.moves).filter((status) =>
  isFinal(status as keyof typeof invoiceStatuses.moves),
);

/** Same rule as `bookedAmountOf`. */
const BOOKED = `select coalesce(sum(b.amount), 0) from deposits b
  where b.owner_id = p.object_id and not b.is_small and b.status = 'confirmed' and b.risk is not null
    and b.booked_at is not null and b.credited_at is null and not b.is_unmatched`;

/** Conditions for `outdatedCode`, which decides under the lock. $1: the final statuses of invoices. */
const OUTDATED = `select p.project_id, p.id from proposals p
  left join invoices i on p.object_type = 'invoice' and i.project_id = p.project_id and i.id = p.object_id
  left join channel_payments c on p.object_type = 'channel_payment' and c.project_id = p.project_id and c.id = p.object_id
  left join deposits d on d.id = case p.object_type when 'deposit' then p.object_id else c.deposit_id end
  left join invoices t on t.project_id = p.project_id and t.id = (p.input ->> 'invoice_id')::uuid
  where p.status = 'open' and (
    i.status <> 'unresolved' or c.status <> 'on_hold' or d.status in ('dropped', 'reversed') or t.status = any($1::text[])
    or (p.object_type = 'invoice' and p.amount <> (${BOOKED}))
    or (p.object_type = 'deposit' and d.status <> 'pending'
      and (not d.is_unmatched or d.credited_at is not null or d.amount <> p.amount)))
  order by p.id limit ${BATCH_MAX}`;

export const proposalsWorker: Worker = {
  name: 'proposals',
  pollMilliseconds: 5000,
  due: () => `exists (select 1 from proposals where status = 'open')`,
  async run(app) {
    const rows = await app.db.query<{ project_id: string; id: string }>(OUTDATED, [CLOSED]);
    const marked = [];
    for (const row of rows) if (await outdate(app, row)) marked.push(row);
    return marked.length;
  },
};

function outdate(app: App, named: { project_id: string; id: string }): Promise<boolean> {
  const { project_id: projectId, id } = named;
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    const row = await findProposal(tx, projectId, id);
    if (row?.status !== 'open') return false;
    const code = await outdatedCode(tx, row);
    if (code === null) return false;
    await decideRow(tx, row, { status: 'outdated', by: null, outdatedCode: code });
    return true;
  });
}

/** The proposal that a transaction is approving: its operation resolves the object, which is no reason to end it. */
const approving = new WeakMap<Tx, string>();

export function keepWhileApproving(tx: Tx, proposalId: string): void {
  approving.set(tx, proposalId);
}

interface Ended {
  readonly projectId: string;
  /** Of proposals' objects. */
  readonly ids: readonly string[];
}

/** The caller holds the ledger lock. */
export function outdateResolved(tx: Tx, ended: Ended): Promise<void> {
  return endProposals(tx, ended, 'resolved');
}

/** The caller holds the ledger locks. A channel payment has another ID than its deposit. */
export async function outdateGone(tx: Tx, deposits: readonly DepositRow[]): Promise<void> {
  const gone = deposits.filter(isGone);
  const projects = new Set(gone.flatMap(({ project_id: id }) => id ?? []));
  for (const projectId of projects) {
    const own = gone.filter(({ project_id: id }) => id === projectId).map(({ id }) => id);
    const payments = await tx.query<{ id: string }>(
      'select id from channel_payments where project_id = $1 and deposit_id = any($2::uuid[])',
      [projectId, own],
    );
    const ids = [...own, ...payments.map(({ id }) => id)];
    await endProposals(tx, { projectId, ids }, 'reversed');
  }
}

async function endProposals(tx: Tx, { projectId, ids }: Ended, code: OutdatedCode): Promise<void> {
  await tx.query(
    `update proposals set status = 'outdated', decided_at = $3, outdated_code = $4
     where project_id = $1 and object_id = any($2::uuid[]) and status = 'open' and id is distinct from $5`,
    [projectId, ids, tx.now, code, approving.get(tx) ?? null],
  );
}
