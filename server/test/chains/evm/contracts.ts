// Small contracts that pay in every way contracts can, or only seem to.
import type { Anvil } from '../../support/anvil.ts';

/** Handwritten runtime code. The address to pay is the first word of the call data. */
export const CODE = {
  // PUSH0 four times, CALLVALUE, PUSH0 CALLDATALOAD, GAS, CALL: forwards its value.
  forwarder: '5f5f5f5f345f355af100',
  // The same, then REVERT.
  undoer: '5f5f5f5f345f355af1505f5ffd',
  // Twice half: PUSH1 2 CALLVALUE DIV as the value.
  splitter: '5f5f5f5f600234045f355af1505f5f5f5f600234045f355af100',
  // PUSH0 CALLDATALOAD SELFDESTRUCT.
  destroyer: '5f35ff',
  // Forwards its data and value to the undoer and ignores the result: PUSH0 CALLDATALOAD PUSH0 MSTORE, PUSH0 PUSH0
  // PUSH1 32 PUSH0 CALLVALUE PUSH20, GAS, CALL.
  caller: '5f355f525f5f60205f3473000000000000000000000000000000000000c0025af100',
  // PUSH0 PUSH0 CALLVALUE CREATE: a contract without code that keeps its value.
  creator: '5f5f34f000',
  // Runs the forwarder's code as its own: like the caller, but PUSH0 PUSH0 PUSH1 32 PUSH0 PUSH20, GAS, DELEGATECALL.
  delegator: '5f355f525f5f60205f73000000000000000000000000000000000000c0015af400',
  // Forwards its data and value to the splitter, as the caller does to the undoer.
  nester: '5f355f525f5f60205f3473000000000000000000000000000000000000c0035af100',
} as const;
export const AT = {
  forwarder: '0x000000000000000000000000000000000000c001',
  undoer: '0x000000000000000000000000000000000000c002',
  splitter: '0x000000000000000000000000000000000000c003',
  destroyer: '0x000000000000000000000000000000000000c004',
  caller: '0x000000000000000000000000000000000000c005',
  creator: '0x000000000000000000000000000000000000c006',
  delegator: '0x000000000000000000000000000000000000c007',
  nester: '0x000000000000000000000000000000000000c008',
} as const;
export type Contract = keyof typeof CODE;

export async function setContracts(node: Anvil): Promise<void> {
  for (const name of Object.keys(CODE) as Contract[]) await node.setCode(AT[name], CODE[name]);
}

/** The call data that makes a contract pay an address. */
export function dataFor(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`;
}
