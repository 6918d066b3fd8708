// Commits a withdrawal within 30 seconds of its creation: the hold becomes the debit, and the treasury may
// send it. Committed once, by whoever comes first.
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { conflict, notFound } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import { countObjects } from '../db/object-counts.ts';
import { emit } from '../events/emit.ts';
import { endHold } from '../ledger/hold.ts';
import { lockLedger, post } from '../ledger/post.ts';
import type { Project } from '../projects/project.ts';
import { recordTransactions } from '../transactions/record.ts';
import { notifyWorker } from '../workers/worker.ts';
import { commitPostings } from './books.ts';
import { announceWithdrawal } from './follow.ts';
import { presentWithdrawal } from './present.ts';
import { lockWithdrawal, moveWithdrawal } from './store.ts';
import { COMMIT_WINDOW, senderName, type WithdrawalRow } from './withdrawal.ts';

/** Errors: 404, 409 `already_committed` or `commit_window_expired`. */
export function commitWithdrawal(
  app: App,
  caller: { project: Project; objectId: string },
  id: string,
): Promise<WithdrawalRow> {
  const { project } = caller;
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const row = await lockWithdrawal(tx, project.id, id);
    if (row === null) throw notFound();
    if (row.committed_at !== null) {
      // The same request again, whose first answer was lost in a crash.
      if (row.commit_key === caller.objectId) return row;
      throw conflict('already_committed');
    }
    const isOpen =
      row.status === 'new' && app.clock.now() <= row.created_at.getTime() + COMMIT_WINDOW;
    if (!isOpen) throw conflict('commit_window_expired');
    return commitLocked(tx, app, { row, project, commitKey: caller.objectId });
  });
}

/** Debits and hands over to the treasury. The caller holds the ledger lock and has checked the window. */
export async function commitLocked(
  tx: Tx,
  app: App,
  facts: { row: WithdrawalRow; project: Project; commitKey: string | null },
): Promise<WithdrawalRow> {
  const { row, project } = facts;
  const now = new Date(app.clock.now());
  const moved = await moveWithdrawal(tx, row, {
    from: 'new',
    to: 'pending',
    changes: { committed_at: now, commit_key: facts.commitKey, due_at: now },
  });
  const after = known(moved, 'a locked new withdrawal can be committed');
  await endHold(tx, project.id, { referenceId: row.id, status: 'posted', now });
  await post(tx, project.id, { postings: commitPostings(after), now });
  await recordTransactions(tx, project.id, { now, rows: [transactionOf(app, after)] });
  await countObjects(tx, project.id, { objectType: 'coin_withdrawal', added: 1 });
  const event = { type: 'CoinWithdrawal' as const, event: 'created', objectId: row.id };
  await emit(tx, project.id, { app, events: [{ ...event, data: presentWithdrawal(app, after) }] });
  if (after.hold_reason !== null) return holdBack(tx, app, after);
  await notifyWorker(tx, senderName(after.received_currency));
  return after;
}

/** It waits for a person, and nothing looks at it until then. */
async function holdBack(tx: Tx, app: App, row: WithdrawalRow): Promise<WithdrawalRow> {
  const moved = await moveWithdrawal(tx, row, {
    from: 'pending',
    to: 'on_hold',
    changes: { due_at: null },
  });
  const held = known(moved, 'a locked pending withdrawal can be held');
  await announceWithdrawal(tx, app, held);
  return held;
}

function transactionOf(app: App, row: WithdrawalRow) {
  return {
    nonce: app.random.bytes(10).toString('hex'),
    currency: row.charged_currency,
    referenceType: 'CoinWithdrawal' as const,
    referenceId: row.id,
    amount: -row.charged_amount,
    isCounted: true,
    fee: row.fee,
    feeCurrency: row.charged_currency,
    customId: row.custom_id,
    customerId: row.customer_id,
    description: null,
    status: row.status,
    statusContext: null,
    risk: row.risk,
    riskLevel: row.risk?.level ?? null,
  };
}
