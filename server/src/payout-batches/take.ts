// Turns the rows of a batch that is sent into withdrawals, in chunks under the ledger lock. A row and its withdrawal
// are stored in one transaction, so each row is taken once, wherever a process dies.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { AppError, invalid, rule } from '../core/errors.ts';
import { formatAmount } from '../core/money.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import { holdBack } from '../payouts/hold-back.ts';
import type { Project } from '../projects/project.ts';
import type { CreateStep, Result } from '../withdrawals/decide-steps.ts';
import { problemsIn } from '../withdrawals/read-step.ts';
import { mostAllowed } from '../withdrawals/reprice.ts';
import { takeAllWithin } from '../withdrawals/take-step.ts';
import type { BatchRow } from './batch.ts';
import { type ReadRow, readRows } from './check.ts';
import { lockBatch, renewClaim } from './store-batches.ts';
import { lockWaiting, storeTaken, type TakenRow, waitingRows } from './store-rows.ts';

/** Each chunk holds the ledger lock of its project, for about a tenth of a second. */
const CHUNK = 128;

/**
 * Tries each waiting row once. Returns the temporary error of rows that still wait, or null. Errors: 503 while prices,
 * fees or risks are unavailable.
 */
export async function takeRows(
  app: App,
  project: Project,
  batch: BatchRow,
): Promise<AppError | null> {
  let waitsFor: AppError | null = null;
  for (let after = 0; ; ) {
    const rows = await waitingRows(app.db, batch, { after, limit: CHUNK });
    const last = rows.at(-1);
    if (last === undefined) return waitsFor;
    const read = await readRows(app, { project, batch }, rows);
    waitsFor =
      (await app.db.transaction((tx) => takeChunk(tx, { project, batch }, read))) ?? waitsFor;
    await renewClaim(app.db, batch, app.clock.now());
    after = last.n;
  }
}

async function takeChunk(
  tx: Tx,
  { project, batch }: { project: Project; batch: BatchRow },
  rows: readonly ReadRow[],
): Promise<AppError | null> {
  await lockLedger(tx, batch.project_id);
  const locked = await lockBatch(tx, batch.project_id, batch.id);
  if (locked?.status !== 'sending') return null;
  const ns = rows.map(({ n }) => n);
  const waiting = await lockWaiting(tx, batch, ns);
  const open = rows.filter(({ n }) => waiting.has(n)).map((row) => ready(tx, project, row));
  const committedBy = defined(locked.sent_by, 'it is sent');
  const steps = open.flatMap((row) => ('step' in row ? [row.step] : []));
  const results = await takeAllWithin(
    tx,
    batch.project_id,
    steps.map((step) => ({ ...step, isForced: true, committedBy })),
  );
  const byStep = new Map(steps.map((step, n) => [step, defined(results[n], 'one for each')]));
  let waitsFor: AppError | null = null;
  const taken: TakenRow[] = [];
  for (const row of open) {
    const result = 'step' in row ? defined(byStep.get(row.step), 'its own') : row.refusal;
    if (result instanceof AppError && result.status >= 500) waitsFor = result;
    else taken.push(takenRow(row.n, result));
  }
  await storeTaken(tx, batch, taken);
  const withdrawalIds = taken.flatMap(({ withdrawalId }) => withdrawalId ?? []);
  await holdBack(tx, { projectId: batch.project_id, withdrawalIds });
  return waitsFor;
}

function takenRow(n: number, result: Result): TakenRow {
  if (!(result instanceof AppError)) return { n, withdrawalId: result.id, problems: null };
  return { n, withdrawalId: null, problems: problemsIn(result) };
}

type Ready = { readonly n: number } & (
  | { readonly step: CreateStep }
  | { readonly refusal: AppError }
);

/** A row that became invalid, or whose price rose by more than the project allows, is refused. */
function ready(tx: Tx, project: Project, { n, read, charged }: ReadRow): Ready {
  if (!('kind' in read)) return { n, refusal: invalid(...read) };
  const { row } = read;
  const quoted = { charged_amount: charged ?? 0n, price_change_max: row.price_change_max };
  const most = mostAllowed(project, quoted);
  if (row.charged_amount <= most) return { n, step: read };
  const currency = defined(tx.instance.currencies.get(row.charged_currency), 'it is registered');
  return { n, refusal: invalid(rule.atMost('charged_amount', formatAmount(most, currency))) };
}
