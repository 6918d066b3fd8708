// Stops withdrawals to unspendable addresses that were created before requests checked this (coins/payee.ts). They show
// the reason and can be canceled.
import type { App } from '../../app.ts';
import { isUnspendable } from '../../coins/payee.ts';
import type { WaitReason } from '../../withdrawals/reasons.ts';
import { type CoinWallet, PAYABLE_COLUMNS, type PayableWithdrawal } from '../coin-wallet.ts';
import type { Waiting } from './batches.ts';
import { endLate } from './end-late.ts';
import { showRefusal } from './query-network.ts';

interface Due extends Waiting {
  readonly address: string;
}

/** Returns the withdrawals that can be paid. */
export async function refuseUnspendable<T extends Due>(
  app: App,
  coinWallet: CoinWallet,
  due: readonly T[],
): Promise<T[]> {
  const refused = due.filter(({ address }) => isUnspendable(app, coinWallet.coin, address));
  if (refused.length === 0) return [...due];
  const withdrawals = await app.db.query<PayableWithdrawal & { wait_reason: WaitReason | null }>(
    `select ${PAYABLE_COLUMNS}, p.wait_reason from payouts p
     join coin_withdrawals w on w.project_id = p.project_id and w.id = p.withdrawal_id
     where (p.project_id, p.withdrawal_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by p.project_id, p.withdrawal_id`,
    [refused.map((one) => one.project_id), refused.map(({ id }) => id)],
  );
  const refusal = { code: 'unspendable' } as const;
  for (const withdrawal of withdrawals)
    await app.db.transaction((tx) => showRefusal(tx, { coinWallet, withdrawal, refusal }));
  await endLate(app, coinWallet, withdrawals);
  return due.filter((one) => !refused.includes(one));
}
