// Refuses a contract that is not the token configured: nothing is there, or its amounts mean something else.
import type { Coin, Network } from '../../coins/coin.ts';
import { WrongNetwork } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import type { EvmRpc } from './rpc.ts';
import { contractCall, contractOf, DECIMALS } from './token-call.ts';

interface Wallet {
  readonly coin: Coin;
  readonly network: Network;
}

/** Throws WrongNetwork with what was expected and found; ChainUnavailable when the node does not answer. */
export async function checkContract(rpc: EvmRpc, wallet: Wallet): Promise<void> {
  const contract = contractOf(wallet.coin, wallet.network);
  const [code, decimals] = await rpc.ask([
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
