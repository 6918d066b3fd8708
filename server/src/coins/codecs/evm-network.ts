// Networks of the evm family share keys, addresses, and payment links (EIP-681).
import { defineNetwork, type Network, type NetworkDefinition } from '../coin.ts';
import type { EvmNodes } from '../nodes.ts';
import { ethereumAddressOf, parseEthereumAddress } from './ethereum-address.ts';
import { uriWith } from './payment-uri.ts';
import { sharedKey } from './receiving-key.ts';

// Unspendable addresses, each with its source: no key exists, or only code that credits someone else.

/** Both ends are included; without `to`, a single address. Case-insensitive. */
interface AddressRange {
  readonly from: string;
  readonly to?: string;
  readonly source: string;
}

const SHARED: readonly AddressRange[] = [
  {
    from: '0x0000000000000000000000000000000000000000',
    to: '0x000000000000000000000000000000000000ffff',
    // Contains the zero address, the precompiles of every network (with P256VERIFY at 0x100), the system contracts of
    // Polygon and BNB Smart Chain (0x1000 and above), ArbOS (0x64 to 0xff), and the burn address that ends in dead.
    source: 'EIP-1352, "Specify restricted address range for precompiles/system contracts"',
  },
  {
    from: '0xfffffffffffffffffffffffffffffffffffffffe',
    to: '0xffffffffffffffffffffffffffffffffffffffff',
    source: 'SYSTEM_ADDRESS of EIP-4788, and the highest address (a burn address)',
  },
  {
    from: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
    source: 'EIP-7528, "ETH (Native Asset) Address Convention": stands for the coin itself',
  },
  {
    from: '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
    source: 'Burn address (etherscan.io, label "Burn Address")',
  },
  {
    from: '0xdead000000000000000042069420694206942069',
    source: 'Burn address (etherscan.io, label "Burn Address")',
  },
];

function isUnspendableEvm(address: string, own: readonly AddressRange[]): boolean {
  const number = BigInt(address);
  return [...SHARED, ...own].some(
    ({ from, to = from }) => number >= BigInt(from) && number <= BigInt(to),
  );
}

type Own =
  | 'network'
  | 'networkName'
  | 'feeCoin'
  | 'blockSeconds'
  | 'stuckAfterBlocks'
  | 'baselineFee';

export interface EvmNetworkFacts extends Pick<NetworkDefinition, Own> {
  readonly nodes: Omit<EvmNodes, 'family'>;
  /** Without a trailing slash. */
  readonly explorers: { readonly main: string; readonly test: string };
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
    // BIP-44. The same on every network, as in all wallets: EIP-155 distinguishes their transactions.
    accountPath: () => "m/44'/60'/0'",
    deriveAddress: (extendedPublicKey, index, network) =>
      ethereumAddressOf(sharedKey(extendedPublicKey, index, network)),
    parseAddress(text) {
      const address = parseEthereumAddress(text);
      return address === null ? null : { address, tag: null };
    },
    isUnspendable: (address) => isUnspendableEvm(address, unspendable),
    formatAddress: ({ address }) => address,
    // EIP-681, in the smallest unit. Plain digits, because some wallets reject the exponents that it allows.
    paymentUri: ({ address }, amount, network) =>
      uriWith(`ethereum:${address}@${chainIds[network]}`, {
        value: amount === null ? null : amount.toString(),
      }),
    explorerUrl: (txid, network: Network) =>
      network === 'regtest' ? null : `${explorers[network]}/tx/${txid}`,
  });
}
