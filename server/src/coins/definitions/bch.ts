// Bitcoin Cash. Deposit addresses are P2PKH in cashaddr form (BIP-44), always with their prefix.
import {
  type CashPrefixes,
  cashAddressOfScript,
  cashKeyHashAddress,
  parseCashAddress,
} from '../codecs/cash-address.ts';
import { splitTokenPrefix } from '../codecs/cash-token.ts';
import { amountText, uriWith } from '../codecs/payment-uri.ts';
import { receivingKey } from '../codecs/receiving-key.ts';
import { defineCoin, type Network } from '../coin.ts';

/** Bitcoin Cash Node, src/chainparams.cpp. */
const prefixes: Readonly<Record<Network, CashPrefixes>> = {
  main: { cash: 'bitcoincash', keyHash: 0x00, scriptHash: 0x05 },
  test: { cash: 'bchtest', keyHash: 0x6f, scriptHash: 0xc4 },
  regtest: { cash: 'bchreg', keyHash: 0x6f, scriptHash: 0xc4 },
};

const currency = { code: 'BCH', kind: 'coin', scale: 8, precision: 8 } as const;

export default defineCoin({
  ...currency,
  name: 'Bitcoin Cash',
  network: 'bitcoin_cash',
  networkName: 'Bitcoin Cash',
  feeCoin: 'BCH',
  token: null,
  destinationTag: null,
  payPrecision: 8,
  // -dustrelayfee's default for P2PKH; an input of a payment with two outputs, in bytes.
  smallest: { dust: 546n, spending: { part: 148n, of: 226n } },
  // wire.md (h): both editions of the confirmations page agree.
  confirmationTiers: [
    { upTo: '1', confirmations: 1 },
    { upTo: '10', confirmations: 3 },
    { upTo: null, confirmations: 6 },
  ],
  // BIP-44; coin types of SLIP-44.
  accountPath: (network) => (network === 'main' ? "m/44'/145'/0'" : "m/44'/1'/0'"),
  deriveAddress: (extendedPublicKey, index, network) =>
    cashKeyHashAddress(receivingKey(extendedPublicKey, index, network), prefixes[network]),
  parseAddress(text, network) {
    const address = parseCashAddress(text, prefixes[network]);
    return address === null ? null : { address, tag: null };
  },
  splitScript: splitTokenPrefix,
  addressOfScript: (script, network) => cashAddressOfScript(script, prefixes[network]),
  formatAddress: ({ address }) => address,
  // The prefix of a cashaddr is the scheme already and must not be doubled (cashaddr, "Double prefix").
  paymentUri: ({ address }, amount) =>
    uriWith(address, { amount: amount === null ? null : amountText(amount, currency) }),
  explorerUrl(txid, network) {
    if (network === 'regtest') return null;
    if (network === 'main') return `https://blockchair.com/bitcoin-cash/transaction/${txid}`;
    return `https://tbch4.loping.net/tx/${txid}`;
  },
});
