// Fills a sender's unused nonce or sequence, which would block signed transfers behind it. The next withdrawal takes
// the number; when none waits, an empty transfer is planned under the lock that assigns numbers.
import type { App, Instance } from '../../app.ts';
import type { BlockRef } from '../../chains/chain.ts';
import type { FeeQuotes } from '../../chains/transfers.ts';
import type { Tx } from '../../db/tx.ts';
import { raiseAlert } from '../../ledger/alerts.ts';
import { amountText, type CoinWallet, networkCoinsOf } from '../coin-wallet.ts';
import { VOID_CAP_FACTOR, voidPlan } from '../recover/make-void.ts';
import { freeNumber, lockHotSender, refreshSenders, type Sender } from '../sending-addresses.ts';
import { insertReserved } from '../store-transfers.ts';
import { type GasSupply, gasSupply, supplyGas } from '../wallet/supply-gas.ts';

/** Returns the number filled. Runs after the withdrawals have been assigned their numbers. */
export async function fillGaps(app: App, coinWallet: CoinWallet, tip: BlockRef): Promise<number> {
  if (coinWallet.network.model !== 'sequence' || !(await hasGap(app.db, app, coinWallet))) return 0;
  await refreshSenders(app, coinWallet);
  const supply = await gasSupply(app, coinWallet);
  const quotes = await coinWallet.network.feeQuotes();
  const facts = { coinWallet, quotes, supply, height: tip.height };
  return app.db.transaction((tx) => fillHot(tx, facts));
}

/** Others never have two open transfers. Without expiry, a number with a signed transfer is not a gap. */
async function hasGap(
  sql: Pick<Tx, 'query'>,
  instance: Instance,
  { coin, network }: CoinWallet,
): Promise<boolean> {
  const used =
    network.expiry === undefined
      ? `(b.status <> 'dead' or b.raw is not null)`
      : `b.status <> 'dead'`;
  const rows = await sql.query(
    `select 1 from transfers t
     join wallet_senders s on s.coin = $1 and s.address = t.sender and s.is_hot
     where t.coin = any($2::text[]) and t.status in ('signed', 'broadcast') and t.number > s.confirmed_number
       and not exists (select 1 from transfers b where b.coin = any($2::text[]) and b.sender = t.sender
         and b.number = t.number - 1 and ${used})
     limit 1`,
    [coin.code, networkCoinsOf(instance, coin.code)],
  );
  return rows.length > 0;
}

interface Filling {
  readonly coinWallet: CoinWallet;
  readonly quotes: FeeQuotes;
  readonly supply: GasSupply | null;
  readonly height: number;
}

async function fillHot(tx: Tx, filling: Filling): Promise<number> {
  const { coinWallet, quotes, height } = filling;
  const coin = coinWallet.coin.code;
  const hot = await lockHotSender(tx, coin);
  if (hot === null || !(await hasGap(tx, tx.instance, coinWallet))) return 0;
  const origin = { sender: hot.address, number: await freeNumber(tx, coin, hot) };
  const quoted = { quote: quotes.average, tip: quotes.tips?.average };
  const plan = voidPlan(
    coinWallet.network,
    { coin, origin },
    { ...quoted, height, to: hot.address },
  );
  if (plan === null || !(await canPay(tx, { ...filling, hot, fee: plan.fee }))) return 0;
  const filled = { number: origin.number, fee: `${plan.fee}` };
  const feeCap = plan.fee * VOID_CAP_FACTOR;
  const own = { purpose: 'void', projectId: null, facts: filled } as const;
  await insertReserved(tx, { ...own, plan, feeCap, height });
  tx.log.warn({ coin, ...filled }, 'unused nonce or sequence filled');
  return 1;
}

/** A token's fee is supplied first, as for a payment. */
async function canPay(
  tx: Tx,
  { coinWallet, supply, hot, fee }: Filling & { hot: Sender; fee: bigint },
): Promise<boolean> {
  const { code: coin } = coinWallet.coin;
  if (supply === null) {
    // The reserve (XRP) may be used for a fee.
    if (hot.spendable >= fee || coinWallet.network.expiry !== undefined) return true;
    await raiseAlert(tx, {
      kind: 'hot_wallet_low_balance',
      subject: coin,
      facts: { fee: amountText(fee, coinWallet.coin) },
    });
    return false;
  }
  const lacking = await supplyGas(tx, { supply, sender: hot, fee, projectId: null });
  if (lacking === 'insufficient_gas')
    await raiseAlert(tx, {
      kind: 'insufficient_gas',
      subject: coin,
      facts: { fee: amountText(fee, supply.coinWallet.coin) },
    });
  return lacking === null;
}
