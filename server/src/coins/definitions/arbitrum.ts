// Arbitrum One, a rollup of Ethereum, and its ether.
import { evmNetwork } from '../codecs/evm-network.ts';
import { defineAssetOn } from '../coin.ts';
import ether from './eth.ts';

export const arbitrum = evmNetwork({
  network: 'arbitrum',
  networkName: 'Arbitrum One',
  feeCoin: 'ETH.arbitrum',
  nodes: {
    // Arbitrum One, Arbitrum Sepolia (docs.arbitrum.io, "RPC endpoints"), and an id for private networks.
    chainIds: { main: 42_161, test: 421_614, regtest: 31_340 },
    addressRange: 3,
    // The delay of the batches on Ethereum; a block takes a quarter of a second.
    finality: { safe: 2_000, finalized: 5_000 },
    // The cost of Ethereum's data is part of the gas, so payments use more of it. Unused gas is not charged.
    gas: { payment: 60_000, token: 150_000 },
    // Arrival order counts, so tips are not collected (docs.arbitrum.io, "Gas and fees"). Base fee: 0.01 gwei or more.
    gasPrice: { leastTip: 0n, mostTip: 1_000_000_000n, most: 200_000_000_000n },
    dataFee: 'in_gas',
    tokens: {
      confirmations: 30,
      // 150,000 gas at a hundredth of a gwei.
      baselineFee: 1_500_000_000_000n,
      fees: { perTransfer: '0.006', perDay: '0.5', free: '0.003' },
    },
  },
  blockSeconds: 1,
  stuckAfterBlocks: 1_200,
  // 60,000 gas at a hundredth of a gwei.
  baselineFee: 600_000_000_000n,
  explorers: { main: 'https://arbiscan.io', test: 'https://sepolia.arbiscan.io' },
  unspendable: [
    {
      from: '0x00000000000000000000000000000000000a4b05',
      source: 'ArbosAddress (nitro, types/transaction.go)',
    },
    {
      from: '0xa4b00000000000000000000000000000000000f6',
      source: 'L1PricerFundsPoolAddress (nitro, arbos/l1pricing/l1pricing.go)',
    },
    {
      from: '0xa4b000000000000000000073657175656e636572',
      source: 'BatchPosterAddress (nitro, arbos/l1pricing/l1pricing.go)',
    },
    {
      from: '0xa4b05fffffffffffffffffffffffffffffffffff',
      source: 'ArbosStateAddress (nitro, types/arbos_util.go)',
    },
    {
      from: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
      source: 'WETH, which credits the sender (arbiscan.io, "Wrapped Ether")',
    },
  ],
});

export default defineAssetOn(ether, {
  on: arbitrum,
  token: null,
  confirmationTiers: [{ upTo: null, confirmations: 30 }],
  limits: {
    perTransfer: '10',
    perDay: '20',
    fees: { perTransfer: '0.002', perDay: '0.5', free: '0.001' },
    feeLoss: '0.005',
  },
});
