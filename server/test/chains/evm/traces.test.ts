// The two tracing methods show the same payments, and a trace of another block than requested is rejected.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Block } from '../../../src/chains/chain.ts';
import { evmChain } from '../../../src/chains/evm/evm-chain.ts';
import { BY_CONTRACTS } from '../../../src/chains/evm/payments-of.ts';
import { createLog } from '../../../src/core/log.ts';
import { type Anvil, startAnvil } from '../../support/anvil.ts';
import { type ProxiedAnswer, startRpcProxy } from '../../support/rpc-proxy.ts';
import { coinOf, ourAddresses } from '../simulated/simulation-on.ts';
import { AT, CODE, type Contract, dataFor, setContracts } from './contracts.ts';

const coin = coinOf('ETH');
const addressOf = ourAddresses(coin, 'regtest');
const log = createLog('silent');
const UNSERVED = { code: -32_601, message: 'the method does not exist' };
const contracts = Object.keys(CODE) as Contract[];
/** The contracts whose call pays the address in the end. */
const PAYING: readonly Contract[] = ['forwarder', 'splitter', 'destroyer', 'delegator', 'nester'];

interface FlatTrace {
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly traceAddress: readonly number[];
}

describe('tracing', () => {
  let node: Anvil;
  let height: number;
  const txids = new Map<Contract, string>();
  let plain: string;

  beforeAll(async () => {
    node = await startAnvil();
    await setContracts(node);
    for (const [n, name] of contracts.entries()) {
      txids.set(name, await node.pay(AT[name], BigInt(2 * (50 + n)), dataFor(addressOf(n))));
    }
    plain = await node.pay(addressOf(50), 7n);
    // Without data, so that it creates a contract and pays it.
    await node.rpc('eth_sendTransaction', {
      from: node.payer,
      value: '0x9',
      gas: '0x7a120',
      data: '0x5f5ff3',
    });
    await node.mine();
    height = Number(await node.rpc('eth_blockNumber'));
  });
  afterAll(() => node.stop());

  /** The payments from a node with only one of the methods and an altered response. */
  async function readBy(
    served: 'debug' | 'trace',
    change: (answer: ProxiedAnswer) => ProxiedAnswer = (answer) => answer,
  ): Promise<Block | undefined> {
    const proxy = await startRpcProxy(node.url, (call, answer) => {
      const [module] = call.method.split('_');
      if (module !== 'debug' && module !== 'trace') return answer;
      return module === served ? change(answer) : { id: call.id, error: UNSERVED };
    });
    const chain = evmChain({ coin, network: 'regtest', url: proxy.url, log });
    try {
      return (await chain.blocks(height, 1))[0];
    } finally {
      await chain.close();
      await proxy.close();
    }
  }

  test('both methods show the same payments, including nested, destroyed and reverted ones', async () => {
    const [byDebug, byTrace] = [await readBy('debug'), await readBy('trace')];
    expect(byTrace).toEqual(byDebug);
    expect(byTrace?.hidesPayments).toBeUndefined();
    const ours = contracts.flatMap((name, n) => {
      const address = addressOf(n);
      const payment = { txid: txids.get(name), index: BY_CONTRACTS, address, tag: null };
      return PAYING.includes(name) ? [{ ...payment, amount: BigInt(2 * (50 + n)) }] : [];
    });
    const payments = (byTrace?.payments ?? []).filter(({ index }) => index > 0);
    const addresses = new Set(ours.map(({ address }) => address));
    expect(payments.filter(({ address }) => addresses.has(address))).toEqual(ours);
    expect(byTrace?.payments).toContainEqual({
      txid: plain,
      index: 0,
      address: addressOf(50),
      tag: null,
      amount: 7n,
    });
  });

  const changed =
    (change: (traces: readonly FlatTrace[]) => readonly FlatTrace[]) =>
    ({ id, result }: ProxiedAnswer): ProxiedAnswer => ({
      id,
      result: change(result as FlatTrace[]),
    });

  test.each<[string, (traces: readonly FlatTrace[]) => readonly FlatTrace[], string]>([
    [
      'of another block',
      (traces) => traces.map((trace) => ({ ...trace, blockHash: `0x${'ab'.repeat(32)}` })),
      'is of block 0xabab',
    ],
    [
      'without one of the transactions',
      (traces) => traces.filter(({ transactionHash }) => transactionHash !== plain),
      'is of other transactions',
    ],
    [
      'with a call that nobody made',
      (traces) => traces.filter(({ traceAddress }) => traceAddress.length !== 1),
      'lacks a call',
    ],
    ['of nothing', () => [], 'is of other transactions'],
  ])('a trace %s is rejected', async (_, change, reason) => {
    await expect(readBy('trace', changed(change))).rejects.toThrow(reason);
  });

  test('the block reward is no payment to us', async () => {
    const reward = {
      type: 'reward',
      action: { value: '0x1bc16d674ec80000', author: addressOf(60) },
      transactionHash: null,
      traceAddress: [],
    };
    const withReward = await readBy('trace', ({ id, result }) => {
      const traces = result as FlatTrace[];
      return { id, result: [...traces, { ...reward, blockHash: traces[0]?.blockHash }] };
    });
    expect(withReward).toEqual(await readBy('debug'));
  });
});
