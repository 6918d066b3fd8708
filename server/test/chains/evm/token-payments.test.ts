// Events of a token's contract as payments, without a node: which events count, and their identity.
import { expect, test } from 'vitest';
import { addressWord, type LogAnswer } from '../../../src/chains/evm/rpc.ts';
import { readTransferCall, transferCall } from '../../../src/chains/evm/token-call.ts';
import { mayHold } from '../../../src/chains/evm/token-chain.ts';
import { moveIn, paymentsOfMoves, TRANSFERRED } from '../../../src/chains/evm/token-payments.ts';

const CONTRACT = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const [ANNA, BERT] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`];
const TXID = `0x${'01'.repeat(32)}`;

function event(changes: Partial<LogAnswer> = {}): LogAnswer {
  return {
    address: CONTRACT,
    topics: [TRANSFERRED, addressWord(ANNA ?? ''), addressWord(BERT ?? '')],
    data: `0x${'5'.padStart(64, '0')}`,
    blockHash: `0x${'02'.repeat(32)}`,
    transactionHash: TXID,
    ...changes,
  };
}

test('an event of the contract is a move', () => {
  expect(moveIn(event(), CONTRACT)).toEqual({ txid: TXID, from: ANNA, to: BERT, amount: 5n });
  const checksummed = event({ address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' });
  expect(moveIn(checksummed, CONTRACT)).not.toBeNull();
});

test.each([
  ['of another contract', { address: `0x${'cc'.repeat(20)}` }],
  ['that a reorganisation took away', { removed: true }],
  ['of another kind', { topics: [`0x${'03'.repeat(32)}`, ...event().topics.slice(1)] }],
  ['of an ERC-721', { topics: [...event().topics, addressWord('0x01')], data: '0x' }],
  ['without a payee', { topics: event().topics.slice(0, 2) }],
  ['to no address', { topics: [...event().topics.slice(0, 2), `0x01${'0'.repeat(62)}`] }],
  ['of nothing', { data: `0x${'0'.repeat(64)}` }],
  ['with more data than an amount', { data: `0x${'0'.repeat(128)}` }],
  ['to oneself', { topics: [TRANSFERRED, addressWord(ANNA ?? ''), addressWord(ANNA ?? '')] }],
])('an event %s is not a move', (_, changes) => {
  expect(moveIn(event(changes), CONTRACT)).toBeNull();
});

test('all moves to one address in one transaction are one payment, wherever its events are', () => {
  const move = { txid: TXID, from: ANNA ?? '', to: BERT ?? '', amount: 5n };
  const other = { ...move, to: ANNA ?? '', from: BERT ?? '', amount: 1n };
  const one = paymentsOfMoves([move, other, { ...move, amount: 7n }]);
  expect(one.map(({ address, amount }) => [address, amount])).toEqual([
    [BERT, 12n],
    [ANNA, 1n],
  ]);
  const again = paymentsOfMoves([other, { ...move, amount: 7n }, move]);
  expect(new Set(again.map(({ index }) => index))).toEqual(new Set(one.map(({ index }) => index)));
});

test('only a call to transfer is decoded, exactly as written', () => {
  const call = transferCall({ address: BERT ?? '', amount: 5n });
  expect(readTransferCall(call)).toEqual({ address: BERT, amount: 5n });
  const others = [`${call}00`, call.slice(0, -2), call.replace('a9059cbb', '23b872dd'), '0x'];
  for (const other of others) expect(readTransferCall(other)).toBeNull();
});

test('the filter of a block never misses its events', () => {
  // Three bits that the hash of the address selects, set in an empty filter.
  const empty = `0x${'0'.repeat(512)}`;
  const full = `0x${'f'.repeat(512)}`;
  expect(mayHold(empty, [CONTRACT])).toBe(false);
  expect(mayHold(full, [CONTRACT, TRANSFERRED])).toBe(true);
});
