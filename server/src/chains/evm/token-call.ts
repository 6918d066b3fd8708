// How an amount of a token is moved: a call of `transfer` at the token's contract (EIP-20), and the log that proves it.
import { createContract, ERC20 } from 'micro-eth-signer/abi.js';
import type { Coin, Network } from '../../coins/coin.ts';
import { known } from '../../core/assert.ts';
import type { PlannedOutput } from '../transfers.ts';

/**
 * Of an ordinary transfer to somebody who held nothing before: what USDT and USDC use, rounded up. It is quoted, and
 * bounds what is signed without a question to the node.
 */
export const TRANSFER_GAS = 65_000;

const { transfer, balanceOf } = createContract(ERC20);

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

function hexOf(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
