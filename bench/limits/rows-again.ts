// The limit of crediting deposits, or of payouts: the resulting rows, written again by one statement for each table.
import type { Fixture } from '../fixture.ts';
import type { MeasureHooks } from '../suites/paid-block.ts';

/** The rows of an incoming payment. */
const WRITTEN = [
  'deposits',
  'invoices',
  'channel_payments',
  'ledger_postings',
  'account_transactions',
  'events',
  'deliveries',
];

/**
 * Seconds in which PostgreSQL writes the rows of the last run, with keys and indexes, and without triggers, references
 * and everything that the service does before: nothing that keeps such a ledger is faster on this machine.
 */
export async function measureRows(
  { owner }: Fixture,
  tables: readonly string[] = WRITTEN,
  hooks?: MeasureHooks,
): Promise<number> {
  for (const table of tables)
    await owner.query(`create table again_${table} (like ${table} including all)`);
  const last = `(select id from projects order by created_at desc limit 1)`;
  await hooks?.before();
  const startedAt = performance.now();
  for (const table of tables)
    await owner.unhurried.query(
      `insert into again_${table} overriding system value select * from ${table} where project_id = ${last}`,
    );
  const seconds = (performance.now() - startedAt) / 1000;
  await hooks?.after();
  await owner.query(`drop table ${tables.map((table) => `again_${table}`).join(', ')}`);
  return seconds;
}
