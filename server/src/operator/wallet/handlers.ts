// The wallets and the XRP account: the operator funds and views them.
import { renderSVG } from 'uqr';
import { nodeAnswer } from '../../chains/node-answer.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { apiError } from '../../core/errors.ts';
import { formatAmount } from '../../core/money.ts';
import type { CoinWallet } from '../../payouts/coin-wallet.ts';
import { ensureHotSender, readHotSender, topUpAddress } from '../../payouts/own-address.ts';
import { inputCosts, outputSizes } from '../../payouts/wallet/input-costs.ts';
import { listTokens } from '../../payouts/wallet/kept-tokens.ts';
import { requireTags } from '../../payouts/wallet/require-tags.ts';
import { type Position, solvencyOf, walletHoldings } from '../../payouts/wallet/solvency.ts';
import { lowWaterMarkOf } from '../../payouts/wallet/watch-solvency.ts';
import { type HandlersOf, type OperatorApp, withProblems } from '../operator.ts';
import { moneyOf } from '../present.ts';
import { findCoinProblems, readWalletInput } from '../read-input.ts';
import { showSigner } from '../signer.ts';
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
    const mark = lowWaterMarkOf(app, coin);
    shown.push({
      coin: coin.code,
      network: coin.network,
      held: formatAmount(held, coin),
      low_water_mark: mark === null ? null : formatAmount(mark, coin),
      is_below_mark: mark !== null && held < mark,
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

type Operations = typeof walletOperations;

export const walletHandlers: HandlersOf<Operations> = {
  'wallet.deposit-address': withProblems<Operations['wallet.deposit-address']>(
    async (app, input) => {
      const { coin, network } = readWalletInput(app, input.coin);
      const own = await topUpAddress(app, { coin: coin.code, model: network.model });
      const address = coin.formatAddress(own);
      return { coin: coin.code, address, qr_svg: renderSVG(address) };
    },
    findCoinProblems,
  ),
  async 'wallet.report'(app) {
    return Promise.all(outputCoinWallets(app).map((coinWallet) => costsOf(app, coinWallet)));
  },
  async 'wallet.utxo-stats'(app) {
    const coinWallets = outputCoinWallets(app);
    return (await Promise.all(coinWallets.map((coinWallet) => sizesOf(app, coinWallet)))).flat();
  },
  'wallet.list': (app) => listWallets(app),
  'wallet.signer': (app) => showSigner(app),
  async 'wallet.tokens'(app) {
    return (await listTokens(app.db)).map((row) => ({
      ...row,
      output: `${row.txid}:${row.output_index}`,
      amount: moneyOf(app, row.amount, row.coin).amount,
      category: row.token.category,
      tokens: row.token.amount,
      capability: row.token.nft?.capability ?? null,
      commitment: row.token.nft?.commitment ?? null,
      seen_at: row.first_seen_at,
    }));
  },
  async 'xrp.account'(app) {
    const { coin, network } = xrpWallet(app);
    const destination = await ensureHotSender(app, coin.code);
    const { value: state, absence } = await nodeAnswer(app, {
      coin: coin.code,
      run: () => network.account(destination.address),
    });
    return {
      account: destination.address,
      top_up: coin.formatAddress(destination),
      spendable: state === null ? null : formatAmount(state.spendable, coin),
      requires_tags: state?.requiresTags ?? null,
      no_answer: absence,
    };
  },
  async 'xrp.require-tags'(app) {
    return { result: await requireTags(app, xrpWallet(app)) };
  },
};

function outputCoinWallets({ coinWallets }: OperatorApp): readonly CoinWallet[] {
  return [...coinWallets.values()].filter(({ network }) => network.model === 'outputs');
}

const UNKNOWN_COSTS = {
  one_input_costs: null,
  small: null,
  small_amount: null,
  small_cost: null,
  uneconomical: null,
  uneconomical_amount: null,
} as const;

async function costsOf(app: OperatorApp, coinWallet: CoinWallet) {
  const costs = await inputCosts(app, coinWallet);
  const text = (amount: bigint) => formatAmount(amount, coinWallet.coin);
  const { outputs, perInput } = costs;
  const held = {
    coin: coinWallet.coin.code,
    outputs,
    amount: text(costs.amount),
    no_answer: costs.absence,
  };
  if (perInput === null) return { ...held, ...UNKNOWN_COSTS };
  return {
    ...held,
    one_input_costs: text(perInput),
    small: costs.small,
    small_amount: text(costs.smallAmount),
    small_cost: text(perInput * BigInt(costs.small)),
    uneconomical: costs.uneconomical,
    uneconomical_amount: text(costs.uneconomicalAmount),
  };
}

async function sizesOf(app: OperatorApp, coinWallet: CoinWallet) {
  const text = (amount: bigint) => formatAmount(amount, coinWallet.coin);
  return (await outputSizes(app, coinWallet)).map(({ from, outputs, amount, cost, absence }) => ({
    coin: coinWallet.coin.code,
    from: text(from),
    outputs,
    amount: text(amount),
    cost: cost === null ? null : text(cost),
    no_answer: absence,
  }));
}

function xrpWallet(app: OperatorApp): CoinWallet {
  const coinWallet = app.coinWallets.get('XRP');
  if (coinWallet !== undefined) return coinWallet;
  throw apiError('not_offered');
}
