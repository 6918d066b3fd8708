// Numbers as Ethereum's JSON-RPC writes them: hexadecimal with 0x and without leading zeros (EIP-1474, "Quantity"); and
// the 32-byte words of a contract's events and return values (Solidity ABI specification).
import { ChainUnavailable } from '../chain.ts';

const WORD_DIGITS = 64;
const EXCERPT_LENGTH = 40;
const WORD = /^0x[0-9a-fA-F]{64}$/;
const ADDRESS_WORD = /^0x0{24}([0-9a-fA-F]{40})$/;

export function quantity(number: number): string {
  return `0x${number.toString(16)}`;
}

/** Heights, times and counts. Throws ChainUnavailable on a value that a JavaScript number cannot hold exactly. */
export function toNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new ChainUnavailable(`a number out of range: ${text}`);
}

/** An address as an event topic. */
export function addressWord(address: string): string {
  return `0x${address.slice(2).padStart(WORD_DIGITS, '0')}`;
}

/** Null when it is not an address. */
export function readAddressWord(word: string): string | null {
  const digits = ADDRESS_WORD.exec(word)?.[1];
  return digits === undefined ? null : `0x${digits.toLowerCase()}`;
}

/** One number. Throws ChainUnavailable on anything else, for example when no contract exists at the address. */
export function readNumber(answer: string, what: string): bigint {
  if (WORD.test(answer)) return BigInt(answer);
  throw new ChainUnavailable(`${what} is no number: ${answer.slice(0, EXCERPT_LENGTH)}`);
}
