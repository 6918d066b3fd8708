// Coins with base58 P2PKH addresses.
import type { Currency } from '../../core/money.ts';
import type { Network, NetworkDefinition } from '../coin.ts';
import type { Base58Versions } from '../nodes.ts';
import { isAddressText } from './address-text.ts';
import {
  decodeBase58Address,
  encodeBase58Address,
  HASH160_BYTES,
  hash160,
} from './base58-address.ts';
import { amountText, uriWith } from './payment-uri.ts';
import { receivingKey } from './receiving-key.ts';
import { isUnspendablePayee, scriptPayee } from './script-payee.ts';

type Shared =
  | 'accountPath'
  | 'deriveAddress'
  | 'parseAddress'
  | 'isUnspendable'
  | 'addressOfScript'
  | 'formatAddress'
  | 'paymentUri';

export function keyHashCoin({
  currency,
  versions,
  coinType,
  scheme,
}: {
  readonly currency: Currency;
  readonly versions: Readonly<Record<Network, Base58Versions>>;
  /** SLIP-44. */
  readonly coinType: number;
  /** BIP-21. */
  readonly scheme: string;
}): Pick<NetworkDefinition, Shared> {
  return {
    // Coin type 1 is shared by all test networks (SLIP-44).
    accountPath: (network) => `m/44'/${network === 'main' ? coinType : 1}'/0'`,
    deriveAddress(extendedPublicKey, index, network) {
      const hash = hash160(receivingKey(extendedPublicKey, index, network));
      return encodeBase58Address({ version: versions[network].keyHash, hash });
    },
    parseAddress(text, network) {
      const address = isAddressText(text) ? canonical(text, versions[network]) : null;
      return address === null ? null : { address, tag: null };
    },
    isUnspendable(address) {
      const base58 = decodeBase58Address(address);
      return base58 !== null && isUnspendablePayee({ kind: 'hash', hash: base58.hash });
    },
    addressOfScript: (script, network) => addressOf(script, versions[network]),
    formatAddress: ({ address }) => address,
    paymentUri: ({ address }, amount) =>
      uriWith(`${scheme}:${address}`, {
        amount: amount === null ? null : amountText(amount, currency),
      }),
  };
}

/** P2SH with the canonical byte; null when it is not an address of this network. */
function canonical(text: string, { keyHash, scriptHash }: Base58Versions): string | null {
  const address = decodeBase58Address(text);
  if (address === null) return null;
  if (address.version === keyHash) return text;
  if (!scriptHash.includes(address.version)) return null;
  return encodeBase58Address({ version: scriptHash[0], hash: address.hash });
}

function addressOf(script: Uint8Array, { keyHash, scriptHash }: Base58Versions): string | null {
  const payee = scriptPayee(script);
  if (payee === null || payee.kind === 'witness' || payee.hash.length !== HASH160_BYTES)
    return null;
  const version = payee.kind === 'keyHash' ? keyHash : scriptHash[0];
  return encodeBase58Address({ version, hash: payee.hash });
}
