// Bitcoin Cash. Our addresses are P2PKH (BIP-44), in cashaddr form with the prefix.
import { bitcoindNetwork } from '../codecs/bitcoind-network.ts';
import { cashAddresses, splitTokenPrefix } from '../codecs/cash-address.ts';
import { defineAsset } from '../coin.ts';

/** Bitcoin Cash Node, src/chainparams.cpp. */
const prefixes = {
  main: { cash: 'bitcoincash', keyHash: 0x00, scriptHash: [0x05] },
  test: { cash: 'bchtest', keyHash: 0x6f, scriptHash: [0xc4] },
  regtest: { cash: 'bchreg', keyHash: 0x6f, scriptHash: [0xc4] },
} as const;

/** Block 0 of testnet4 and of chipnet. */
const TESTNET4 = '000000001dd410c49a788668ce26751718cc797474d3152a5fc073dd44fd9f7b';

const currency = { code: 'BCH', kind: 'coin', scale: 8, precision: 8 } as const;

const bitcoinCash = bitcoindNetwork({
  currency,
  addresses: cashAddresses(prefixes),
  splitScript: splitTokenPrefix,
  purpose: 44,
  coinType: 145,
  // A cashaddr prefix is already the URI scheme and must not be doubled (cashaddr, "Double prefix").
  uriScheme: null,
  network: 'bitcoin_cash',
  networkName: 'Bitcoin Cash',
  nodes: {
    // Block 0 of each chain, Bitcoin Cash Node 28 (src/chainparams.cpp). Three of them are also Bitcoin's.
    chains: {
      main: { main: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f' },
      test: {
        test: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
        test4: TESTNET4,
        chip: TESTNET4,
        scale: '00000000e6453dc2dfe1ffa19023f86002eb11dbb8e87d0291a4599f0430be52',
      },
      regtest: { regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206' },
    },
    landmarks: {
      main: [
        // First block after the split of 1 August 2017.
        [478_559, '000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec'],
        // First block after the split from eCash, 15 November 2020; BSV had left at 556,767.
        [661_648, '0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce'],
      ],
      test: [[1_155_876, '00000000000e38fef93ed9582a7df43815d5c2ba9fd37ef70c9a0ea4a285b8f5']],
    },
    software: /bitcoin cash|bch|bitcoin verde|knuth|flowee/i,
    base58: prefixes,
    transactions: 'cash',
    blocks: { headerHash: 'double_sha256', isMergeMined: false, markers: [], hasPayloads: false },
    // COINBASE_MATURITY in consensus/consensus.h.
    maturity: { coinbase: { main: 100, test: 100, regtest: 100 }, hogex: null },
    // There has been no fee market so far.
    feeRate: { relayed: 1_000n, least: 1_000n, most: 100_000n, fallback: 1_000n },
    // DUST_RELAY_TX_FEE in policy/policy.h is 1,000, which BCHN multiplies by three.
    dust: { rate: 3_000n },
    takesPackages: false,
    // Not limited since 2021 (BCHN 23).
    limitsChains: false,
    hasDoubleSpendProofs: true,
    refusalFormat: 'code_last',
  },
  blockSeconds: 600,
  // Nodes keep the first of two conflicting transactions.
  isReplaceable: false,
  stuckAfterBlocks: 3,
  // 226 bytes (one input, two outputs) at 1 per byte.
  baselineFee: 226n,
  feeLevelsShown: 'average',
  // -dustrelayfee's default for P2PKH; the bytes of an input and of a payment with two outputs.
  smallest: { dust: 546n, spending: { part: 148n, of: 226n } },
  explorers: {
    main: 'https://blockchair.com/bitcoin-cash/transaction/',
    test: 'https://tbch4.loping.net/tx/',
  },
});

export default defineAsset({
  asset: currency,
  on: bitcoinCash,
  name: 'Bitcoin Cash',
  isOptional: false,
  token: null,
  payPrecision: 8,
  confirmationTiers: [
    { upTo: '1', confirmations: 1 },
    { upTo: '10', confirmations: 3 },
    { upTo: null, confirmations: 6 },
  ],
  aliases: [],
  rates: { sandbox: '460.0', symbols: { kraken: 'BCH' } },
  limits: {
    perTransfer: '50',
    perDay: '100',
    fees: { perTransfer: '0.01', perDay: '0.5', free: '0.002' },
    feeLoss: '0.03',
  },
  demo: {
    balance: '10',
    wallet: { pieces: 20, amount: '6' },
    channelPayment: '0.1',
    payee: 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t',
    highRiskPayee: 'bchtest:qpf3g9lzp0vqnkn3wj2g0aksp9aw9g0xcq2hgkdv3a',
  },
});
