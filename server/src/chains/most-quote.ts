// The maximum fee ever offered for one ordinary payment, replacements included. Everything quoted can be signed.
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

/** The maximum that these signer limits allow for any payment. Rounded down. */
export function mostWithin(
  { token }: Pick<Coin, 'token'>,
  { perTransfer, free }: { readonly perTransfer: bigint; readonly free: bigint },
): bigint {
  // A token's fee is in another coin, so it is not a share of the amount paid.
  const signed = token === null ? smaller(perTransfer, free) : perTransfer;
  return signed / FEE_BUDGET_FACTOR;
}

function boundOf({ code, nodes, token }: Coin): bigint {
  if (nodes.family === 'rippled') return nodes.feeMost;
  if (nodes.family === 'evm') {
    const gas = token === null ? nodes.gas.payment : nodes.gas.token;
    // Where data is charged separately, half of a quote is for data.
    return nodes.gasPrice.most * BigInt(gas) * (nodes.dataFee === 'apart' ? 2n : 1n);
  }
  const rules = feeRulesOf(code);
  return (rules.most * BigInt(ordinarySize(rules)) + 999n) / 1000n;
}
