// Makes the XRP Ledger reject payments to our account without a destination tag.
import type { App } from '../../app.ts';
import { senderName } from '../../withdrawals/withdrawal.ts';
import { notifyWorker } from '../../workers/worker.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { ensureHotSender } from '../own-address.ts';
import { expiryFrom } from '../plan/reserve-number.ts';
import { freeNumber, lockHotSender, refreshSenders } from '../sending-addresses.ts';
import { insertReserved } from '../store-transfers.ts';

/**
 * `done`: already required; `waits`: on its way; `planned`: sent as soon as a worker runs; `short`: the account cannot
 * pay the fee; `unknown`: this network does not have the setting.
 */
export type RequireTags = 'done' | 'waits' | 'planned' | 'short' | 'unknown';

/** Throws ChainUnavailable. */
export async function requireTags(app: App, coinWallet: CoinWallet): Promise<RequireTags> {
  const { network, coin } = coinWallet;
  await refreshSenders(app, coinWallet);
  const { height } = await coinWallet.chain.tip();
  const fee = (await network.feeQuotes()).average;
  const { address } = await ensureHotSender(app, coin.code);
  const { requiresTags } = await network.account(address);
  if (requiresTags === undefined) return 'unknown';
  if (requiresTags) return 'done';
  return app.db.transaction(async (tx) => {
    const hot = await lockHotSender(tx, coin.code);
    const waiting = await tx.query(
      `select 1 from transfers where coin = $1 and purpose = 'setting'
         and status in ('reserved', 'signed', 'broadcast') limit 1`,
      [coin.code],
    );
    if (waiting.length > 0) return 'waits';
    if (hot === null || hot.spendable < fee) return 'short';
    const plan = {
      coin: coin.code,
      origin: { sender: hot.address, number: await freeNumber(tx, coin.code, hot) },
      outputs: [],
      fee,
      setting: 'require_tags',
      ...expiryFrom(network, height),
    } as const;
    const own = { purpose: 'setting', projectId: null, facts: { setting: plan.setting } } as const;
    await insertReserved(tx, { ...own, plan, feeCap: fee, height });
    await notifyWorker(tx, senderName(coin.code));
    return 'planned';
  });
}
