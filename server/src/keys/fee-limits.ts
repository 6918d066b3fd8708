// What a signer lets networks take: for one transfer, within a day, and of what a transfer pays. They are no fee
// policy, which is the treasury's: they keep whoever holds the service's key, or edits a plan, from giving the wallet
// away to miners.
import type { Coin } from '../coins/coin.ts';
import { known } from '../core/assert.ts';
import { amountOf } from '../core/money.ts';

/** In the smallest unit of the coin that fees are paid in. */
export interface FeeLimits {
  /** The most for one transfer, whatever it pays; for one that pays nobody the only limit beside the day's. */
  readonly perTransfer: bigint;
  /** The most within any 24 hours. Of a coin that pays its own fees; tokens share that of their network. */
  readonly perDay: bigint;
  /** Up to this nobody asks what a transfer pays: small payments cost a large share on a dear day. */
  readonly free: bigint;
  /** Above that, the most in hundredths of what it pays. Not asked of tokens, whose fees are in another coin. */
  readonly percent: bigint;
  /** Change below this goes to the fee. As in chains/bitcoind/fee-rules.ts. */
  readonly dust: bigint;
}

/** As an operator writes them: decimal amounts of the coin that fees are paid in. */
export interface FeeTexts {
  readonly fee_per_transfer: string;
  readonly fee_per_day: string;
  readonly fee_free: string;
  readonly fee_percent: number;
}

const FEE_PERCENT = 5;

/**
 * per_transfer: about a hundred inputs on a dear day; on ETH and XRP many times a plain payment, of a token three
 * times that of ether, as its transfers use three times the gas.
 */
export const FIRST_FEE_LIMITS: Readonly<Record<string, FeeTexts>> = {
  BTC: texts('0.01', '0.5', '0.001'),
  LTC: texts('0.1', '5', '0.02'),
  BCH: texts('0.01', '0.5', '0.002'),
  ETH: texts('0.05', '5', '0.02'),
  XRP: texts('2', '40', '0.5'),
  USDT: texts('0.06', '5', '0.06'),
  USDC: texts('0.06', '5', '0.06'),
};
const DUST: Readonly<Record<string, bigint>> = { BTC: 546n, LTC: 5_460n, BCH: 546n };

function texts(perTransfer: string, perDay: string, free: string): FeeTexts {
  return {
    fee_per_transfer: perTransfer,
    fee_per_day: perDay,
    fee_free: free,
    fee_percent: FEE_PERCENT,
  };
}

/** `changes`: what the operator wrote instead. `feeCoin`: the coin that the fees are paid in. */
export function feeLimitsOf(
  coin: string,
  feeCoin: Coin,
  changes: Partial<FeeTexts> = {},
): FeeLimits {
  const first = known(FIRST_FEE_LIMITS[coin], `${coin} has limits of its fees`);
  const limits = { ...first, ...changes };
  return {
    perTransfer: amountOf(limits.fee_per_transfer, feeCoin),
    perDay: amountOf(limits.fee_per_day, feeCoin),
    free: amountOf(limits.fee_free, feeCoin),
    percent: BigInt(limits.fee_percent),
    dust: DUST[coin] ?? 0n,
  };
}
