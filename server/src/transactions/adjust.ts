// Manual adjustments by the operator, shown in the transaction list as ManualBalanceTransaction.
import type { App, Instance } from '../app.ts';
import { apiError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { type Sql, violatedConstraint } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger, post } from '../ledger/post.ts';
import { recordTransactions } from './record.ts';

export interface Adjustment {
  readonly projectId: string;
  readonly currency: string;
  /** Signed, in the smallest unit. A credit is positive. */
  readonly amount: bigint;
  readonly reason: string;
  readonly id?: string | undefined;
}

/**
 * A retry with an existing ID posts nothing. Errors: 422 `insufficient_funds` for a debit that the account cannot
 * cover.
 */
export async function adjustAccount(app: App, requested: Adjustment): Promise<string> {
  const { id = newId(app.clock, app.random) } = requested;
  return withFundsRefusal(() =>
    app.db.transaction(async (tx) => {
      await lockLedger(tx, requested.projectId);
      await adjustWithin(tx, { ...requested, id });
      return id;
    }),
  );
}

/** The caller holds the ledger lock. Posts nothing when the ID is already posted. */
export async function adjustWithin(
  tx: Tx,
  requested: Adjustment & { readonly id: string },
): Promise<void> {
  const { id, projectId } = requested;
  const { now } = tx;
  if (await isBooked(tx, projectId, id)) return;
  await post(tx, projectId, { postings: [postingOf(requested)], now });
  await recordTransactions(tx, projectId, { now, rows: [rowOf(tx.instance, requested)] });
}

/** Throws 422 `insufficient_funds` for a debit that the account cannot cover. */
export async function withFundsRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'available_never_negative') throw error;
    throw apiError('insufficient_funds');
  }
}

function postingOf({ id, currency, amount }: Adjustment & { readonly id: string }) {
  const isCredit = amount > 0n;
  return {
    referenceType: 'ManualBalanceTransaction',
    referenceId: id,
    purpose: 'adjust',
    from: isCredit ? ('adjustments' as const) : ('available' as const),
    to: isCredit ? ('available' as const) : ('adjustments' as const),
    currency,
    amount: isCredit ? amount : -amount,
  };
}

async function isBooked(sql: Sql, projectId: string, id: string): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from account_transactions
     where project_id = $1 and reference_type = 'ManualBalanceTransaction' and reference_id = $2`,
    [projectId, id],
  );
  return rows.length > 0;
}

function rowOf(instance: Instance, requested: Adjustment & { readonly id: string }) {
  return {
    nonce: instance.random.bytes(10).toString('hex'),
    currency: requested.currency,
    referenceType: 'ManualBalanceTransaction' as const,
    referenceId: requested.id,
    amount: requested.amount,
    isCounted: true,
    fee: null,
    feeCurrency: null,
    customId: null,
    customerId: null,
    description: requested.reason,
    status: null,
    statusContext: null,
    risk: null,
    riskLevel: null,
  };
}
