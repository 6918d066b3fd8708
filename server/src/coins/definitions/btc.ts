// Bitcoin. Deposit addresses are native segwit (P2WPKH, BIP-84).
import type { BitcoinPrefixes } from '../codecs/bitcoin-address.ts';
import { segwitCoin } from '../codecs/segwit-coin.ts';
import { defineCoin, type Network } from '../coin.ts';

/** Every witness version is a valid payee, also the undefined ones (BIP-350, implementation advice). */
const WITNESS_VERSION_MAX = 16;

/** Bitcoin Core, src/kernel/chainparams.cpp. */
const prefixes: Readonly<Record<Network, BitcoinPrefixes>> = {
  main: { segwit: 'bc', keyHash: 0x00, scriptHash: [0x05], witnessVersionMax: WITNESS_VERSION_MAX },
  test: { segwit: 'tb', keyHash: 0x6f, scriptHash: [0xc4], witnessVersionMax: WITNESS_VERSION_MAX },
  regtest: {
    segwit: 'bcrt',
    keyHash: 0x6f,
    scriptHash: [0xc4],
    witnessVersionMax: WITNESS_VERSION_MAX,
  },
};

const currency = { code: 'BTC', kind: 'coin', scale: 8, precision: 8 } as const;

export default defineCoin({
  ...currency,
  ...segwitCoin({ currency, prefixes, coinType: 0, scheme: 'bitcoin' }),
  name: 'Bitcoin',
  network: 'bitcoin',
  networkName: 'Bitcoin',
  feeCoin: 'BTC',
  token: null,
  destinationTag: null,
  payPrecision: 6,
  // -dustrelayfee's default for P2WPKH; an input of a payment with two outputs, in virtual bytes.
  smallest: { dust: 294n, spending: { part: 68n, of: 141n } },
  // wire.md (h): both editions of the confirmations page agree.
  confirmationTiers: [
    { upTo: '1', confirmations: 1 },
    { upTo: '10', confirmations: 3 },
    { upTo: null, confirmations: 6 },
  ],
  explorerUrl(txid, network) {
    if (network === 'regtest') return null;
    return `https://mempool.space/${network === 'main' ? '' : 'testnet4/'}tx/${txid}`;
  },
});
