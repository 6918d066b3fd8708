// Litecoin. Our addresses are native segwit (P2WPKH, BIP-84). Addresses of the extension block (`ltcmweb1...`) are
// rejected: their outputs are confidential, so a payment could not be proven.
import { bitcoinAddresses } from '../codecs/bitcoin-address.ts';
import { bitcoindNetwork } from '../codecs/bitcoind-network.ts';
import { defineAsset } from '../coin.ts';

/** Taproot. Versions 8 and 9 belong to the extension block (LIP-3) and are no addresses. */
const WITNESS_VERSION_MAX = 1;

/** Litecoin Core, src/chainparams.cpp. The old version byte of P2SH is also Bitcoin's; the new one is canonical. */
const prefixes = {
  main: { segwit: 'ltc', keyHash: 0x30, scriptHash: [0x32, 0x05] },
  test: { segwit: 'tltc', keyHash: 0x6f, scriptHash: [0x3a, 0xc4] },
  regtest: { segwit: 'rltc', keyHash: 0x6f, scriptHash: [0x3a, 0xc4] },
} as const;

const currency = { code: 'LTC', kind: 'coin', scale: 8, precision: 8 } as const;

const litecoin = bitcoindNetwork({
  currency,
  addresses: bitcoinAddresses(prefixes, WITNESS_VERSION_MAX),
  purpose: 84,
  coinType: 2,
  uriScheme: 'litecoin',
  network: 'litecoin',
  networkName: 'Litecoin',
  nodes: {
    // Block 0 of each chain, Litecoin Core 0.21 (src/chainparams.cpp).
    chains: {
      main: { main: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2' },
      test: { test: '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0' },
      regtest: { regtest: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9' },
    },
    landmarks: {},
    software: null,
    base58: prefixes,
    transactions: 'witness',
    blocks: {
      headerHash: 'double_sha256',
      isMergeMined: false,
      markers: ['witness', 'extension'],
      hasPayloads: false,
    },
    // COINBASE_MATURITY; PEGOUT_MATURITY for outputs from the extension block (consensus/consensus.h).
    maturity: { coinbase: { main: 100, test: 100, regtest: 100 }, hogex: 6 },
    feeRate: { relayed: 1_000n, least: 1_000n, most: 1_000_000n, fallback: 10_000n },
    // DUST_RELAY_TX_FEE in policy/policy.h, ten times Bitcoin's.
    dust: { rate: 30_000n },
    takesPackages: true,
    limitsChains: true,
    hasDoubleSpendProofs: false,
    refusalFormat: 'plain',
  },
  blockSeconds: 150,
  isReplaceable: true,
  stuckAfterBlocks: 12,
  // 141 virtual bytes (one input, two outputs) at 7 per byte.
  baselineFee: 987n,
  feeLevelsShown: 'average',
  // -dustrelayfee's default for P2WPKH; the virtual bytes of an input and of a payment with two outputs.
  smallest: { dust: 2_940n, spending: { part: 68n, of: 141n } },
  explorers: {
    main: 'https://litecoinspace.org/tx/',
    test: 'https://litecoinspace.org/testnet/tx/',
  },
});

export default defineAsset({
  asset: currency,
  on: litecoin,
  name: 'Litecoin',
  isOptional: false,
  token: null,
  payPrecision: 8,
  confirmationTiers: [
    { upTo: '10', confirmations: 1 },
    { upTo: '100', confirmations: 3 },
    { upTo: null, confirmations: 6 },
  ],
  aliases: [],
  rates: { sandbox: '78.0', symbols: { kraken: 'LTC' } },
  limits: {
    perTransfer: '250',
    perDay: '500',
    fees: { perTransfer: '0.1', perDay: '5', free: '0.02' },
    feeLoss: '0.15',
  },
  demo: {
    balance: '50',
    wallet: { pieces: 20, amount: '25' },
    channelPayment: '0.5',
    payee: 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0',
    highRiskPayee: 'tltc1qduhm0kvuke8swc6jk79jhphtc5evly82kcdkca',
  },
});
