// What the networks of the bitcoind family share: keys, addresses and payment links.
import type { Currency } from '../../core/money.ts';
import { defineNetwork, type Network, type NetworkDefinition } from '../coin.ts';
import type { BitcoindNodes } from '../nodes.ts';
import { amountText, uriWith } from './payment-uri.ts';
import { receivingKey } from './receiving-key.ts';

/** The address format of a coin. Addresses are canonical; null when there is none on this network. */
export interface AddressCodec {
  parse(text: string, network: Network): string | null;
  ofPublicKey(publicKey: Uint8Array, network: Network): string;
  ofScript(script: Uint8Array, network: Network): string | null;
  isUnspendable(address: string, network: Network): boolean;
}

type Own =
  | 'network'
  | 'networkName'
  | 'blockSeconds'
  | 'isReplaceable'
  | 'stuckAfterBlocks'
  | 'baselineFee'
  | 'feeLevelsShown'
  | 'smallest'
  | 'splitScript';

interface BitcoindNetworkFacts extends Pick<NetworkDefinition, Own> {
  readonly currency: Currency;
  readonly addresses: AddressCodec;
  /** BIP-44 for P2PKH, BIP-84 for P2WPKH. */
  readonly purpose: 44 | 84;
  /** SLIP-44. */
  readonly coinType: number;
  /** BIP-21. Null where the address contains it. */
  readonly uriScheme: string | null;
  readonly nodes: Omit<BitcoindNodes, 'family'>;
  /** The address of a transaction, without its txid. */
  readonly explorers: { readonly main: string; readonly test: string };
}

export function bitcoindNetwork({
  currency,
  addresses,
  purpose,
  coinType,
  uriScheme,
  nodes,
  explorers,
  ...facts
}: BitcoindNetworkFacts): NetworkDefinition {
  return defineNetwork({
    ...facts,
    feeCoin: currency.code,
    nodes: { family: 'bitcoind', ...nodes },
    destinationTag: null,
    // Coin type 1 is shared by all test networks (SLIP-44).
    accountPath: (network) => `m/${purpose}'/${network === 'main' ? coinType : 1}'/0'`,
    deriveAddress: (extendedPublicKey, index, network) =>
      addresses.ofPublicKey(receivingKey(extendedPublicKey, index, network), network),
    parseAddress(text, network) {
      const address = addresses.parse(text, network);
      return address === null ? null : { address, tag: null };
    },
    isUnspendable: addresses.isUnspendable,
    addressOfScript: addresses.ofScript,
    formatAddress: ({ address }) => address,
    paymentUri: ({ address }, amount) =>
      uriWith(uriScheme === null ? address : `${uriScheme}:${address}`, {
        amount: amount === null ? null : amountText(amount, currency),
      }),
    explorerUrl: (txid, network) => (network === 'regtest' ? null : `${explorers[network]}${txid}`),
  });
}
