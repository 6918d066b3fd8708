// What `chaintill doctor` finds out about a token at its node: the right chain, and the right contract there. The rest
// of the node is looked at for ETH (examine-node.ts).
import type { Coin, Network } from '../../coins/coin.ts';
import { type NodeFinding, NodeProblem, runNodeChecks } from '../examination.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { checkChainId } from './check-chain-id.ts';
import { checkContract } from './check-contract.ts';
import type { EvmRpc } from './rpc.ts';
import { contractCall, contractOf, SYMBOL } from './token-call.ts';

interface Wallet {
  readonly coin: Coin;
  readonly network: Network;
}

export function examineToken(rpc: EvmRpc, wallet: Wallet): Promise<readonly NodeFinding[]> {
  return runNodeChecks(rpc.node, [
    { check: 'network', look: () => lookAtNetwork(rpc, wallet) },
    { check: 'contract', look: () => lookAtContract(rpc, wallet) },
  ]);
}

async function lookAtNetwork(rpc: EvmRpc, wallet: Wallet): Promise<string> {
  await checkChainId(rpc, wallet);
  return `${wallet.coin.code} on ${wallet.coin.networkName} ${wallet.network}`;
}

async function lookAtContract(rpc: EvmRpc, wallet: Wallet): Promise<string> {
  await checkContract(rpc, wallet);
  const contract = contractOf(wallet.coin, wallet.network);
  const [answer] = await rpc.ask([contractCall(contract, SYMBOL, 'latest')]);
  const what = `symbol of ${contract} at ${rpc.node}`;
  const symbol = textIn(shaped(shapes.data, resultOf(answer, what), what));
  const { asset, token } = wallet.coin;
  // On other networks everybody has a contract of his own to try things with.
  if (token?.symbols.includes(symbol) === true || wallet.network !== 'main')
    return `${contract} calls itself ${symbol}, with ${token?.decimals ?? asset.scale} decimals`;
  const hint = `compare ${contract} with the issuer's own list of contracts`;
  throw new NodeProblem(`it calls itself ${JSON.stringify(symbol)}`, hint);
}

/** A text by itself (Solidity ABI specification, "string"): where it begins, its length, its bytes. */
function textIn(answer: string): string {
  const bytes = Buffer.from(answer.slice(2), 'hex');
  const length = bytes.length >= 64 ? bytes.readUInt32BE(60) : 0;
  return bytes.subarray(64, 64 + length).toString('utf8');
}
