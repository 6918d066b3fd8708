// Coins with native segwit addresses.
import type { Currency } from '../../core/money.ts';
import type { Coin, Network } from '../coin.ts';
import {
  type BitcoinPrefixes,
  bitcoinAddressOfScript,
  isUnspendableBitcoin,
  parseBitcoinAddress,
  witnessKeyHashAddress,
} from './bitcoin-address.ts';
import { amountText, uriWith } from './payment-uri.ts';
import { receivingKey } from './receiving-key.ts';

type Shared =
  | 'accountPath'
  | 'deriveAddress'
  | 'parseAddress'
  | 'isUnspendable'
  | 'addressOfScript'
  | 'formatAddress'
  | 'paymentUri';

export function segwitCoin({
  currency,
  prefixes,
  coinType,
  scheme,
}: {
  readonly currency: Currency;
  readonly prefixes: Readonly<Record<Network, BitcoinPrefixes>>;
  /** SLIP-44. */
  readonly coinType: number;
  /** BIP-21. */
  readonly scheme: string;
}): Pick<Coin, Shared> {
  return {
    // BIP-84; coin type 1 is shared by all test networks (SLIP-44).
    accountPath: (network) => `m/84'/${network === 'main' ? coinType : 1}'/0'`,
    deriveAddress: (extendedPublicKey, index, network) =>
      witnessKeyHashAddress(receivingKey(extendedPublicKey, index, network), prefixes[network]),
    parseAddress(text, network) {
      const address = parseBitcoinAddress(text, prefixes[network]);
      return address === null ? null : { address, tag: null };
    },
    isUnspendable: (address, network) => isUnspendableBitcoin(address, prefixes[network]),
    addressOfScript: (script, network) => bitcoinAddressOfScript(script, prefixes[network]),
    formatAddress: ({ address }) => address,
    paymentUri: ({ address }, amount) =>
      uriWith(`${scheme}:${address}`, {
        amount: amount === null ? null : amountText(amount, currency),
      }),
  };
}
