// Looks up a withdrawal of any project for the operator, with its charges.
import type { App } from '../../app.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { defined } from '../../core/assert.ts';
import { formatDecimal } from '../../core/decimal.ts';
import { AppError, notFound } from '../../core/errors.ts';
import { loadProject } from '../../projects/project.ts';
import { findWithdrawalOfAny, type OperatorRow } from '../../withdrawals/operator-views.ts';
import { newPriceOf, priceText } from '../../withdrawals/reprice.ts';
import type { WithdrawalRow } from '../../withdrawals/withdrawal.ts';
import { moneyOf } from '../present.ts';
import type { withdrawalsOperations } from './contract.ts';

/** Errors: 404. */
export async function findNamedWithdrawal(app: App, id: string): Promise<OperatorRow> {
  const row = await findWithdrawalOfAny(app.db, id);
  if (row === null) throw notFound();
  return row;
}

type Price = OutputOf<(typeof withdrawalsOperations)['withdrawals.show']>['price'];

const PLAIN = { other: null, is_allowed: true, until: null } as const;

/**
 * The charges before it was repriced; for a withdrawal that could be released or resent, those at the current price.
 * Otherwise null.
 */
export async function priceOf(app: App, row: WithdrawalRow): Promise<Price> {
  const { repriced } = row;
  if (repriced !== null) {
    const was = moneyOf(app, BigInt(repriced.charged_amount), row.charged_currency);
    const text = `was ${was.amount} ${was.currency} at ${repriced.rate} until ${repriced.at}`;
    const other = { ...was, rate: repriced.rate };
    return { ...PLAIN, state: 'repriced', text, other, until: repriced.at };
  }
  if (row.status !== 'on_hold' && row.status !== 'failed') return null;
  try {
    const project = defined(await loadProject(app.db, row.project_id), 'it has a project');
    const price = newPriceOf(app, project, row);
    if (price === null) return { ...PLAIN, state: 'valid', text: 'holds' };
    const now = moneyOf(app, price.charged, row.charged_currency);
    const other = { ...now, rate: formatDecimal(price.rate) };
    const { isAllowed: is_allowed } = price;
    return { ...PLAIN, state: 'expired', text: priceText(app, row, price), other, is_allowed };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...PLAIN, state: 'rate_unavailable', text: `no fresh rate: ${error.message}` };
  }
}
