// Bitcoin. Our addresses are native segwit (P2WPKH, BIP-84).
import { bitcoinAddresses } from '../codecs/bitcoin-address.ts';
import { bitcoindNetwork } from '../codecs/bitcoind-network.ts';
import { defineAsset } from '../coin.ts';

/** Undefined witness versions are valid recipients too (BIP-350, implementation advice). */
const WITNESS_VERSION_MAX = 16;

/** Bitcoin Core, src/kernel/chainparams.cpp. */
const prefixes = {
  main: { segwit: 'bc', keyHash: 0x00, scriptHash: [0x05] },
  test: { segwit: 'tb', keyHash: 0x6f, scriptHash: [0xc4] },
  regtest: { segwit: 'bcrt', keyHash: 0x6f, scriptHash: [0xc4] },
} as const;

const currency = { code: 'BTC', kind: 'coin', scale: 8, precision: 8 } as const;

/** Prices may be written in it. */
export const SATOSHI = {
  unit: { code: 'SATS', kind: 'coin', scale: 0, precision: 0 },
  of: currency.code,
} as const;

const bitcoin = bitcoindNetwork({
  currency,
  addresses: bitcoinAddresses(prefixes, WITNESS_VERSION_MAX),
  purpose: 84,
  coinType: 0,
  uriScheme: 'bitcoin',
  network: 'bitcoin',
  networkName: 'Bitcoin',
  nodes: {
    // Block 0 of each chain, Bitcoin Core 28 (src/kernel/chainparams.cpp).
    chains: {
      main: { main: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f' },
      test: {
        test: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
        testnet4: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
        signet: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
      },
      regtest: { regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206' },
    },
    landmarks: {
      main: [
        // First block after the split of 1 August 2017.
        [478_559, '00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148'],
      ],
    },
    software: null,
    base58: prefixes,
    transactions: 'witness',
    blocks: {
      headerHash: 'double_sha256',
      isMergeMined: false,
      markers: ['witness'],
      hasPayloads: false,
    },
    // COINBASE_MATURITY in consensus/consensus.h.
    maturity: { coinbase: { main: 100, test: 100, regtest: 100 }, hogex: null },
    // -minrelaytxfee; above every fee market so far (May 2023 and April 2024: about 600 per byte for hours).
    feeRate: { relayed: 1_000n, least: 1_000n, most: 1_000_000n, fallback: 10_000n },
    // DUST_RELAY_TX_FEE in policy/policy.h.
    dust: { rate: 3_000n },
    takesPackages: true,
    limitsChains: true,
    hasDoubleSpendProofs: false,
    refusalFormat: 'plain',
  },
  blockSeconds: 600,
  isReplaceable: true,
  stuckAfterBlocks: 3,
  // 141 virtual bytes (one input, two outputs) at 10 per byte.
  baselineFee: 1_410n,
  feeLevelsShown: 'all',
  // -dustrelayfee's default for P2WPKH; the virtual bytes of an input and of a payment with two outputs.
  smallest: { dust: 294n, spending: { part: 68n, of: 141n } },
  explorers: {
    main: 'https://mempool.space/tx/',
    test: 'https://mempool.space/testnet4/tx/',
  },
});

export default defineAsset({
  asset: currency,
  on: bitcoin,
  name: 'Bitcoin',
  isOptional: false,
  token: null,
  payPrecision: 6,
  confirmationTiers: [
    { upTo: '1', confirmations: 1 },
    { upTo: '10', confirmations: 3 },
    { upTo: null, confirmations: 6 },
  ],
  // In OFAC's lists and at Kraken (support.kraken.com, "asset codes").
  aliases: ['XBT'],
  rates: { sandbox: '84000.0', symbols: { kraken: 'XBT' } },
  limits: {
    perTransfer: '0.5',
    perDay: '1',
    // `free`: three times the fee of an ordinary payment at the highest rate, 141 virtual bytes at 1,000 per byte.
    fees: { perTransfer: '0.01', perDay: '0.5', free: '0.00423' },
    feeLoss: '0.0002',
  },
  demo: {
    balance: '1',
    wallet: { pieces: 20, amount: '0.1' },
    channelPayment: '0.001',
    payee: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    highRiskPayee: 'tb1q0xlwqrfm3q5rzug20wkedkem6zxapx3fk8uq8j',
  },
});
