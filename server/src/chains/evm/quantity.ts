// Numbers as Ethereum's JSON-RPC writes them: hexadecimal with 0x and without leading zeros (EIP-1474, "Quantity").
import { ChainUnavailable } from '../chain.ts';

export function quantity(number: number): string {
  return `0x${number.toString(16)}`;
}

/** Heights, times and counts. Throws ChainUnavailable on what no number holds exactly. */
export function toNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new ChainUnavailable(`a number out of range: ${text}`);
}
