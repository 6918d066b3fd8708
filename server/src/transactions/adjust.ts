// Manual corrections by the operator, booked against the `adjustments` account with a reason and shown in
// the transaction list as ManualBalanceTransaction.
import type { App } from '../app.ts';
import { AppError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { type Sql, violatedConstraint } from '../db/database.ts';
import { lockLedger, post } from '../ledger/post.ts';
import { recordTransactions } from './record.ts';

export interface Adjustment {
  readonly projectId: string;
  readonly currency: string;
  /** Signed, in the smallest unit: a credit is positive. */
  readonly amount: bigint;
  readonly reason: string;
  /** A new one unless told. */
  readonly id?: string | undefined;
}

/**
 * The id of the correction. One with the id of an earlier correction is that one, whose answer was lost. Errors: 422
 * `insufficient_funds` for a debit that the account cannot cover.
 */
export async function adjustAccount(app: App, requested: Adjustment): Promise<string> {
  const { id = newId(app.clock, app.random) } = requested;
  const isCredit = requested.amount > 0n;
  try {
    await app.db.transaction(async (tx) => {
      await lockLedger(tx, requested.projectId);
      const { now } = tx;
      if (await isBooked(tx, requested.projectId, id)) return;
      const posting = {
        referenceType: 'ManualBalanceTransaction',
        referenceId: id,
        purpose: 'adjust',
        from: isCredit ? ('adjustments' as const) : ('available' as const),
        to: isCredit ? ('available' as const) : ('adjustments' as const),
        currency: requested.currency,
        amount: isCredit ? requested.amount : -requested.amount,
      };
      await post(tx, requested.projectId, { postings: [posting], now });
      await recordTransactions(tx, requested.projectId, { now, rows: [rowOf(app, id, requested)] });
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'available_never_negative') throw error;
    throw new AppError({
      code: 'insufficient_funds',
      status: 422,
      message: 'the account does not hold that much',
    });
  }
  return id;
}

async function isBooked(sql: Sql, projectId: string, id: string): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from account_transactions
     where project_id = $1 and reference_type = 'ManualBalanceTransaction' and reference_id = $2`,
    [projectId, id],
  );
  return rows.length > 0;
}

function rowOf(app: App, id: string, requested: Adjustment) {
  return {
    nonce: app.random.bytes(10).toString('hex'),
    currency: requested.currency,
    referenceType: 'ManualBalanceTransaction' as const,
    referenceId: id,
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
