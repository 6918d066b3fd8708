// The calls to a token's contract (EIP-20): reading the balance of an address, and transferring an amount.
import { createContract, ERC20 } from 'micro-eth-signer/abi.js';
import type { Coin, Network } from '../../coins/coin.ts';
import { defined } from '../../core/assert.ts';
import { pow10 } from '../../core/money.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import type { PlannedOutput } from '../transfers.ts';

const { transfer, balanceOf } = createContract(ERC20);
/** transfer(address,uint256), with no bytes before, between or after its parts. */
const TRANSFER_CALL = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;
/** The calls without arguments: the first four bytes of the hash of each signature (EIP-20). */
export const DECIMALS = '0x313ce567';
export const SYMBOL = '0x95d89b41';

/** The one contract that holds this coin's balances. */
export function contractOf(coin: Coin, network: Network): string {
  return defined(coin.token?.contracts[network], `${coin.code} has a contract on ${network}`);
}

/** How many units of the contract make one unit of the ledger. */
function unitOf({ asset, token }: Coin): bigint {
  return pow10((token?.decimals ?? asset.scale) - asset.scale);
}

/**
 * Converts a contract amount to ledger units, rounded down. The remainder stays at the address and belongs to no
 * account.
 */
export function inLedger(coin: Coin, amount: bigint): bigint {
  return amount / unitOf(coin);
}

/** Converts a payment to contract units. Exact. */
export function inContract<Payment extends { readonly amount: bigint }>(
  coin: Coin,
  payment: Payment,
): Payment {
  return { ...payment, amount: payment.amount * unitOf(coin) };
}

/** Converts payments reported by the contract to ledger units. Drops those below one unit. */
export function paidInLedger<Payment extends { readonly amount: bigint }>(
  coin: Coin,
  payments: readonly Payment[],
): Payment[] {
  return payments.flatMap((payment) => {
    const amount = inLedger(coin, payment.amount);
    return amount === 0n ? [] : [{ ...payment, amount }];
  });
}

/** The call as hex. The amount is in contract units. */
export function transferCall({
  address,
  amount,
}: Pick<PlannedOutput, 'address' | 'amount'>): string {
  return hexOf(transfer.encodeInput({ to: address, value: amount }));
}

/** The call as hex. The return value is one word. */
export function balanceCall(address: string): string {
  return hexOf(balanceOf.encodeInput(address));
}

/** A read-only call to the contract, at a block or a tag. */
export function contractCall(contract: string, data: string, place: unknown): RpcCall {
  return { method: 'eth_call', params: [{ to: contract, data }, place] };
}

/** The recipient and amount of a call; null when it is not a transfer. */
export function readTransferCall(input: string): { address: string; amount: bigint } | null {
  const [, address, amount] = TRANSFER_CALL.exec(input.toLowerCase()) ?? [];
  if (address === undefined || amount === undefined) return null;
  return { address: `0x${address}`, amount: BigInt(`0x${amount}`) };
}

function hexOf(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
