// Litecoin. Deposit addresses are native segwit (P2WPKH, BIP-84). Addresses of the extension block
// (`ltcmweb1...`) are refused: their outputs are confidential, so a payment could not be shown.
import type { BitcoinPrefixes } from '../codecs/bitcoin-address.ts';
import { segwitCoin } from '../codecs/segwit-coin.ts';
import { defineCoin, type Network } from '../coin.ts';

/** Taproot. Versions 8 and 9 are the extension block's own (LIP-3) and nobody's address. */
const WITNESS_VERSION_MAX = 1;

/**
 * Litecoin Core, src/chainparams.cpp. P2SH has a new version byte (`M`, on test networks `Q`) and an old
 * one that it shares with Bitcoin (`3`, `2`); the new one is canonical, as litecoind shows it.
 */
const prefixes: Readonly<Record<Network, BitcoinPrefixes>> = {
  main: {
    segwit: 'ltc',
    keyHash: 0x30,
    scriptHash: [0x32, 0x05],
    witnessVersionMax: WITNESS_VERSION_MAX,
  },
  test: {
    segwit: 'tltc',
    keyHash: 0x6f,
    scriptHash: [0x3a, 0xc4],
    witnessVersionMax: WITNESS_VERSION_MAX,
  },
  regtest: {
    segwit: 'rltc',
    keyHash: 0x6f,
    scriptHash: [0x3a, 0xc4],
    witnessVersionMax: WITNESS_VERSION_MAX,
  },
};

const currency = { code: 'LTC', kind: 'coin', scale: 8, precision: 8 } as const;

export default defineCoin({
  ...currency,
  ...segwitCoin({ currency, prefixes, coinType: 2, scheme: 'litecoin' }),
  name: 'Litecoin',
  network: 'litecoin',
  networkName: 'Litecoin',
  feeCoin: 'LTC',
  token: null,
  destinationTag: null,
  payPrecision: 8,
  // -dustrelayfee's default for P2WPKH; an input of a payment with two outputs, in virtual bytes.
  smallest: { dust: 2_940n, spending: { part: 68n, of: 141n } },
  // wire.md (h), the introduction's edition; the other is garbled.
  confirmationTiers: [
    { upTo: '100', confirmations: 1 },
    { upTo: '1000', confirmations: 3 },
    { upTo: null, confirmations: 6 },
  ],
  explorerUrl(txid, network) {
    if (network === 'regtest') return null;
    return `https://litecoinspace.org/${network === 'main' ? '' : 'testnet/'}tx/${txid}`;
  },
});
