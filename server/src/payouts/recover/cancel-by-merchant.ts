// Lets a merchant cancel a failed or unsent withdrawal, on the same proof that an operator needs (cancel.ts). A
// merchant cannot stop a withdrawal that returns a payment which was never credited to their account.
import type { App } from '../../app.ts';
import { defined } from '../../core/assert.ts';
import { SECOND } from '../../core/clock.ts';
import { conflict, notFound } from '../../core/errors.ts';
import { noteRefusal } from '../../withdrawals/approve.ts';
import { findWithdrawal } from '../../withdrawals/store-withdrawals.ts';
import type { WithdrawalRow } from '../../withdrawals/withdrawal.ts';
import { cancelWithdrawal } from './cancel.ts';
import { isCompared } from './compared.ts';
import { findVerified } from './verified-round.ts';

/**
 * How long a process without workers, which compares nothing itself, waits for another process to publish its
 * comparison. Each process publishes it every second.
 */
const VERIFIED_WITHIN = 3 * SECOND;
const REASON = { code: 'requested_by_merchant' } as const;

/** Errors: 404; 409 `already_cancelled`, `not_committed`, `not_yours_to_cancel`; and those of `cancelWithdrawal`. */
export async function cancelByMerchant(
  app: App,
  requested: { projectId: string; id: string },
): Promise<WithdrawalRow> {
  const row = await findWithdrawal(app.db, requested.projectId, requested.id);
  if (row === null) throw notFound();
  if (row.status === 'cancelled') throw conflict('already_cancelled');
  if (row.status === 'new') throw conflict('not_committed');
  if (row.deposit_id !== null) throw conflict('not_yours_to_cancel');
  const coin = row.received_currency;
  const round = isCompared(app, coin) ? null : await findVerified(app, coin, VERIFIED_WITHIN);
  const giver = { coin: { code: coin } };
  await cancelWithdrawal(app, giver, {
    ...requested,
    ...(round !== null && { verifiedRound: round }),
    reason: REASON,
    first: (tx) => noteRefusal(tx, { row, reason: REASON }),
  });
  return defined(
    await findWithdrawal(app.db, requested.projectId, requested.id),
    'it was just cancelled',
  );
}
