// Stores one assessment per deposit: the first result counts. Whatever it completes is stored in the same transaction.
import type { App } from '../app.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedgers } from '../ledger/post.ts';
import type { DepositRow } from './deposit.ts';
import { TAKEN_BACK } from './own-money.ts';
import type { Found, Prepared } from './prepare-assessments.ts';
import { notifyOwners } from './record-deposits.ts';
import { DEPOSIT_COLUMNS } from './store-deposits.ts';

/**
 * Stores assessments together with the invoices and payments that they complete. If that fails, only the assessments
 * are stored, and the job that completes the rest reports the cause.
 */
export async function storeAssessments(app: App, { found, completions }: Prepared): Promise<void> {
  const inOne = (completed: Prepared['completions']) =>
    app.db.transaction(async (tx) => {
      await lockLedgers(
        tx,
        found.map(({ deposit }) => deposit.project_id),
      );
      const done = new Set<string>();
      for (const completion of completed) for (const id of await completion.store(tx)) done.add(id);
      await storeAlone(
        tx,
        found.filter(({ deposit }) => !done.has(deposit.id)),
      );
    });
  await inOne(completions).catch((error: unknown) => {
    app.log.info(
      { err: error, deposits: found.length },
      'assessments are stored without completion',
    );
    return inOne([]);
  });
}

async function storeAlone(tx: Tx, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  const stored = await tx.query<DepositRow>(
    `update deposits d set risk = t.risk, sources = array(select jsonb_array_elements_text(t.sources)), assess_at = null,
       ${TAKEN_BACK}
     from unnest($1::uuid[], $2::jsonb[], $3::jsonb[], $4::boolean[]) as t(id, risk, sources, is_own)
     where d.id = t.id and d.risk is null
     returning ${DEPOSIT_COLUMNS.replaceAll(/\b(id|risk|sources)\b/g, 'd.$1')}`,
    [
      found.map(({ deposit }) => deposit.id),
      found.map(({ assessment }) => JSON.stringify(assessment.risk)),
      found.map(({ assessment }) => JSON.stringify(assessment.sources)),
      found.map(({ isOwn }) => isOwn),
    ],
  );
  await notifyOwners(tx, stored);
}
