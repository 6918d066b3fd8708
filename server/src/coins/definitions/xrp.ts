// XRP. One account receives everything, because each must hold a reserve; destination tags identify invoices.
import { amountText, uriWith } from '../codecs/payment-uri.ts';
import { receivingKey } from '../codecs/receiving-key.ts';
import {
  formatRippleAddress,
  isUnspendableRipple,
  parseRippleAddress,
  rippleAddressOf,
} from '../codecs/ripple-address.ts';
import { defineAsset, defineNetwork } from '../coin.ts';

/** Where wallets place the first account. */
const ACCOUNT_INDEX = 0;

const currency = { code: 'XRP', kind: 'coin', scale: 6, precision: 6 } as const;

const xrpLedger = defineNetwork({
  network: 'ripple',
  networkName: 'Ripple',
  feeCoin: currency.code,
  nodes: {
    family: 'rippled',
    // Base reserve of 1 XRP since December 2024 (xrpl.org, "Reserves").
    reserve: 1_000_000n,
    feeMost: 100_000n,
    refusingPayee: {
      address: 'rwSqVmFV2fBV5mBxWKD1EUQdghav6Mgn1V',
      failure: 'tecNO_PERMISSION',
    },
    failingPayee: {
      address: 'rNytzLGU713qYhDYvie55WPKthMLovjirW',
      failure: 'tecNO_PERMISSION',
    },
    taggedPayee: {
      address: 'rfreZvUhCuzRb9Hy9Z8Cdu9aYMh3P1Jg1Z',
      failure: 'tecDST_TAG_NEEDED',
    },
  },
  blockSeconds: 4,
  isReplaceable: false,
  stuckAfterBlocks: null,
  // Reference cost of 10 drops (xrpl.org, "Transaction Cost").
  baselineFee: 10n,
  feeLevelsShown: 'average',
  destinationTag: { required: true, name: 'Destination tag' },
  // All payments go to one account.
  smallest: { dust: 1n, spending: { part: 0n, of: 1n } },
  // BIP-44; the SLIP-44 coin type on every network, as in all wallets.
  accountPath: () => "m/44'/144'/0'",
  deriveAddress: (extendedPublicKey, _index, network) =>
    rippleAddressOf(receivingKey(extendedPublicKey, ACCOUNT_INDEX, network)),
  // X-addresses distinguish two networks; private ledgers count as test networks.
  parseAddress: (text, network) => parseRippleAddress(text, network !== 'main'),
  isUnspendable: isUnspendableRipple,
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

export default defineAsset({
  asset: currency,
  on: xrpLedger,
  name: 'XRP',
  isOptional: false,
  token: null,
  payPrecision: 6,
  // wire.md (h): a validated ledger is final.
  confirmationTiers: [{ upTo: null, confirmations: 1 }],
  aliases: [],
  rates: { sandbox: '1.85', symbols: { kraken: 'XRP' } },
  limits: {
    perTransfer: '15000',
    perDay: '30000',
    fees: { perTransfer: '2', perDay: '40', free: '0.5' },
    feeLoss: '5',
  },
  demo: {
    balance: '10000',
    wallet: { pieces: 1, amount: '80000' },
    channelPayment: '50',
    payee: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe?dt=7',
    highRiskPayee: 'racVhgSnJYjp3PLsn9EhocmhnxLamRBijr',
  },
});
