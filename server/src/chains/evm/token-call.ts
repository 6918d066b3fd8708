// What a token's contract is asked and told (EIP-20): what an address holds, and to move an amount.
import { createContract, ERC20 } from 'micro-eth-signer/abi.js';
import type { Coin, Network } from '../../coins/coin.ts';
import { known } from '../../core/assert.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import type { PlannedOutput } from '../transfers.ts';

/**
 * Of an ordinary transfer to somebody who held nothing before: what USDT and USDC use, rounded up. It is quoted, and
 * bounds what is signed without a question to the node.
 */
export const TRANSFER_GAS = 65_000;

const { transfer, balanceOf } = createContract(ERC20);
/** transfer(address,uint256), with nothing before, between or after. */
const TRANSFER_CALL = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;
/** The calls without arguments: the first four bytes of the hash of each signature (EIP-20). */
export const DECIMALS = '0x313ce567';
export const SYMBOL = '0x95d89b41';

/** The one contract whose entries are this coin. */
export function contractOf(coin: Coin, network: Network): string {
  return known(coin.token?.contracts[network], `${coin.code} has a contract on ${network}`);
}

/** As hex. */
export function transferCall({
  address,
  amount,
}: Pick<PlannedOutput, 'address' | 'amount'>): string {
  return hexOf(transfer.encodeInput({ to: address, value: amount }));
}

/** As hex. The answer is one word. */
export function balanceCall(address: string): string {
  return hexOf(balanceOf.encodeInput(address));
}

/** A question to the contract, about a block or a tag. */
export function contractCall(contract: string, data: string, place: unknown): RpcCall {
  return { method: 'eth_call', params: [{ to: contract, data }, place] };
}

/** Whom a call would pay, and how much; null when it is another call. */
export function readTransferCall(input: string): { address: string; amount: bigint } | null {
  const [, address, amount] = TRANSFER_CALL.exec(input.toLowerCase()) ?? [];
  if (address === undefined || amount === undefined) return null;
  return { address: `0x${address}`, amount: BigInt(`0x${amount}`) };
}

function hexOf(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
