// What the networks of the evm family share: keys, addresses, and payment links (EIP-681). Used by the definitions of
// their gas coins.
import { defineNetwork, type Network, type NetworkDefinition } from '../coin.ts';
import type { EvmNodes } from '../nodes.ts';
import { ethereumAddressOf, parseEthereumAddress } from './ethereum-address.ts';
import { type AddressRange, isUnspendableEvm } from './evm-unspendable.ts';
import { uriWith } from './payment-uri.ts';
import { sharedKey } from './receiving-key.ts';

type Own =
  | 'network'
  | 'networkName'
  | 'feeCoin'
  | 'blockSeconds'
  | 'stuckAfterBlocks'
  | 'baselineFee';

export interface EvmNetworkFacts extends Pick<NetworkDefinition, Own> {
  readonly nodes: Omit<EvmNodes, 'family'>;
  /** Block explorers, without a trailing slash. */
  readonly explorers: { readonly main: string; readonly test: string };
  /** Unspendable addresses of this network only. */
  readonly unspendable: readonly AddressRange[];
}

export function evmNetwork({
  explorers,
  nodes,
  unspendable,
  ...facts
}: EvmNetworkFacts): NetworkDefinition {
  const { chainIds } = nodes;
  return defineNetwork({
    ...facts,
    nodes: { family: 'evm', ...nodes },
    isReplaceable: true,
    feeLevelsShown: 'average',
    destinationTag: null,
    // Each deposit address is swept by its own transfer.
    smallest: { dust: 1n, spending: { part: 1n, of: 1n } },
    // BIP-44. The same on every network, as in all wallets; EIP-155 distinguishes their transactions.
    accountPath: () => "m/44'/60'/0'",
    deriveAddress: (extendedPublicKey, index, network) =>
      ethereumAddressOf(sharedKey(extendedPublicKey, index, network)),
    parseAddress(text) {
      const address = parseEthereumAddress(text);
      return address === null ? null : { address, tag: null };
    },
    isUnspendable: (address) => isUnspendableEvm(address, unspendable),
    formatAddress: ({ address }) => address,
    // EIP-681, in the smallest unit. Its grammar also allows 2.85e16 and even 0.285e17, but wallets that parse the
    // value as an integer reject those; plain digits are valid everywhere.
    paymentUri: ({ address }, amount, network) =>
      uriWith(`ethereum:${address}@${chainIds[network]}`, {
        value: amount === null ? null : amount.toString(),
      }),
    explorerUrl: (txid, network: Network) =>
      network === 'regtest' ? null : `${explorers[network]}/tx/${txid}`,
  });
}

/** In payment URIs (EIP-681) and in every signature (EIP-155). Throws for networks of other families. */
export function chainIdOf(
  { network: name, nodes }: Pick<NetworkDefinition, 'network' | 'nodes'>,
  network: Network,
): number {
  if (nodes.family === 'evm') return nodes.chainIds[network];
  throw new Error(`${name} has no chain ids`);
}
