// Exchange transfers between two of a merchant's accounts: a quote that holds the funds for 30 seconds and is then
// committed, or immediate with force_commit (wire.md (d), (d2)).
import type { Static } from 'typebox';
import type { App, Instance } from '../app.ts';
import type { ExchangeTransfer } from '../contract/objects/exchange-transfers.ts';
import { defined } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { apiError, invalid, notFound, rule } from '../core/errors.ts';
import { formatAmount } from '../core/money.ts';
import { type Sql, violatedConstraint } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { endHolds, hold } from '../ledger/hold.ts';
import { lockLedger, type Posting, post } from '../ledger/post.ts';
import type { Project } from '../projects/project.ts';
import { type NewTransaction, recordTransactions } from '../transactions/record.ts';
import { type CreateExchangeInput, quoteExchange } from './price.ts';

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

const EXCHANGE_COLUMNS = `project_id, id, custom_id, charged_amount, charged_currency, received_amount, received_currency,
  fee, pair, rate, created_at, committed_at, expired_at, commit_key`;

async function findExchange(sql: Sql, projectId: string, id: string): Promise<ExchangeRow | null> {
  const rows = await sql.query<ExchangeRow>(
    `select ${EXCHANGE_COLUMNS} from exchange_transfers where project_id = $1 and id = $2`,
    [projectId, id],
  );
  return rows[0] ?? null;
}

async function insertExchange(tx: Tx, row: ExchangeRow): Promise<void> {
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

type Presented = Static<typeof ExchangeTransfer>;

interface Caller {
  readonly project: Project;
  readonly objectId: string;
}

/** Errors: 422 `invalid`, 409 `duplicate_custom_id`, 503 `rates_unavailable`. */
export async function createExchange(
  app: App,
  caller: Caller,
  input: CreateExchangeInput,
): Promise<Presented> {
  const row = quoteExchange(app, caller, input);
  try {
    const stored = await app.db.transaction((tx) =>
      write(tx, { row, isForced: input.force_commit === true }),
    );
    return presentExchange(app, stored);
  } catch (error) {
    if (violatedConstraint(error) === 'exchange_transfers_custom_id')
      throw apiError('duplicate_custom_id');
    throw error;
  }
}

/** Errors: 404, 409 `already_committed` or `commit_window_expired`. */
export function commitExchange(app: App, caller: Caller, id: string): Promise<Presented> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, caller.project.id);
    const row = await findExchange(tx, caller.project.id, id);
    if (row === null) throw notFound();
    if (row.committed_at !== null) {
      if (row.commit_key === caller.objectId) return presentExchange(app, row);
      throw apiError('already_committed');
    }
    const isOpen =
      row.expired_at === null && tx.now.getTime() <= row.created_at.getTime() + COMMIT_WINDOW;
    if (!isOpen) throw apiError('commit_window_expired');
    return presentExchange(app, await execute(tx, { row, commitKey: caller.objectId }));
  });
}

export async function showExchange(app: App, project: Project, id: string): Promise<Presented> {
  const row = await findExchange(app.db, project.id, id);
  if (row === null) throw notFound();
  return presentExchange(app, row);
}

async function write(
  tx: Tx,
  { row, isForced }: { row: ExchangeRow; isForced: boolean },
): Promise<ExchangeRow> {
  await lockLedger(tx, row.project_id);
  const repeated = await findExchange(tx, row.project_id, row.id);
  if (repeated !== null) return repeated;
  await insertExchange(tx, row);
  const rows = await tx.query<{ available: bigint }>(
    `select balance - held as available from ledger_accounts
     where project_id = $1 and kind = 'available' and currency = $2`,
    [row.project_id, row.charged_currency],
  );
  const available = rows[0]?.available ?? 0n;
  if (row.charged_amount > available) {
    const currency = defined(
      tx.instance.currencies.get(row.charged_currency),
      'currency is registered',
    );
    throw invalid(rule.atMost('charged_amount', formatAmount(available, currency)));
  }
  const held = {
    referenceId: row.id,
    currency: row.charged_currency,
    amount: row.charged_amount,
  };
  await hold(tx, row.project_id, { holds: [held], now: row.created_at });
  return isForced ? execute(tx, { row, commitKey: null }) : row;
}

async function execute(
  tx: Tx,
  { row, commitKey }: { row: ExchangeRow; commitKey: string | null },
): Promise<ExchangeRow> {
  const now = tx.now;
  await endHolds(tx, row.project_id, { referenceIds: [row.id], status: 'posted', now });
  await post(tx, row.project_id, { postings: exchangePostings(row), now });
  await recordTransactions(tx, row.project_id, {
    now,
    rows: exchangeTransactions(tx.instance, row),
  });
  const rows = await tx.query<ExchangeRow>(
    `update exchange_transfers set committed_at = $3, commit_key = $4, due_at = null
     where project_id = $1 and id = $2 and committed_at is null returning ${EXCHANGE_COLUMNS}`,
    [row.project_id, row.id, now, commitKey],
  );
  return defined(rows[0], 'a locked quote can be committed');
}

function presentExchange(app: App, row: ExchangeRow): Presented {
  const charged = defined(app.currencies.get(row.charged_currency), 'currency is registered');
  const received = defined(app.currencies.get(row.received_currency), 'currency is registered');
  return {
    id: row.id,
    charged_amount: formatAmount(row.charged_amount, charged),
    charged_currency: row.charged_currency,
    received_amount: formatAmount(row.received_amount, received),
    received_currency: row.received_currency,
    custom_id: row.custom_id,
    exchange: {
      pair: row.pair,
      rate: row.rate,
      fee: formatAmount(row.fee, charged),
      fee_currency: row.charged_currency,
    },
  };
}

/** docs/money.md: two legs through `exchange`, and the fee as a separate posting. */
function exchangePostings(row: ExchangeRow): Posting[] {
  const reference = { referenceType: 'ExchangeTransfer', referenceId: row.id };
  const charged = { ...reference, currency: row.charged_currency };
  const postings: Posting[] = [
    {
      ...charged,
      purpose: 'charge',
      from: 'available',
      to: 'exchange',
      amount: row.charged_amount - row.fee,
    },
    { ...charged, purpose: 'fee', from: 'available', to: 'fees', amount: row.fee },
    {
      ...reference,
      currency: row.received_currency,
      purpose: 'credit',
      from: 'exchange',
      to: 'available',
      amount: row.received_amount,
    },
  ];
  return postings.filter((posting) => posting.amount > 0n);
}

function exchangeTransactions(instance: Instance, row: ExchangeRow): NewTransaction[] {
  const side = (currency: string, amount: bigint, fee: bigint): NewTransaction => ({
    nonce: instance.random.bytes(10).toString('hex'),
    currency,
    referenceType: 'ExchangeTransfer',
    referenceId: row.id,
    amount,
    isCounted: true,
    fee,
    feeCurrency: currency,
    customId: row.custom_id,
    customerId: null,
    description: null,
    status: null,
    statusContext: null,
    risk: null,
    riskLevel: null,
  });
  return [
    side(row.charged_currency, -row.charged_amount, row.fee),
    side(row.received_currency, row.received_amount, 0n),
  ];
}
