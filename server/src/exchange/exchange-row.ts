// Exchange transfers as rows: a quote that is valid for 30 seconds and holds the funds, then is executed or expires.
// Used by the files of this folder.
import { SECOND } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';

export const COMMIT_WINDOW = 30 * SECOND;

export interface ExchangeRow {
  readonly project_id: string;
  readonly id: string;
  readonly custom_id: string | null;
  readonly charged_amount: bigint;
  readonly charged_currency: string;
  readonly received_amount: bigint;
  readonly received_currency: string;
  readonly fee: bigint;
  readonly pair: string;
  readonly rate: string;
  readonly created_at: Date;
  readonly committed_at: Date | null;
  readonly expired_at: Date | null;
  readonly commit_key: string | null;
}

export const EXCHANGE_COLUMNS = `project_id, id, custom_id, charged_amount, charged_currency, received_amount, received_currency,
  fee, pair, rate, created_at, committed_at, expired_at, commit_key`;

export async function findExchange(
  sql: Sql,
  projectId: string,
  id: string,
): Promise<ExchangeRow | null> {
  const rows = await sql.query<ExchangeRow>(
    `select ${EXCHANGE_COLUMNS} from exchange_transfers where project_id = $1 and id = $2`,
    [projectId, id],
  );
  return rows[0] ?? null;
}

export async function insertExchange(tx: Tx, row: ExchangeRow): Promise<void> {
  tx.instance.traces?.made('exchange', [row.id]);
  await tx.query(
    `insert into exchange_transfers (${EXCHANGE_COLUMNS}, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      row.project_id,
      row.id,
      row.custom_id,
      row.charged_amount.toString(),
      row.charged_currency,
      row.received_amount.toString(),
      row.received_currency,
      row.fee.toString(),
      row.pair,
      row.rate,
      row.created_at,
      row.committed_at,
      row.expired_at,
      row.commit_key,
      new Date(row.created_at.getTime() + COMMIT_WINDOW + 1),
    ],
  );
}
