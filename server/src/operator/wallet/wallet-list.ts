// The operator's overview of the wallets, from the database only: no node is queried.
import type { OutputOf } from '../../contract/operator/operation.ts';
import { formatAmount } from '../../core/money.ts';
import type { CoinWallet } from '../../payouts/coin-wallet.ts';
import { readHotSender } from '../../payouts/own-address.ts';
import { type Position, solvencyOf } from '../../payouts/wallet/solvency.ts';
import { walletHoldings } from '../../payouts/wallet/wallet-holdings.ts';
import type { OperatorApp } from '../operator.ts';
import type { walletOperations } from './contract.ts';

type Shown = OutputOf<(typeof walletOperations)['wallet.list']>[number];

export async function listWallets(app: OperatorApp): Promise<Shown[]> {
  const holdings = await walletHoldings(app.db, app);
  const { positions } = await solvencyOf(app);
  const shown: Shown[] = [];
  for (const coinWallet of app.coinWallets.values()) {
    const { coin } = coinWallet;
    const held = holdings.find((holding) => holding.coin === coin.code)?.held ?? 0n;
    const position = positions.find(({ currency }) => currency.code === coin.asset.code);
    shown.push({
      ...{ coin: coin.code, network: coin.network, held: formatAmount(held, coin) },
      ...(await statusOf(app, coinWallet)),
      asset: assetOf(coinWallet, position),
      ...(await waitingOf(app, coin.code)),
    });
  }
  return shown;
}

function assetOf({ coin }: CoinWallet, position: Position | undefined): Shown['asset'] {
  const text = (amount: bigint | undefined) => formatAmount(amount ?? 0n, coin);
  return {
    currency: coin.asset.code,
    owed: text(position?.owed),
    held: text(position?.held),
    declared: text(position?.declared),
  };
}

interface WalletStatus {
  readonly ready: bigint;
  readonly reserved: bigint;
  readonly pieces: number;
  /** The balance in the coin that fees are paid in. */
  readonly gas: bigint;
}

async function statusOf(app: OperatorApp, coinWallet: CoinWallet) {
  const { coin, fees, network } = coinWallet;
  const isOutputs = network.model === 'outputs';
  const [row] = await app.db.query<WalletStatus>(isOutputs ? OUTPUTS : SENDERS, [coin.code]);
  const { ready, reserved, pieces, gas } = row ?? { ready: 0n, reserved: 0n, pieces: 0, gas: 0n };
  const hot = isOutputs ? null : await readHotSender(app.db, coin.code);
  return {
    ready: formatAmount(ready, coin),
    reserved: formatAmount(reserved, coin),
    pieces,
    top_up_address: hot === null ? null : coin.formatAddress(hot),
    gas: fees === null ? null : { coin: fees.coin.code, amount: formatAmount(gas, fees.coin) },
  };
}

/** Sums of unspent outputs are stored; every statement that changes outputs updates them. */
const OUTPUTS = `
select coalesce(sum(amount - reserved), 0) as ready, coalesce(sum(reserved), 0) as reserved,
  coalesce(sum(pieces), 0)::int as pieces, 0::numeric as gas
from wallet_output_sums where coin = $1`;

/** Swept addresses are numerous and are skipped. An address that may still hold funds has a time for its next check. */
const SENDERS = `
select coalesce(sum(balance) filter (where is_hot), 0) as ready,
  coalesce(sum(fee_balance) filter (where is_hot), 0) as gas,
  count(*) filter (where balance > 0)::int as pieces,
  (select coalesce(sum(t.amount), 0) from transfers t where t.coin = $1 and t.due_at is not null
    and t.purpose = 'withdrawal' and t.status in ('reserved', 'signed', 'broadcast')) as reserved
from wallet_senders where coin = $1 and (balance > 0 or is_hot)`;

const COUNTED_MAX = 1000;

async function waitingOf(app: OperatorApp, coin: string) {
  const [row] = await app.db.query<
    Pick<Shown, 'waiting' | 'waiting_for_coins' | 'waiting_for_gas'>
  >(
    `select count(*)::int as waiting,
       count(*) filter (where wait_reason in ('hot_wallet_low_balance', 'consolidating_funds'))::int as waiting_for_coins,
       count(*) filter (where wait_reason in ('waiting_for_gas', 'insufficient_gas'))::int as waiting_for_gas
     from (select wait_reason from payouts where coin = $1 and status = 'waiting' limit ${COUNTED_MAX}) found`,
    [coin],
  );
  return row ?? { waiting: 0, waiting_for_coins: 0, waiting_for_gas: 0 };
}
