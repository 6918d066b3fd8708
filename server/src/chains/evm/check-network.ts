// Rejects an address without the configured token: no contract exists there, or its amounts have another scale.

import type { Coin, Network } from '../../coins/coin.ts';
import { evmNodes } from '../../coins/nodes.ts';
import { definedCoins } from '../../coins/registry.ts';
import type { NodeDetail } from '../../contract/node-details.ts';
import { WrongNetwork } from '../chain.ts';
import { type NodeFinding, runNodeChecks } from '../examination.ts';
import { resultOf, shaped } from '../rpc/json-rpc.ts';
import { type EvmRpc, shapes, toNumber } from './rpc.ts';
import { contractCall, contractOf, DECIMALS, SYMBOL } from './token-call.ts';

interface Wallet {
  readonly coin: Coin;
  readonly network: Network;
}

/** Throws WrongNetwork, or ChainUnavailable when the node does not respond. */
export async function checkContract(rpc: EvmRpc, wallet: Wallet): Promise<void> {
  const contract = contractOf(wallet.coin, wallet.network);
  const [code, decimals] = await rpc.request([
    { method: 'eth_getCode', params: [contract, 'latest'] },
    contractCall(contract, DECIMALS, 'latest'),
  ]);
  const what = `contract ${contract} at ${rpc.node}`;
  if (shaped(shapes.data, resultOf(code, what), what) === '0x')
    throw new WrongNetwork(`${wallet.coin.code}: there is no contract at ${contract}`);
  const { code: name, token } = wallet.coin;
  const answer = decimals?.ok === true ? String(decimals.result) : 'nothing';
  if (/^0x[0-9a-f]{1,64}$/.test(answer) && BigInt(answer) === BigInt(token?.decimals ?? -1)) return;
  throw new WrongNetwork(
    `${name}: the contract at ${contract} should have ${token?.decimals} decimals, and answers ${answer}`,
  );
}

/** For a token, `chaintill doctor` checks only the chain and the contract. The rest of the node is checked for ETH. */
export function examineToken(rpc: EvmRpc, wallet: Wallet): Promise<readonly NodeFinding[]> {
  return runNodeChecks(rpc.node, [
    { check: 'network', run: () => examineNetwork(rpc, wallet) },
    { check: 'contract', run: () => examineContract(rpc, wallet) },
  ]);
}

async function examineNetwork(rpc: EvmRpc, wallet: Wallet): Promise<NodeDetail> {
  await checkChainId(rpc, wallet);
  const network = `${wallet.coin.code} on ${wallet.coin.networkName} ${wallet.network}`;
  return { code: 'node_network', network };
}

async function examineContract(rpc: EvmRpc, wallet: Wallet): Promise<NodeDetail> {
  await checkContract(rpc, wallet);
  const contract = contractOf(wallet.coin, wallet.network);
  const [answer] = await rpc.request([contractCall(contract, SYMBOL, 'latest')]);
  const what = `symbol of ${contract} at ${rpc.node}`;
  const symbol = textIn(shaped(shapes.data, resultOf(answer, what), what));
  const { asset, token } = wallet.coin;
  // On test networks, operators may deploy their own token contract.
  if (token?.symbols.includes(symbol) === true || wallet.network !== 'main')
    return { code: 'node_contract', contract, symbol, decimals: token?.decimals ?? asset.scale };
  return { code: 'node_contract_other', contract, symbol };
}

/** An ABI-encoded string (Solidity ABI specification, "string"): its offset, its length, its bytes. */
function textIn(answer: string): string {
  const bytes = Buffer.from(answer.slice(2), 'hex');
  const length = bytes.length >= 64 ? bytes.readUInt32BE(60) : 0;
  return bytes.subarray(64, 64 + length).toString('utf8');
}

// Signatures include the chain id as well (EIP-155), so nothing signed for one chain is valid on another.

/** Throws WrongNetwork, or ChainUnavailable when the node does not respond. */
export async function checkChainId(
  rpc: EvmRpc,
  wallet: { readonly coin: Coin; readonly network: Network },
): Promise<void> {
  const answer = await rpc.call('eth_chainId');
  const found = toNumber(shaped(shapes.quantity, answer, `chain id of ${rpc.node}`));
  const expected = evmNodes(wallet.coin).chainIds[wallet.network];
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
