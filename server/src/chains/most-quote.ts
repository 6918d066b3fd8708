// The most that we ever offer a network for one ordinary payment: the bounds in the coin's definition, and never more
// than the signer's first limits leave room for, replacements included. What is quoted can be signed.
import type { Coin } from '../coins/coin.ts';
import { FEE_BUDGET_FACTOR } from '../coins/fee-budget.ts';
import { definedCoin } from '../coins/registry.ts';
import { amountOf, smaller } from '../core/money.ts';
import { feeRulesOf, ordinarySize } from './bitcoind/fee-rules.ts';

/** In the smallest unit of the coin that fees are paid in. */
export function mostQuote(coin: Coin): bigint {
  const feeCoin = definedCoin(coin.feeCoin);
  const { perTransfer, free } = coin.limits.fees;
  const limits = { perTransfer: amountOf(perTransfer, feeCoin), free: amountOf(free, feeCoin) };
  return smaller(boundOf(coin), mostWithin(coin, limits));
}

/** The most that these limits of a signer leave room for, whatever the payment; rounded down. */
export function mostWithin(
  { token }: Pick<Coin, 'token'>,
  { perTransfer, free }: { readonly perTransfer: bigint; readonly free: bigint },
): bigint {
  // The fee of a token is in another coin, and no share of what it pays.
  const signed = token === null ? smaller(perTransfer, free) : perTransfer;
  return signed / FEE_BUDGET_FACTOR;
}

function boundOf({ code, nodes, token }: Coin): bigint {
  if (nodes.family === 'rippled') return nodes.feeMost;
  if (nodes.family === 'evm') {
    const gas = token === null ? nodes.gas.payment : nodes.gas.token;
    // Where data is paid for apart, half of a quote is for that.
    return nodes.gasPrice.most * BigInt(gas) * (nodes.dataFee === 'apart' ? 2n : 1n);
  }
  const rules = feeRulesOf(code);
  return (rules.most * BigInt(ordinarySize(rules)) + 999n) / 1000n;
}
