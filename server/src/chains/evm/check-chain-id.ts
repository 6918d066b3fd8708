// Rejects a node of another chain than configured. Compares the chain id. Our signatures include it as well (EIP-155),
// so nothing signed for one chain is valid on another.
import { chainIdOf } from '../../coins/codecs/evm-network.ts';
import type { Coin, Network } from '../../coins/coin.ts';
import { definedCoins } from '../../coins/registry.ts';
import { WrongNetwork } from '../chain.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { toNumber } from './quantity.ts';
import type { EvmRpc } from './rpc.ts';

/** Throws WrongNetwork with the expected and the actual chain id; ChainUnavailable when the node does not answer. */
export async function checkChainId(
  rpc: EvmRpc,
  wallet: { readonly coin: Coin; readonly network: Network },
): Promise<void> {
  const answer = await rpc.call('eth_chainId');
  const found = toNumber(shaped(shapes.quantity, answer, `chain id of ${rpc.node}`));
  const expected = chainIdOf(wallet.coin, wallet.network);
  if (found === expected) return;
  throw new WrongNetwork(
    `expected a node of ${wallet.coin.code} ${wallet.network} (chain id ${expected}); ` +
      `the node at ${rpc.node} has chain id ${found}, which is ${nameOf(found)}`,
  );
}

function nameOf(chainId: number): string {
  const names = [...definedCoins.values()].flatMap(({ code, nodes, token }) => {
    if (nodes.family !== 'evm' || token !== null) return [];
    return Object.entries(nodes.chainIds).flatMap(([network, id]) =>
      id === chainId ? [`${code} ${network}`] : [],
    );
  });
  return names[0] ?? 'no chain we know';
}
