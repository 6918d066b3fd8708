// Polygon PoS, and its POL, which pays the fees.
import { evmNetwork } from '../codecs/evm-network.ts';
import { defineAsset } from '../coin.ts';

export const polygon = evmNetwork({
  network: 'polygon',
  networkName: 'Polygon',
  feeCoin: 'POL',
  nodes: {
    // Polygon, Amoy (chainlist.org), and an id for private networks.
    chainIds: { main: 137, test: 80_002, regtest: 31_338 },
    addressRange: 1,
    // Milestones make blocks final within seconds (docs.polygon.technology, "Finality"); an estimate for the sandbox.
    finality: { safe: 64, finalized: 127 },
    gas: { payment: 21_000, token: 65_000 },
    // At least 25 gwei above the base fee (PIP-35; earlier 30). Base fees have exceeded 5,000.
    gasPrice: { leastTip: 30_000_000_000n, mostTip: 1_000_000_000_000n, most: 10_000_000_000_000n },
    dataFee: 'none',
    tokens: {
      confirmations: 127,
      // 65,000 gas at 50 gwei.
      baselineFee: 3_250_000_000_000_000n,
      fees: { perTransfer: '3', perDay: '100', free: '1.5' },
    },
  },
  blockSeconds: 2,
  stuckAfterBlocks: 150,
  // 21,000 gas at 50 gwei.
  baselineFee: 1_050_000_000_000_000n,
  explorers: { main: 'https://polygonscan.com', test: 'https://amoy.polygonscan.com' },
  unspendable: [
    {
      from: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
      source: 'WPOL, which credits the sender (polygonscan.com, "Wrapped Polygon Ecosystem Token")',
    },
  ],
});

export default defineAsset({
  // The API has 8 decimals (wire.md (h)).
  asset: { code: 'POL', kind: 'coin', scale: 18, precision: 8 },
  on: polygon,
  name: 'Polygon',
  isOptional: true,
  token: null,
  payPrecision: 8,
  confirmationTiers: [{ upTo: null, confirmations: 127 }],
  aliases: ['MATIC'],
  rates: { sandbox: '0.2', symbols: { kraken: 'POL' } },
  limits: {
    perTransfer: '100000',
    perDay: '200000',
    fees: { perTransfer: '1', perDay: '100', free: '0.5' },
    feeLoss: '60',
  },
  demo: {
    balance: '50000',
    wallet: { pieces: 1, amount: '300000' },
    channelPayment: '100',
    payee: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    highRiskPayee: null,
  },
});
