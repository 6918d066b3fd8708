// Accepts a file of payouts, cancels a batch before it is sent, and orders its sending. The worker does the rest.
import type { App } from '../app.ts';
import { apiError, invalid, notFound } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import type { BatchRow, BatchStatus } from './batch.ts';
import { readPayoutFile } from './read-file.ts';
import { findBatch, insertBatch, lockBatch, moveBatch } from './store-batches.ts';
import { cancelRows, isOpen } from './store-rows.ts';

/** A person: `key` as withdrawals record their requester. */
export interface BatchPerson {
  readonly key: string;
  readonly name: string;
}

export interface NewBatch {
  readonly projectId: string;
  /** A repeated request has the same one, and creates nothing. */
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Whether to pay rows without an own reference that were paid before. */
  readonly paysAgain: boolean;
}

/** Errors: 422 with the first hundred problems of the file. */
export async function createBatch(app: App, batch: NewBatch, by: BatchPerson): Promise<BatchRow> {
  const { projectId, id, name, text, paysAgain } = batch;
  const { rows, problems } = await readPayoutFile(text, { repeatedAs: paysAgain ? id : null });
  if (problems.length > 0) throw invalid(...problems);
  return app.db.transaction(async (tx) => {
    const made = await findBatch(tx, projectId, id);
    if (made !== null) return made;
    const creator = { created_by: by.key, created_by_name: by.name };
    await insertBatch(tx, { project_id: projectId, id, name, ...creator }, rows);
    return foundAgain(tx, { project_id: projectId, id });
  });
}

interface Named {
  readonly projectId: string;
  readonly id: string;
}

/** Sends a batch at its quote. Repeating it changes nothing. Errors: 404, 422 `invalid_status`. */
export function sendBatch(app: App, { projectId, id }: Named, by: BatchPerson): Promise<BatchRow> {
  return app.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, projectId, id);
    if (batch === null) throw notFound();
    if (batch.status === 'sending') return batch;
    if (batch.status !== 'ready' || !(await isOpen(tx, batch))) throw wrongStatus(batch.status);
    await moveBatch(tx, batch, { status: 'sending', sentBy: by });
    return foundAgain(tx, batch);
  });
}

/** Before it is sent. Errors: 404, 422 `invalid_status`. */
export function cancelBatch(app: App, { projectId, id }: Named): Promise<BatchRow> {
  return app.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, projectId, id);
    if (batch === null) throw notFound();
    if (batch.status !== 'checking' && batch.status !== 'ready') throw wrongStatus(batch.status);
    await cancelRows(tx, batch);
    await moveBatch(tx, batch, { status: 'cancelled' });
    return foundAgain(tx, batch);
  });
}

export function wrongStatus(status: BatchStatus) {
  return apiError('invalid_status.payout_batch', { status });
}

async function foundAgain(
  tx: Tx,
  { project_id, id }: Pick<BatchRow, 'project_id' | 'id'>,
): Promise<BatchRow> {
  const batch = await findBatch(tx, project_id, id);
  if (batch === null) throw notFound();
  return batch;
}
