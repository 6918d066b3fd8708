// Bitcoin. Deposit addresses are native segwit (P2WPKH, BIP-84).
import {
  type BitcoinPrefixes,
  bitcoinAddressOfScript,
  parseBitcoinAddress,
  witnessKeyHashAddress,
} from '../codecs/bitcoin-address.ts';
import { amountText, uriWith } from '../codecs/payment-uri.ts';
import { receivingKey } from '../codecs/receiving-key.ts';
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
  name: 'Bitcoin',
  network: 'bitcoin',
  networkName: 'Bitcoin',
  feeCoin: 'BTC',
  token: null,
  destinationTag: null,
  payPrecision: 6,
  // wire.md (h): both editions of the confirmations page agree.
  confirmationTiers: [
    { upTo: '1', confirmations: 1 },
    { upTo: '10', confirmations: 3 },
    { upTo: null, confirmations: 6 },
  ],
  // BIP-84; coin type 1 is every test network's (SLIP-44).
  accountPath: (network) => (network === 'main' ? "m/84'/0'/0'" : "m/84'/1'/0'"),
  deriveAddress: (extendedPublicKey, index, network) =>
    witnessKeyHashAddress(receivingKey(extendedPublicKey, index, network), prefixes[network]),
  parseAddress(text, network) {
    const address = parseBitcoinAddress(text, prefixes[network]);
    return address === null ? null : { address, tag: null };
  },
  addressOfScript: (script, network) => bitcoinAddressOfScript(script, prefixes[network]),
  formatAddress: ({ address }) => address,
  // BIP-21.
  paymentUri: ({ address }, amount) =>
    uriWith(`bitcoin:${address}`, {
      amount: amount === null ? null : amountText(amount, currency),
    }),
  explorerUrl(txid, network) {
    if (network === 'regtest') return null;
    return `https://mempool.space/${network === 'main' ? '' : 'testnet4/'}tx/${txid}`;
  },
});
