// The withdrawal that the operator names, of whatever project, and what it is charged.
import type { App } from '../app.ts';
import type { OutputOf } from '../contract/operator/operation.ts';
import type { withdrawalsOperations } from '../contract/operator/withdrawals.ts';
import { known } from '../core/assert.ts';
import { AppError, notFound } from '../core/errors.ts';
import { loadProject } from '../projects/project.ts';
import { findWithdrawalOfAny, type OperatorRow } from '../withdrawals/operator-views.ts';
import { newPriceOf, priceText } from '../withdrawals/reprice.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawal.ts';
import { moneyOf } from './present.ts';

/** Errors: 404. */
export async function findNamedWithdrawal(app: App, id: string): Promise<OperatorRow> {
  const row = await findWithdrawalOfAny(app.db, id);
  if (row === null) throw notFound();
  return row;
}

type Price = OutputOf<(typeof withdrawalsOperations)['withdrawals.show']>['price'];

/** What it is charged, and what it would be if it were released, or sent again, now; or what it was before that. */
export async function priceOf(app: App, row: WithdrawalRow): Promise<Price> {
  const { repriced } = row;
  if (repriced !== null) {
    const was = moneyOf(app, BigInt(repriced.charged_amount), row.charged_currency);
    const text = `was ${was.amount} ${was.currency} at ${repriced.rate} until ${repriced.at}`;
    return { state: 'repriced', text };
  }
  if (row.status !== 'on_hold' && row.status !== 'failed') return null;
  try {
    const project = known(await loadProject(app.db, row.project_id), 'it has a project');
    const text = priceText(app, row, newPriceOf(app, project, row));
    return text === null ? { state: 'holds', text: 'holds' } : { state: 'over', text };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { state: 'no_rate', text: `no fresh rate: ${error.message}` };
  }
}
