// What a token's contract is asked and told (EIP-20): what an address holds, and to move an amount.
import { createContract, ERC20 } from 'micro-eth-signer/abi.js';
import type { Coin, Network } from '../../coins/coin.ts';
import { defined } from '../../core/assert.ts';
import { pow10 } from '../../core/decimal.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import type { PlannedOutput } from '../transfers.ts';

const { transfer, balanceOf } = createContract(ERC20);
/** transfer(address,uint256), with nothing before, between or after. */
const TRANSFER_CALL = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;
/** The calls without arguments: the first four bytes of the hash of each signature (EIP-20). */
export const DECIMALS = '0x313ce567';
export const SYMBOL = '0x95d89b41';

/** The one contract whose entries are this coin. */
export function contractOf(coin: Coin, network: Network): string {
  return defined(coin.token?.contracts[network], `${coin.code} has a contract on ${network}`);
}

/** How many of the contract's units are one of the ledger's. */
function unitOf({ asset, token }: Coin): bigint {
  return pow10((token?.decimals ?? asset.scale) - asset.scale);
}

/** What the contract says, in units of the ledger, rounded down: the rest stays at the address, and is nobody's. */
export function inLedger(coin: Coin, amount: bigint): bigint {
  return amount / unitOf(coin);
}

/** A payment as the contract counts it. Exact. */
export function inContract<Payment extends { readonly amount: bigint }>(
  coin: Coin,
  payment: Payment,
): Payment {
  return { ...payment, amount: payment.amount * unitOf(coin) };
}

/** Payments that the contract told, in units of the ledger; those of less than one are none. */
export function paidInLedger<Payment extends { readonly amount: bigint }>(
  coin: Coin,
  payments: readonly Payment[],
): Payment[] {
  return payments.flatMap((payment) => {
    const amount = inLedger(coin, payment.amount);
    return amount === 0n ? [] : [{ ...payment, amount }];
  });
}

/** As hex. The amount as the contract counts. */
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
