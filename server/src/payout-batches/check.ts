// Checks and quotes a whole batch, each row as if the rows before had been sent. Nothing is held: money is held when
// the batch is sent. A process that dies leaves it unchecked, and the check is repeated.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { AppError, type ErrorDetail } from '../core/errors.ts';
import type { Project } from '../projects/project.ts';
import type { CreateStep, Result } from '../withdrawals/decide-steps.ts';
import { problemsIn, readStep } from '../withdrawals/read-step.ts';
import { dryRunSteps } from '../withdrawals/take-step.ts';
import { BATCH_ROWS_MAX, type BatchRow, type QuotedSum, type WaitingRow } from './batch.ts';
import { lockBatch, moveBatch } from './store-batches.ts';
import { type CheckedRow, storeChecks, waitingRows } from './store-rows.ts';

/** Requests that are read at once. Other requests are served between them. */
const AT_ONCE = 32;

export type ReadRow = WaitingRow & { readonly read: CreateStep | readonly ErrorDetail[] };

/** Errors: 503 while prices, fees or risks are unavailable. */
export async function checkBatch(app: App, project: Project, batch: BatchRow): Promise<void> {
  const limits = { after: 0, limit: BATCH_ROWS_MAX };
  const rows = await readRows(app, { project, batch }, await waitingRows(app.db, batch, limits));
  const checked = checkedRows(rows, await dryRun(app, project, rows));
  await app.db.transaction(async (tx) => {
    const locked = await lockBatch(tx, batch.project_id, batch.id);
    if (locked?.status !== 'checking') return;
    await storeChecks(tx, batch, checked);
    await moveBatch(tx, batch, { status: 'ready', quote: sumsOf(checked) });
  });
}

/** The creator of the batch is the requester of its withdrawals. Errors: 503. */
export async function readRows(
  app: App,
  { project, batch }: { project: Project; batch: BatchRow },
  rows: readonly WaitingRow[],
): Promise<ReadRow[]> {
  const caller = { project, apiKey: batch.created_by, apiVersion: 2 as const };
  const read: ReadRow[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await yieldToEventLoop();
    const slice = rows.slice(at, at + AT_ONCE);
    const steps = await Promise.all(slice.map(({ request }) => readStep(app, caller, request)));
    read.push(...slice.map((row, n) => ({ ...row, read: defined(steps[n], 'its own') })));
  }
  return read;
}

export const stepOf = ({ read }: ReadRow): CreateStep | null => ('kind' in read ? read : null);

async function dryRun(
  app: App,
  project: Project,
  rows: readonly ReadRow[],
): Promise<ReadonlyMap<number, Result>> {
  const valid = rows.flatMap((row) => {
    const step = stepOf(row);
    return step === null ? [] : [{ n: row.n, step }];
  });
  const results = await dryRunSteps(
    app,
    project.id,
    valid.map(({ step }) => step),
  );
  return new Map(valid.map(({ n }, at) => [n, defined(results[at], 'one for each step')]));
}

function checkedRows(
  rows: readonly ReadRow[],
  results: ReadonlyMap<number, Result>,
): readonly CheckedRow[] {
  return rows.map(({ n, read }): CheckedRow => {
    if (!('kind' in read)) return { n, problems: read, quote: null };
    const result = defined(results.get(n), 'a valid row has a result');
    if (result instanceof AppError) return { n, problems: problemsIn(result), quote: null };
    const quote = {
      coin: result.received_currency,
      sends: result.received_amount,
      currency: result.charged_currency,
      charged: result.charged_amount,
      isHeld: result.hold !== null,
    };
    return { n, problems: null, quote };
  });
}

function sumsOf(checked: readonly CheckedRow[]): readonly QuotedSum[] {
  const sums = new Map<string, bigint>();
  for (const { quote } of checked)
    if (quote !== null) sums.set(quote.currency, (sums.get(quote.currency) ?? 0n) + quote.charged);
  return [...sums].map(([currency, charged]) => ({ currency, charged: `${charged}` }));
}
