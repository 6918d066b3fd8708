// Cancels payouts that are still waiting after their quote expired, for a reason that the merchant controls (the
// recipient, or a low network fee). Otherwise merchants could wait and choose between two rates. A payout that waits
// for the operator is paid at its quote regardless of the time; an unconverted payout has no quote and keeps waiting.
import type { App } from '../../app.ts';
import { AppError } from '../../core/errors.ts';
import type { ProjectSettings } from '../../projects/project.ts';
import { isPriceOver } from '../../withdrawals/reprice.ts';
import type { WithdrawalRow } from '../../withdrawals/withdrawal.ts';
import type { CoinWallet, PayableWithdrawal } from '../coin-wallet.ts';
import { cancelWithdrawal } from '../recover/cancel.ts';

type Named = Pick<PayableWithdrawal, 'project_id' | 'id'>;

interface PricedRow
  extends Pick<
    WithdrawalRow,
    'project_id' | 'id' | 'rate' | 'repriced' | 'committed_at' | 'created_at'
  > {
  readonly settings: ProjectSettings;
}

/** Cancels and refunds the late ones among the payouts that could not be planned in this run. */
export async function endLate(
  app: App,
  { coin }: Pick<CoinWallet, 'coin'>,
  waiting: readonly Named[],
): Promise<void> {
  if (waiting.length === 0) return;
  const rows = await app.db.query<PricedRow>(
    `select w.project_id, w.id, w.rate, w.repriced, w.committed_at, w.created_at, r.settings
     from coin_withdrawals w join projects r on r.id = w.project_id
     where (w.project_id, w.id) in (select * from unnest($1::uuid[], $2::uuid[])) and w.rate is not null`,
    [waiting.map((one) => one.project_id), waiting.map((one) => one.id)],
  );
  for (const row of rows.filter((one) => isPriceOver(one, one, app.clock.now()))) {
    const { project_id: projectId, id } = row;
    try {
      const reason = { code: 'price_expired' } as const;
      await cancelWithdrawal(app, { coin }, { projectId, id, reason });
    } catch (error) {
      // Canceled or planned in the meantime.
      if (!(error instanceof AppError)) throw error;
      app.log.warn({ err: error, withdrawal_id: id }, 'late withdrawal not cancelled');
    }
  }
}
