// BNB Smart Chain, and its BNB, which pays the fees.
import { evmNetwork } from '../codecs/evm-network.ts';
import { defineAsset } from '../coin.ts';

export const bnbSmartChain = evmNetwork({
  network: 'bnb_smart_chain',
  networkName: 'BNB Smart Chain (BEP20)',
  feeCoin: 'BNB',
  nodes: {
    // BNB Smart Chain, its test network (docs.bnbchain.org, "JSON-RPC endpoint"), and an id for private networks.
    chainIds: { main: 56, test: 97, regtest: 31_341 },
    addressRange: 4,
    // Validator votes make a block final within a few blocks (BEP-126).
    finality: { safe: 2, finalized: 15 },
    gas: { payment: 21_000, token: 65_000 },
    // The base fee is zero. Validators have required at least a twentieth of a gwei since 2025, and earlier up to 5.
    gasPrice: { leastTip: 50_000_000n, mostTip: 20_000_000_000n, most: 100_000_000_000n },
    dataFee: 'none',
    tokens: {
      confirmations: 15,
      // 65,000 gas at a tenth of a gwei.
      baselineFee: 6_500_000_000_000n,
      fees: { perTransfer: '0.015', perDay: '1', free: '0.006' },
    },
  },
  blockSeconds: 1,
  stuckAfterBlocks: 300,
  // 21,000 gas at a tenth of a gwei.
  baselineFee: 2_100_000_000_000n,
  explorers: { main: 'https://bscscan.com', test: 'https://testnet.bscscan.com' },
  unspendable: [
    {
      from: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
      source: 'WBNB, which credits the sender (bscscan.com, "Wrapped BNB")',
    },
  ],
});

export default defineAsset({
  // The API has 8 decimals (wire.md (h)).
  asset: { code: 'BNB', kind: 'coin', scale: 18, precision: 8 },
  on: bnbSmartChain,
  name: 'BNB',
  isOptional: true,
  token: null,
  payPrecision: 8,
  confirmationTiers: [{ upTo: null, confirmations: 15 }],
  aliases: ['BSC'],
  rates: { sandbox: '800.0', symbols: { kraken: 'BNB' } },
  limits: {
    perTransfer: '30',
    perDay: '60',
    fees: { perTransfer: '0.005', perDay: '1', free: '0.002' },
    feeLoss: '0.02',
  },
  demo: {
    balance: '50',
    wallet: { pieces: 1, amount: '300' },
    channelPayment: '0.1',
    payee: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    highRiskPayee: null,
  },
});
