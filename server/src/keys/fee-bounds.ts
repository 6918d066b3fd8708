// Bounds of the fees that a signer signs, per coin, in what its fees are paid in. They are no fee policy, which is the
// treasury's: they keep an altered plan from giving the wallet away to miners.
import { known } from '../core/assert.ts';
import type { FeeBounds } from './check-transfer.ts';

/**
 * feeMax: some hundred inputs on a dear day; on ETH and XRP many times a plain payment. Dust as in
 * chains/bitcoind/bitcoind-transfers.ts.
 */
const boundsByCoin: Readonly<Record<string, FeeBounds>> = {
  BTC: { feeMax: 500_000n, dust: 546n },
  LTC: { feeMax: 10_000_000n, dust: 5_460n },
  BCH: { feeMax: 1_000_000n, dust: 546n },
  ETH: { feeMax: 20_000_000_000_000_000n, dust: 0n },
  XRP: { feeMax: 2_000_000n, dust: 0n },
  // In wei: three times that of ether, as their transfers use up three times the gas.
  USDT: { feeMax: 60_000_000_000_000_000n, dust: 0n },
  USDC: { feeMax: 60_000_000_000_000_000n, dust: 0n },
};

export function feeBoundsOf(coin: string): FeeBounds {
  return known(boundsByCoin[coin], `${coin} has bounds of its fees`);
}
