// XRP. One account receives everything (each account must hold a reserve), and a destination tag tells
// the invoices and channels apart.

import { amountText, uriWith } from '../codecs/payment-uri.ts';
import { receivingKey } from '../codecs/receiving-key.ts';
import {
  formatRippleAddress,
  parseRippleAddress,
  rippleAddressOf,
} from '../codecs/ripple-address.ts';
import { defineCoin } from '../coin.ts';

/** The account is child 0/0 of the account path, where wallets put the first one. */
const ACCOUNT_INDEX = 0;

const currency = { code: 'XRP', kind: 'coin', scale: 6, precision: 6 } as const;

export default defineCoin({
  ...currency,
  name: 'XRP',
  network: 'ripple',
  networkName: 'Ripple',
  feeCoin: 'XRP',
  token: null,
  destinationTag: { required: true, name: 'Destination tag' },
  payPrecision: 6,
  // All payments come to one account.
  smallest: { dust: 1n, spending: { part: 0n, of: 1n } },
  // wire.md (h): a validated ledger is final.
  confirmationTiers: [{ upTo: null, confirmations: 1 }],
  // BIP-44; coin type of SLIP-44, on every network as in all wallets.
  accountPath: () => "m/44'/144'/0'",
  deriveAddress: (extendedPublicKey, _index, network) =>
    rippleAddressOf(receivingKey(extendedPublicKey, ACCOUNT_INDEX, network)),
  // X-addresses know two networks; a private ledger's count as test ones.
  parseAddress: (text, network) => parseRippleAddress(text, network !== 'main'),
  formatAddress: formatRippleAddress,
  paymentUri: ({ address, tag }, amount) =>
    uriWith(`ripple:${address}`, {
      amount: amount === null ? null : amountText(amount, currency),
      dt: tag === null ? null : String(tag),
    }),
  explorerUrl(txid, network) {
    if (network === 'regtest') return null;
    return `https://${network === 'main' ? 'livenet' : 'testnet'}.xrpl.org/transactions/${txid}`;
  },
});
