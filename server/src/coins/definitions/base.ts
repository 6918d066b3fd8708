// Base, a rollup of Ethereum (OP stack), and its ether.
import { evmNetwork } from '../codecs/evm-network.ts';
import { defineAssetOn } from '../coin.ts';
import ether from './eth.ts';

export const base = evmNetwork({
  network: 'base',
  networkName: 'Base',
  feeCoin: 'ETH.base',
  nodes: {
    // Base, Base Sepolia (docs.base.org, "Connecting to Base"), and an id for private networks.
    chainIds: { main: 8_453, test: 84_532, regtest: 31_339 },
    addressRange: 2,
    // The delay of the batches on Ethereum: a few minutes (safe), and about twenty (finalized).
    finality: { safe: 150, finalized: 600 },
    gas: { payment: 21_000, token: 65_000 },
    // The sequencer requires at least one wei; blocks mostly charge a thousandth of a gwei.
    gasPrice: { leastTip: 1_000_000n, mostTip: 10_000_000_000n, most: 200_000_000_000n },
    // docs.base.org, "Network fees": charged for Ethereum's data, at the price of the predeploy GasPriceOracle.
    dataFee: 'apart',
    tokens: {
      // Same as ether on Base.
      confirmations: 30,
      // 65,000 gas at a hundredth of a gwei, and the same again for data.
      baselineFee: 1_300_000_000_000n,
      fees: { perTransfer: '0.006', perDay: '0.5', free: '0.003' },
    },
  },
  blockSeconds: 2,
  stuckAfterBlocks: 150,
  // 21,000 gas at a hundredth of a gwei, and the same again for data.
  baselineFee: 420_000_000_000n,
  explorers: { main: 'https://basescan.org', test: 'https://sepolia.basescan.org' },
  unspendable: [
    {
      from: '0x4200000000000000000000000000000000000000',
      to: '0x42000000000000000000000000000000000007ff',
      source: 'Predeploys, WETH and the bridges among them (specs.optimism.io, "Predeploys")',
    },
    {
      from: '0xc0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d30000',
      to: '0xc0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d3ffff',
      source: 'Code of the predeploys (OP stack, Predeploys.sol, predeployToCodeNamespace)',
    },
    {
      from: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000',
      to: '0xdeaddeaddeaddeaddeaddeaddeaddeaddeadffff',
      source: 'Legacy ETH and the depositor account (specs.optimism.io, "Deposits", L1 attributes)',
    },
  ],
});

export default defineAssetOn(ether, {
  on: base,
  token: null,
  // Not in wire.md (h); like Arbitrum, the other rollup. To use Ethereum's finality, set ETH_BASE_FINALITY.
  confirmationTiers: [{ upTo: null, confirmations: 30 }],
  limits: {
    perTransfer: '10',
    perDay: '20',
    fees: { perTransfer: '0.002', perDay: '0.5', free: '0.001' },
    feeLoss: '0.005',
  },
});
