// The chain id of a network of the evm family: in payment URIs (EIP-681) and in every signature (EIP-155).
import type { Network, NetworkDefinition } from '../coin.ts';

/** Throws for networks of other families. */
export function chainIdOf(
  { network: name, nodes }: Pick<NetworkDefinition, 'network' | 'nodes'>,
  network: Network,
): number {
  if (nodes.family === 'evm') return nodes.chainIds[network];
  throw new Error(`${name} has no chain ids`);
}
