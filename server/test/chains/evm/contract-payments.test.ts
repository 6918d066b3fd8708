// Payments from contracts on a real node: traced payments are credited, reverted ones are not, and a node without
// traces still shows plain transfers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evmChain } from '../../../src/chains/evm/evm-chain.ts';
import { BY_CONTRACTS } from '../../../src/chains/evm/payments-of.ts';
import { createLog } from '../../../src/core/log.ts';
import { type Anvil, startAnvil } from '../../support/anvil.ts';
import { lookUp } from '../../support/look-up.ts';
import { startRpcProxy } from '../../support/rpc-proxy.ts';
import { coinOf, ourAddresses } from '../simulated/simulation-on.ts';
import { AT, type Contract, dataFor, setContracts } from './contracts.ts';

const coin = coinOf('ETH');
const addressOf = ourAddresses(coin, 'regtest');
const log = createLog('silent');
const ETHER = 10n ** 18n;

describe('payments from contracts', () => {
  let node: Anvil;
  let used = 0;
  const open = (url = node.url) => evmChain({ coin, network: 'regtest', url, log });

  beforeAll(async () => {
    node = await startAnvil();
    await setContracts(node);
  });
  afterAll(() => node.stop());

  /** Calls a contract with one ether for an address of ours. Returns the payments to it in the block. */
  async function payThrough(contract: Contract, url?: string) {
    used += 1;
    const ours = addressOf(used);
    const txid = await node.pay(AT[contract], ETHER, dataFor(ours));
    await node.mine();
    const chain = open(url);
    const { height } = await chain.tip();
    const [block] = await chain.blocks(height, 1);
    const { sources } = await lookUp(chain, txid, null);
    await chain.close();
    const found = (block?.payments ?? []).filter(({ address }) => address === ours);
    return { ours, txid, found, sources, status: await statusOf(txid) };
  }

  const statusOf = async (txid: string): Promise<string> =>
    (await node.rpc('eth_getTransactionReceipt', txid)).status;

  test('what a contract forwarded is a payment, from its caller and from the contract', async () => {
    const { ours, txid, found, sources } = await payThrough('forwarder');
    const payment = { txid, index: BY_CONTRACTS, address: ours, tag: null, amount: ETHER };
    expect(found).toEqual([payment]);
    expect(sources).toEqual([node.payer, AT.forwarder]);
  });

  test('two contract payments to one address are one payment of the total', async () => {
    const { found } = await payThrough('splitter');
    expect(found).toMatchObject([{ amount: ETHER, index: BY_CONTRACTS }]);
  });

  test('what a self-destructed contract left is a payment', async () => {
    const { found } = await payThrough('destroyer');
    expect(found).toMatchObject([{ amount: ETHER }]);
  });

  test('nothing of a failed transaction is a payment', async () => {
    const { found, status } = await payThrough('undoer');
    expect(status).toBe('0x0');
    expect(found).toEqual([]);
  });

  test('a reverted call in a successful transaction is no payment', async () => {
    const { found, status } = await payThrough('caller');
    expect(status).toBe('0x1');
    expect(found).toEqual([]);
  });

  test('a node without traces shows successful plain transfers, and no others', async () => {
    const proxy = await startRpcProxy(node.url, (call, answer) =>
      /^(debug|trace)_/.test(call.method)
        ? { id: call.id, error: { code: -32601, message: 'the method does not exist' } }
        : answer,
    );
    const chain = open(proxy.url);
    const { found } = await payThrough('forwarder', proxy.url);
    expect(found).toEqual([]);
    const ours = addressOf(1000);
    const txid = await node.pay(ours, 7n);
    const failed = await node.pay(AT.undoer, 9n, '0x00');
    await node.mine();
    const { height } = await chain.tip();
    const [block] = await chain.blocks(height, 1);
    expect(await statusOf(failed)).toBe('0x0');
    expect(block?.payments).toEqual([{ txid, index: 0, address: ours, tag: null, amount: 7n }]);
    await chain.close();
    await proxy.close();
  });

  test("a trace of other transactions than the block's is rejected", async () => {
    const proxy = await startRpcProxy(node.url, (call, answer) =>
      call.method.startsWith('debug_') ? { id: call.id, result: [] } : answer,
    );
    await node.pay(addressOf(1001), 7n);
    await node.mine();
    const chain = open(proxy.url);
    const { height } = await chain.tip();
    await expect(chain.blocks(height, 1)).rejects.toThrow('of other transactions');
    await chain.close();
    await proxy.close();
  });

  test('many blocks are requested in limited batches', async () => {
    await node.mine(120);
    const proxy = await startRpcProxy(node.url, (_, answer) => answer);
    const chain = open(proxy.url);
    const { height } = await chain.tip();
    expect(await chain.blocks(height - 119, 120)).toHaveLength(120);
    expect(Math.max(...proxy.batches)).toBe(50);
    await chain.close();
    await proxy.close();
  });
});
