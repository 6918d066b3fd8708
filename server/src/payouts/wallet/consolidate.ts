// Merges small outputs of the bitcoind family into one while fees are low, so that payments need few inputs when fees
// are high. Off unless the operator sets a fee price for the coin (CHAINTILL_CONSOLIDATION_MAX_FEE). Never runs
// while withdrawals
// wait, and only one at a time.
import { withPool } from '../../addresses/with-pool.ts';
import type { App } from '../../app.ts';
import type { PlannedInput } from '../../chains/transfers.ts';
import { MINUTE, SECOND } from '../../core/clock.ts';
import type { Config } from '../../core/config/config.ts';
import { amountOf } from '../../core/money.ts';
import type { Sql } from '../../db/database.ts';
import type { Tx } from '../../db/tx.ts';
import { recurring } from '../../workers/schedule.ts';
import type { Worker } from '../../workers/worker.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { costOfInput, INPUTS_MAX } from '../plan/plan-outputs.ts';
import { findQuarantine } from '../quarantine.ts';
import { merge } from './merge.ts';
import { lockAbove, lockWallet } from './wallet-coins.ts';

/** One worker for each coin that has a price. */
export function consolidationWorkers(
  { consolidate: prices }: Config,
  coinWallets: ReadonlyMap<string, CoinWallet>,
): Worker[] {
  return [...coinWallets.values()].flatMap((coinWallet) => {
    const { code } = coinWallet.coin;
    const price = prices.get(code);
    if (price === undefined) return [];
    return recurring({
      name: `consolidate-${code.toLowerCase()}`,
      everyMilliseconds: 10 * MINUTE,
      leaseMilliseconds: 30 * SECOND,
      async run(app) {
        await consolidate(app, coinWallet, price);
        return false;
      },
    });
  });
}

async function consolidate(app: App, coinWallet: CoinWallet, price: string): Promise<void> {
  const { coin, network } = coinWallet;
  const keep = app.config.consolidateOutputs;
  if ((await countOutputs(app.db, coin.code, keep)) <= keep) return;
  if ((await findQuarantine(app.db, coin.code)) !== null) return;
  if (await isBusy(app.db, coin.code)) return;
  const { slow } = await network.feeQuotes();
  const most = amountOf(price, coin);
  if (slow > most) return;
  const { height } = await coinWallet.chain.tip();
  await withPool(app, () =>
    app.db.transaction(async (tx) => {
      await lockWallet(tx, coin.code);
      if (await isBusy(tx, coin.code)) return;
      const inputs = await lockSmall(tx, { coinWallet, quote: slow, keep });
      if (inputs.length < 2) return;
      await merge(tx, { coinWallet, inputs, quote: slow, cap: most, height });
    }),
  );
}

/** Counts outputs, up to the number needed for the decision. */
async function countOutputs(sql: Sql, coin: string, keep: number): Promise<number> {
  const rows = await sql.query(
    `select 1 from wallet_outputs where coin = $1 and status = 'unspent' limit $2`,
    [coin, keep + INPUTS_MAX],
  );
  return rows.length;
}

async function isBusy(sql: Sql, coin: string): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from payouts where coin = $1 and status = 'waiting'
     union all
     select 1 from transfers where coin = $1 and purpose = 'consolidation'
       and status in ('reserved', 'signed', 'broadcast') limit 1`,
    [coin],
  );
  return rows.length > 0;
}

/**
 * The smallest outputs, down to half of the number kept, so that the next new output does not trigger another merge,
 * and the largest ones stay for payments of the same minute. Outputs that cost half their value to spend are excluded,
 * so dust sent by others stays where it is.
 */
async function lockSmall(
  tx: Tx,
  { coinWallet, quote, keep }: { coinWallet: CoinWallet; quote: bigint; keep: number },
): Promise<PlannedInput[]> {
  const coin = coinWallet.coin.code;
  const amount = 2n * costOfInput(coinWallet.network, quote);
  const small = (await countOutputs(tx, coin, keep)) - Math.floor(keep / 2);
  return lockAbove(tx, coin, { amount, limit: Math.min(INPUTS_MAX, small) });
}
