// What `doctor` reports about an Ethereum node: no problem for a healthy one, and each problem by name with its remedy.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examineNode } from '../../../src/chains/evm/examine-node.ts';
import { evmRpc } from '../../../src/chains/evm/rpc.ts';
import type { NodeFinding, StoredFacts } from '../../../src/chains/examination.ts';
import type { Network } from '../../../src/coins/coin.ts';
import { type Anvil, startAnvil } from '../../support/anvil.ts';
import { startRpcProxy } from '../../support/rpc-proxy.ts';
import { coinOf } from '../simulated/simulation-on.ts';

const coin = coinOf('ETH');

interface Changes {
  readonly network?: Network;
  readonly finality?: 'safe' | 'finalized';
  readonly senders?: StoredFacts['senders'];
  readonly now?: number;
  /**
   * Results of the node, by method or by first parameter. Null: it lacks the method; an error: it does not know the
   * block.
   */
  readonly results?: Readonly<Record<string, unknown>>;
}

const HASH = `0x${'ab'.repeat(32)}`;
const FAR_AHEAD = {
  number: '0x1f4',
  hash: HASH,
  parentHash: HASH,
  timestamp: '0x0',
  transactions: [],
};

describe('doctor checks an Ethereum node', () => {
  let node: Anvil;
  let tipTime: number;

  beforeAll(async () => {
    node = await startAnvil();
    await node.pay(node.payer, 1n);
    await node.mine();
    const { timestamp } = await node.rpc('eth_getBlockByNumber', 'latest', false);
    tipTime = Number(timestamp) * 1000;
  });
  afterAll(() => node.stop());

  async function examine(changes: Changes): Promise<readonly NodeFinding[]> {
    const { network = 'regtest', finality, senders = [], now = tipTime, results = {} } = changes;
    const proxy = await startRpcProxy(node.url, (call, answer) => {
      const key = call.method in results ? call.method : String(call.params[0]);
      if (!(key in results)) return answer;
      const result = results[key];
      if (result instanceof Error) {
        return { id: call.id, error: { code: -39_001, message: result.message } };
      }
      const error = { code: -32601, message: 'Method not found' };
      return result === null ? { id: call.id, error } : { id: call.id, result };
    });
    const rpc = evmRpc({ url: proxy.url });
    try {
      const stored = { now, cursorHeight: null, outputs: [], senders };
      return await examineNode(rpc, { coin, network, ...(finality && { finality }) }, stored);
    } finally {
      rpc.close();
      await proxy.close();
    }
  }

  const wrongOf = (findings: readonly NodeFinding[]) =>
    findings.filter(({ ok }) => !ok).map(({ check, detail }) => ({ check, detail }));

  test('a healthy node passes every check', async () => {
    const senders = [{ address: node.payer, balance: 10n ** 18n, nextNumber: 1 }];
    const findings = await examine({ senders });
    expect(wrongOf(findings)).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual([
      'network',
      'sync',
      'tracing',
      'version',
      'clock',
      'peers',
      'wallet',
    ]);
    const version = findings.find((finding) => finding.check === 'version')?.detail;
    expect(version).toMatchObject({ version: expect.stringContaining('anvil') });
  });

  test.each([
    ['debug_traceBlockByHash', {}],
    ['trace_block', { debug_traceBlockByHash: null }],
  ])('the tracing method is shown: %s', async (method, results) => {
    const findings = await examine({ results });
    const tracing = findings.find(({ check }) => check === 'tracing');
    expect(tracing?.detail).toEqual({ code: 'node_traces', method });
  });

  // Like the main network, where the exceptions for private chains don't apply.
  const main = { eth_chainId: '0x1' };
  test.each<[string, Changes, string, object]>([
    [
      'of another network',
      { network: 'main' },
      'network',
      {
        code: 'node_wrong_network',
        message: expect.stringMatching(/^expected a node of ETH main/),
      },
    ],
    [
      'that is still syncing',
      { results: { eth_syncing: { highestBlock: '0x65' } } },
      'sync',
      { code: 'node_behind', behind: 100 },
    ],
    [
      'that traces no blocks',
      { results: { debug_traceBlockByHash: null, trace_block: null } },
      'tracing',
      { code: 'node_tracing_unavailable' },
    ],
    [
      'that hears of no new blocks',
      { network: 'main', now: Date.UTC(2100, 0, 1), results: { ...main, net_peerCount: '0x5' } },
      'sync',
      { code: 'node_consensus_silent', height: 1 },
    ],
    [
      'that does not know the tag',
      { finality: 'finalized', results: { finalized: null } },
      'finality',
      { code: 'node_finality_refused' },
    ],
    [
      'that was not told of a final block',
      { finality: 'safe', results: { safe: new Error('Unknown block') } },
      'finality',
      { code: 'node_final_none', finality: 'safe' },
    ],
    [
      'on a network that finalises nothing any more',
      { finality: 'finalized', results: { latest: FAR_AHEAD, debug_traceBlockByHash: [] } },
      'finality',
      { code: 'node_final_far', height: 0, behind: 500 },
    ],
    [
      'ahead of the machine',
      { network: 'main', now: Date.UTC(2000, 0, 1), results: { ...main, net_peerCount: '0x5' } },
      'clock',
      { code: 'node_block_ahead' },
    ],
    [
      'without peers',
      { network: 'main', results: { ...main, net_peerCount: '0x0' } },
      'peers',
      { code: 'node_alone_unsubscribed' },
    ],
    [
      'that has forgotten what we sent',
      {
        senders: [
          { address: '0x0000000000000000000000000000000000000001', balance: 0n, nextNumber: 3 },
        ],
      },
      'wallet',
      { code: 'node_sent_fewer', sent: 3, known: 0 },
    ],
    [
      'on which money is missing',
      {
        senders: [
          { address: '0x0000000000000000000000000000000000000001', balance: 9n, nextNumber: 0 },
        ],
      },
      'wallet',
      { holds: '0.0 ETH', held: '0.000000000000000009 ETH' },
    ],
  ])('a node %s has one problem', async (_, changes, check, detail) => {
    const findings = await examine(changes);
    expect(wrongOf(findings)).toEqual([{ check, detail: expect.objectContaining(detail) }]);
  });
});
