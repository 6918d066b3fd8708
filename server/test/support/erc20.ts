// ERC-20 contracts on a test node, honest and dishonest, in a page that can be read. A balance is in the storage slot
// whose number is the address.
import { addressWord } from '../../src/chains/evm/rpc.ts';
import { transferCall } from '../../src/chains/evm/token-call.ts';
import { TRANSFERRED } from '../../src/chains/evm/token-payments.ts';
import type { Anvil } from './anvil.ts';
import { assemble } from './evm-assembler.ts';

/**
 * standard   follows EIP-20
 * silent     returns nothing from a transfer, like USDT's contract
 * taxed      keeps 1 % of each transfer without reporting it
 * lying      reports a full transfer, and moves nothing
 */
export type TokenKind = 'standard' | 'silent' | 'taxed' | 'lying';

export interface TestToken {
  readonly address: string;
  /** Sends from the node's payer. Returns the txid. */
  pay(address: string, amount: bigint): Promise<string>;
  /** Sends from an account that the node was set to sign for. Returns the txid. */
  payFrom(holder: string, address: string, amount: bigint): Promise<string>;
  /** Replaces an unconfirmed payment. Returns the txid. */
  replace(txid: string, address: string, amount: bigint): Promise<string>;
  balanceOf(address: string): Promise<bigint>;
  /** Changes the contract's behavior; its balances stay. */
  become(kind: TokenKind): Promise<void>;
}

export const TOKEN_ADDRESS = '0x70ce700000000000000000000000000000000001';
const RICH = 10n ** 30n;

/** Deploys a contract with the full supply at the node's payer. */
export async function deployToken(
  node: Anvil,
  kind: TokenKind = 'standard',
  facts: { address?: string; symbol?: string; decimals?: number } = {},
): Promise<TestToken> {
  const { address = TOKEN_ADDRESS, symbol = 'USDT', decimals = 6 } = facts;
  const become = (next: TokenKind) =>
    node.setCode(address, assemble(contract(next, { symbol, decimals })));
  await become(kind);
  await node.rpc('anvil_setStorageAt', address, addressWord(node.payer), word(RICH));
  return {
    address,
    become,
    pay: (to, amount) => node.pay(address, 0n, transferCall({ address: to, amount })),
    payFrom: (from, to, amount) =>
      node.rpc('eth_sendTransaction', {
        from,
        to: address,
        data: transferCall({ address: to, amount }),
        gas: '0x186a0',
        gasPrice: '0x4a817c800',
      }),
    replace: (txid, to, amount) =>
      node.replace(txid, { to: address, amount: 0n, data: transferCall({ address: to, amount }) }),
    balanceOf: async (holder) =>
      BigInt(await node.rpc('eth_getStorageAt', address, addressWord(holder), 'latest')),
  };
}

function word(number: bigint): string {
  return `0x${number.toString(16).padStart(64, '0')}`;
}

/** The word at a position of the call data, and in the storage slot of an address there. */
const TO = '0x04 CALLDATALOAD';
const AMOUNT = '0x24 CALLDATALOAD';

function contract(
  kind: TokenKind,
  { symbol, decimals }: { symbol: string; decimals: number },
): string {
  return `
    0x00 CALLDATALOAD 0xe0 SHR
    DUP1 0xa9059cbb EQ @transfer JUMPI
    DUP1 0x70a08231 EQ @balanceOf JUMPI
    DUP1 0x313ce567 EQ @decimals JUMPI
    DUP1 0x95d89b41 EQ @symbol JUMPI
    :refuse 0x00 0x00 REVERT
    :balanceOf ${TO} SLOAD 0x00 MSTORE 0x20 0x00 RETURN
    :decimals 0x${decimals.toString(16).padStart(2, '0')} 0x00 MSTORE 0x20 0x00 RETURN
    :symbol
      0x20 0x00 MSTORE
      0x${symbol.length.toString(16).padStart(2, '0')} 0x20 MSTORE
      0x${Buffer.from(symbol).toString('hex').padEnd(64, '0')} 0x40 MSTORE
      0x60 0x00 RETURN
    :transfer
      ${AMOUNT} CALLER SLOAD LT @refuse JUMPI
      ${kind === 'lying' ? '' : move(kind)}
      ${AMOUNT} 0x00 MSTORE
      ${TO} CALLER ${TRANSFERRED} 0x20 0x00 LOG3
      ${kind === 'silent' ? 'STOP' : '0x01 0x00 MSTORE 0x20 0x00 RETURN'}`;
}

function move(kind: TokenKind): string {
  const received = kind === 'taxed' ? `0x64 ${AMOUNT} DIV ${AMOUNT} SUB` : AMOUNT;
  return `
      ${AMOUNT} CALLER SLOAD SUB CALLER SSTORE
      ${received} ${TO} SLOAD ADD ${TO} SSTORE`;
}
