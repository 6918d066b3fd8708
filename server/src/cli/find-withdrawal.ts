// The withdrawal that a command line names, of whatever project.
import type { App } from '../app.ts';
import { invalid, notFound, rule } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { findWithdrawalOfAny } from '../withdrawals/operator-views.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawal.ts';

/** Errors: 404, 422 for what is no UUID. */
export async function findNamedWithdrawal(app: App, id: string): Promise<WithdrawalRow> {
  if (!isUuid(id)) throw invalid(rule.uuid('withdrawal_id'));
  const row = await findWithdrawalOfAny(app.db, id.toLowerCase());
  if (row === null) throw notFound();
  return row;
}
