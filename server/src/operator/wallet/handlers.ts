// The wallets and the XRP account: the operator funds and views them.
import { renderSVG } from 'uqr';
import { AppError } from '../../core/errors.ts';
import { formatAmount } from '../../core/money.ts';
import type { CoinWallet } from '../../payouts/coin-wallet.ts';
import { ensureHotSender, topUpAddress } from '../../payouts/own-address.ts';
import { inputCosts, outputSizes } from '../../payouts/wallet/input-costs.ts';
import { listTokens } from '../../payouts/wallet/kept-tokens.ts';
import { requireTags } from '../../payouts/wallet/require-tags.ts';
import { type HandlersOf, type OperatorApp, withProblems } from '../operator.ts';
import { moneyOf, timeOf } from '../present.ts';
import { findCoinProblems, readWalletInput } from '../read-input.ts';
import { showSigner } from '../signer.ts';
import type { walletOperations } from './contract.ts';
import { listWallets } from './wallet-list.ts';

type Operations = typeof walletOperations;

export const walletHandlers: HandlersOf<Operations> = {
  'wallet.top-up': withProblems<Operations['wallet.top-up']>(async (app, input) => {
    const { coin, network } = readWalletInput(app, input.coin);
    const own = await topUpAddress(app, { coin: coin.code, model: network.model });
    const address = coin.formatAddress(own);
    return { coin: coin.code, address, qr_svg: renderSVG(address) };
  }, findCoinProblems),
  async 'wallet.report'(app) {
    return Promise.all(outputCoinWallets(app).map((coinWallet) => costsOf(app, coinWallet)));
  },
  async 'wallet.sizes'(app) {
    const coinWallets = outputCoinWallets(app);
    return (await Promise.all(coinWallets.map((coinWallet) => sizesOf(app, coinWallet)))).flat();
  },
  'wallet.list': (app) => listWallets(app),
  'wallet.signer': (app) => showSigner(app),
  async 'wallet.tokens'(app) {
    return (await listTokens(app.db)).map((row) => ({
      coin: row.coin,
      output: `${row.txid}:${row.output_index}`,
      address: row.address,
      amount: moneyOf(app, row.amount, row.coin).amount,
      category: row.token.category,
      tokens: row.token.amount,
      capability: row.token.nft?.capability ?? null,
      commitment: row.token.nft?.commitment ?? null,
      project_id: row.project_id,
      seen_at: timeOf(row.first_seen_at),
    }));
  },
  async 'xrp.account'(app) {
    const { coin, network } = xrpWallet(app);
    const destination = await ensureHotSender(app, coin.code);
    const state = await network.account(destination.address);
    return {
      account: destination.address,
      top_up: coin.formatAddress(destination),
      spendable: formatAmount(state.spendable, coin),
      requires_tags: state.requiresTags ?? null,
    };
  },
  async 'xrp.require-tags'(app) {
    return { outcome: await requireTags(app, xrpWallet(app)) };
  },
};

function outputCoinWallets({ coinWallets }: OperatorApp): readonly CoinWallet[] {
  return [...coinWallets.values()].filter(({ network }) => network.model === 'outputs');
}

const UNKNOWN_COSTS = {
  ...{ one_input_costs: null, small: null, small_amount: null, small_cost: null },
  ...{ uneconomical: null, uneconomical_amount: null },
} as const;

async function costsOf(app: OperatorApp, coinWallet: CoinWallet) {
  const costs = await inputCosts(app, coinWallet);
  const text = (amount: bigint) => formatAmount(amount, coinWallet.coin);
  const { outputs, perInput } = costs;
  const held = { coin: coinWallet.coin.code, outputs, amount: text(costs.amount) };
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
  return (await outputSizes(app, coinWallet)).map(({ from, outputs, amount, cost }) => ({
    ...{
      coin: coinWallet.coin.code,
      from: text(from),
      outputs,
      amount: text(amount),
      cost: cost === null ? null : text(cost),
    },
  }));
}

function xrpWallet(app: OperatorApp): CoinWallet {
  const coinWallet = app.coinWallets.get('XRP');
  if (coinWallet !== undefined) return coinWallet;
  const message = 'XRP is not offered: XRP_NODE_URL names a node';
  throw new AppError({ code: 'not_offered', status: 422, message });
}
