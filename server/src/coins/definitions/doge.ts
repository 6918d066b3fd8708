// Dogecoin, without segwit: our addresses are P2PKH (BIP-44). Values of Dogecoin Core 1.14; not yet tested against a
// real node.
import { bitcoinAddresses } from '../codecs/bitcoin-address.ts';
import { bitcoindNetwork } from '../codecs/bitcoind-network.ts';
import { defineAsset } from '../coin.ts';

/** src/chainparams.cpp, PUBKEY_ADDRESS and SCRIPT_ADDRESS. */
const prefixes = {
  main: { segwit: null, keyHash: 0x1e, scriptHash: [0x16] },
  test: { segwit: null, keyHash: 0x71, scriptHash: [0xc4] },
  regtest: { segwit: null, keyHash: 0x6f, scriptHash: [0xc4] },
} as const;

const currency = { code: 'DOGE', kind: 'coin', scale: 8, precision: 8 } as const;

const dogecoin = bitcoindNetwork({
  currency,
  addresses: bitcoinAddresses(prefixes),
  purpose: 44,
  coinType: 3,
  uriScheme: 'dogecoin',
  network: 'dogecoin',
  networkName: 'Dogecoin',
  nodes: {
    // Block 0 of each chain (src/chainparams.cpp).
    chains: {
      main: { main: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691' },
      test: { test: 'bb0a78264637406b6360aad926284d544d7049f45189db5664f3c4d07350559e' },
      regtest: { regtest: '3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5' },
    },
    landmarks: {},
    software: null,
    base58: prefixes,
    transactions: 'legacy',
    blocks: { headerHash: 'double_sha256', isMergeMined: true, markers: [], hasPayloads: false },
    // nCoinbaseMaturity (src/chainparams.cpp): since block 145,000 with digishield; regtest keeps a lower one.
    maturity: { coinbase: { main: 240, test: 240, regtest: 60 }, hogex: null },
    // RECOMMENDED_MIN_TX_FEE and DEFAULT_BLOCK_MIN_TX_FEE, 0.01 DOGE (src/policy/policy.h): nodes relay a tenth of that
    // (DEFAULT_MIN_RELAY_TX_FEE, src/validation.h), but miners do not include transactions below the minimum.
    feeRate: {
      relayed: 100_000n,
      least: 1_000_000n,
      most: 100_000_000n,
      fallback: 1_000_000n,
    },
    // DEFAULT_DUST_LIMIT, 0.01 DOGE: each output below it adds that amount to the required fee.
    dust: { each: 1_000_000n },
    // As in Bitcoin Core since 0.13 (src/miner.cpp).
    takesPackages: true,
    limitsChains: true,
    hasDoubleSpendProofs: false,
    refusalFormat: 'code_first',
  },
  // nPowTargetSpacing.
  blockSeconds: 60,
  // DEFAULT_ENABLE_REPLACEMENT in src/validation.h: opt-in (BIP-125).
  isReplaceable: true,
  stuckAfterBlocks: 30,
  // 226 bytes (one input, two outputs) at 1,000 per byte.
  baselineFee: 226_000n,
  feeLevelsShown: 'average',
  // The bytes of an input, and of a payment with two outputs.
  smallest: { dust: 1_000_000n, spending: { part: 148n, of: 226n } },
  explorers: {
    main: 'https://blockchair.com/dogecoin/transaction/',
    test: 'https://chain.so/tx/DOGETEST/',
  },
});

export default defineAsset({
  asset: currency,
  on: dogecoin,
  name: 'Dogecoin',
  isOptional: true,
  token: null,
  payPrecision: 8,
  confirmationTiers: [
    { upTo: '1000', confirmations: 1 },
    { upTo: '10000', confirmations: 3 },
    { upTo: null, confirmations: 6 },
  ],
  aliases: ['XDG'],
  rates: { sandbox: '0.2', symbols: { kraken: 'XDG' } },
  limits: {
    perTransfer: '100000',
    perDay: '200000',
    fees: { perTransfer: '5', perDay: '500', free: '1' },
    feeLoss: '60',
  },
  demo: {
    balance: '50000',
    wallet: { pieces: 20, amount: '15000' },
    channelPayment: '100',
    // Dogecoin Core, src/test/data/base58_keys_valid.json.
    payee: 'nhRsrUaxZou6sewjqaS37cJrMRJRgwVXdk',
    highRiskPayee: 'ngbSgr1dhCqsLg6Z5tpsaCspwrH72x2Zk3',
  },
});
