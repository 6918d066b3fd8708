// Rejects a contract that is not the configured token: no contract exists at the address, or its amounts have another
// scale.
import type { Coin, Network } from '../../coins/coin.ts';
import type { NodeDetail } from '../../contract/node-details.ts';
import { WrongNetwork } from '../chain.ts';
import { type NodeFinding, runNodeChecks } from '../examination.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { checkChainId } from './check-chain-id.ts';
import type { EvmRpc } from './rpc.ts';
import { contractCall, contractOf, DECIMALS, SYMBOL } from './token-call.ts';

interface Wallet {
  readonly coin: Coin;
  readonly network: Network;
}

/** Throws WrongNetwork with the expected and the actual token; ChainUnavailable when the node does not answer. */
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

/**
 * What `chaintill doctor` checks for a token at its node: the right chain, and the right contract there. The rest of
 * the node is checked for ETH (examine-node.ts).
 */
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

/** A single ABI-encoded string (Solidity ABI specification, "string"): its offset, its length, its bytes. */
function textIn(answer: string): string {
  const bytes = Buffer.from(answer.slice(2), 'hex');
  const length = bytes.length >= 64 ? bytes.readUInt32BE(60) : 0;
  return bytes.subarray(64, 64 + length).toString('utf8');
}
