// A project's transactions for accounting: posted and pending, with the merchant's reference, the coins, the rate, the
// on-chain transactions, and the value at receipt.
import type { OperatorApp } from '../../operator/operator.ts';
import { NO_FACTS, transactionFacts } from '../../operator/transactions/handlers.ts';
import { loadProject } from '../../projects/project.ts';
import { type Column, column, type ExportedFile, type Rows } from './columns.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows whose details are read together. */
const BATCH_SIZE = 200;

const COLUMNS: readonly Column[] = [
  column('booked', 'text'),
  column('booked_at', 'time'),
  column('created_at', 'time'),
  column('type', 'text'),
  column('status', 'text'),
  column('status_context', 'text'),
  column('order_reference', 'text'),
  column('description', 'text'),
  column('customer_id', 'text'),
  column('currency', 'text'),
  column('amount', 'amount'),
  column('fee', 'amount'),
  column('fee_currency', 'text'),
  column('balance', 'amount'),
  column('coin', 'text'),
  column('coin_amount', 'amount'),
  column('rate', 'amount'),
  column('txids', 'text'),
  column('value', 'amount'),
  column('value_currency', 'text'),
  column('risk_level', 'text'),
  column('reference_id', 'text'),
  column('id', 'text'),
];

export async function transactionsFile(
  app: OperatorApp,
  projectId: string,
  rows: Rows,
): Promise<ExportedFile> {
  const project = await loadProject(app.db, projectId);
  const name = ['transactions', project?.name ?? projectId];
  return { name, columns: COLUMNS, rows: withFacts(app, projectId, rows) };
}

async function* withFacts(app: OperatorApp, projectId: string, rows: Rows): AsyncGenerator<Row> {
  for await (const batch of batchesOf(rows)) {
    const ids = batch.map((row) => String(row['reference_id']));
    const facts = await transactionFacts(app, projectId, ids);
    for (const row of batch) yield shown(row, facts.get(String(row['reference_id'])) ?? NO_FACTS);
  }
}

async function* batchesOf(rows: Rows): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function shown(row: Row, facts: object): Row {
  const risk = row['risk'] as { readonly level?: string } | null;
  return {
    ...row,
    ...facts,
    booked: row['booked_at'] === null ? 'no' : 'yes',
    type: row['reference_type'],
    order_reference: row['custom_id'],
    risk_level: risk?.level ?? null,
  };
}
