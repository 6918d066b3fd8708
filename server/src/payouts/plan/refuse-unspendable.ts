// Withdrawals to addresses that nobody owns, created before the program refused them: they are not sent, show why, and
// can be canceled. New ones are refused when they are created (coins/payee.ts).
import type { App } from '../../app.ts';
import { PAYEE_REFUSALS } from '../../chains/payee-refusals.ts';
import { isUnspendable } from '../../coins/payee.ts';
import type { WaitReason } from '../../withdrawals/wait-reasons.ts';
import { PAYABLE_COLUMNS, type PayableWithdrawal, type Treasury } from '../send/treasury.ts';
import { showRefusal } from './ask-network.ts';
import type { Waiting } from './batches.ts';
import { endLate } from './end-late.ts';

interface Due extends Waiting {
  readonly address: string;
}

/** Those that can be paid. */
export async function refuseUnspendable<T extends Due>(
  app: App,
  treasury: Treasury,
  due: readonly T[],
): Promise<T[]> {
  const refused = due.filter(({ address }) => isUnspendable(app, treasury.coin, address));
  if (refused.length === 0) return [...due];
  const withdrawals = await app.db.query<PayableWithdrawal & { wait_reason: WaitReason | null }>(
    `select ${PAYABLE_COLUMNS}, p.wait_reason from payouts p
     join coin_withdrawals w on w.project_id = p.project_id and w.id = p.withdrawal_id
     where (p.project_id, p.withdrawal_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by p.project_id, p.withdrawal_id`,
    [refused.map((one) => one.project_id), refused.map(({ id }) => id)],
  );
  const refusal = PAYEE_REFUSALS.unspendable;
  for (const withdrawal of withdrawals)
    await app.db.transaction((tx) => showRefusal(tx, { treasury, withdrawal, refusal }));
  await endLate(app, treasury, withdrawals);
  return due.filter((one) => !refused.includes(one));
}
