// The calls to a token's contract (EIP-20).
import { createContract, ERC20 } from 'micro-eth-signer/abi.js';
import type { Coin, Network } from '../../coins/coin.ts';
import { defined } from '../../core/assert.ts';
import { pow10 } from '../../core/money.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import type { PlannedOutput } from '../transfers.ts';

const { transfer, balanceOf } = createContract(ERC20);
/** transfer(address,uint256), without any bytes between its parts. */
const TRANSFER_CALL = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;
/** The first four bytes of the hash of each signature (EIP-20). */
export const DECIMALS = '0x313ce567';
export const SYMBOL = '0x95d89b41';

export function contractOf(coin: Coin, network: Network): string {
  return defined(coin.token?.contracts[network], `${coin.code} has a contract on ${network}`);
}

/** Contract units per ledger unit. */
function unitOf({ asset, token }: Coin): bigint {
  return pow10((token?.decimals ?? asset.scale) - asset.scale);
}

/** Rounded down. The remainder stays at the address and belongs to no account. */
export function inLedger(coin: Coin, amount: bigint): bigint {
  return amount / unitOf(coin);
}

/** Exact. */
export function inContract<Payment extends { readonly amount: bigint }>(
  coin: Coin,
  payment: Payment,
): Payment {
  return { ...payment, amount: payment.amount * unitOf(coin) };
}

/** Drops payments below one ledger unit. */
export function paidInLedger<Payment extends { readonly amount: bigint }>(
  coin: Coin,
  payments: readonly Payment[],
): Payment[] {
  return payments.flatMap((payment) => {
    const amount = inLedger(coin, payment.amount);
    return amount === 0n ? [] : [{ ...payment, amount }];
  });
}

/** The amount is in contract units. */
export function transferCall({
  address,
  amount,
}: Pick<PlannedOutput, 'address' | 'amount'>): string {
  return hexOf(transfer.encodeInput({ to: address, value: amount }));
}

export function balanceCall(address: string): string {
  return hexOf(balanceOf.encodeInput(address));
}

export function contractCall(contract: string, data: string, place: unknown): RpcCall {
  return { method: 'eth_call', params: [{ to: contract, data }, place] };
}

/** Null when the input is not a transfer. */
export function readTransferCall(input: string): { address: string; amount: bigint } | null {
  const [, address, amount] = TRANSFER_CALL.exec(input.toLowerCase()) ?? [];
  if (address === undefined || amount === undefined) return null;
  return { address: `0x${address}`, amount: BigInt(`0x${amount}`) };
}

function hexOf(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
