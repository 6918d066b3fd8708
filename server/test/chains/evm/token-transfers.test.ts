// Transfers of every token contract in a block of a real node. A node that can't list them stops nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evmChain, tokenTransfersIn } from '../../../src/chains/evm/evm-chain.ts';
import { addressWord } from '../../../src/chains/evm/rpc.ts';
import { TRANSFERRED } from '../../../src/chains/evm/token-payments.ts';
import { defined } from '../../../src/core/assert.ts';
import { createLog } from '../../../src/core/log.ts';
import { type Anvil, startAnvil } from '../../support/anvil.ts';
import { deployToken, type TestToken } from '../../support/erc20.ts';
import { type ProxiedAnswer, startRpcProxy } from '../../support/rpc-proxy.ts';
import { coinOf, ourAddresses } from '../simulated/simulation-on.ts';

const network = 'regtest';
const coin = coinOf('ETH');
const addressAt = ourAddresses(coin, network);
const CONTRACT = `0x70ce${'0'.repeat(34)}02`;
const TXID = `0x${'1'.repeat(64)}`;
const log = createLog('silent');

describe('token transfers on a real node', () => {
  let node: Anvil;
  let token: TestToken;
  beforeAll(async () => {
    node = await startAnvil();
    token = await deployToken(node, 'standard', { address: CONTRACT });
    await node.mine();
  });
  afterAll(() => node.stop());

  test('transfers of all contracts are read, next to payments', async () => {
    const txid = await token.pay(addressAt(1), 5n);
    const payment = await node.pay(addressAt(2), 7n);
    await node.mine();
    const chain = evmChain({ coin, network, url: node.url, log });
    const [block] = await chain.blocks((await chain.tip()).height, 1);
    await chain.close();
    expect(block?.tokenTransfers).toEqual([
      { txid, contract: CONTRACT, address: addressAt(1), amount: 5n },
    ]);
    expect(block?.payments).toMatchObject([{ txid: payment, address: addressAt(2), amount: 7n }]);
  });

  const failures: readonly [string, (id: number) => ProxiedAnswer][] = [
    ['refuses', (id) => ({ id, error: { code: -32005, message: 'query returned too many' } })],
    ['does not know the method', (id) => ({ id, error: { code: -32601, message: 'not found' } })],
    ['answers nonsense', (id) => ({ id, result: [{ address: 5 }] })],
    ['answers too much', (id) => ({ id, result: 'x'.repeat(33 * 2 ** 20) })],
  ];

  test.each(failures)('a node that %s is not queried again immediately', async (_, failure) => {
    await token.pay(addressAt(3), 5n);
    const txid = await node.pay(addressAt(4), 7n);
    await node.mine();
    let requested = 0;
    let isBroken = true;
    const proxy = await startRpcProxy(node.url, ({ method, id }, answer) => {
      if (method !== 'eth_getLogs') return answer;
      requested += 1;
      return isBroken ? failure(id) : answer;
    });
    const chain = evmChain({ coin, network, url: proxy.url, log });
    const read = async () =>
      defined((await chain.blocks((await chain.tip()).height, 1))[0], 'a block');
    for (let run = 0; run < 10; run += 1) {
      const block = await read();
      expect(block.payments).toMatchObject([{ txid }]);
      expect(block.tokenTransfers).toBeUndefined();
    }
    expect(requested).toBe(1);
    isBroken = false;
    for (let run = 0; run < 60; run += 1) await read();
    expect((await read()).tokenTransfers).toHaveLength(1);
    await chain.close();
    await proxy.close();
  });
});

test('events that are no transfer of an amount are omitted, and one transaction is totaled', () => {
  const word = (amount: bigint) => `0x${amount.toString(16).padStart(64, '0')}`;
  const [from, to] = [addressAt(5), addressAt(6)];
  const topics = [TRANSFERRED, addressWord(from), addressWord(to)];
  const event = { address: CONTRACT, topics, data: word(2n), blockHash: TXID };
  const logs = [
    { ...event, transactionHash: TXID },
    { ...event, transactionHash: TXID, data: word(3n) },
    { ...event, transactionHash: TXID, data: word(0n) },
    { ...event, transactionHash: TXID, data: `${word(1n)}00` },
    { ...event, transactionHash: TXID, topics: [...topics, word(9n)] },
    { ...event, transactionHash: TXID, topics: [TRANSFERRED, addressWord(to), addressWord(to)] },
    { ...event, transactionHash: TXID, topics: [TRANSFERRED, word(2n ** 255n), topics[2] ?? ''] },
    { ...event, transactionHash: TXID, removed: true },
  ];
  expect(tokenTransfersIn(logs)).toEqual([
    { txid: TXID, contract: CONTRACT, address: to, amount: 5n },
  ]);
});

test('a block of 400 transfers of as many contracts is read completely', () => {
  const logs = Array.from({ length: 400 }, (_, n) => ({
    address: `0xcc${n.toString(16).padStart(38, '0')}`,
    topics: [TRANSFERRED, addressWord(addressAt(5)), addressWord(addressAt(6))],
    data: `0x${'0'.repeat(63)}1`,
    blockHash: TXID,
    transactionHash: TXID,
  }));
  expect(tokenTransfersIn(logs)).toHaveLength(400);
});
