// What `doctor` reports about a node: no problem for a healthy one, and each problem by name with its remedy.
import { afterEach, describe, expect, it } from 'vitest';
import { examineNode } from '../../../src/chains/bitcoind/examine-node.ts';
import { bitcoindRpc } from '../../../src/chains/bitcoind/rpc.ts';
import type { NodeFinding, StoredFacts } from '../../../src/chains/examination.ts';
import type { Network } from '../../../src/coins/coin.ts';
import { createLog } from '../../../src/core/log.ts';
import { amountOf } from '../../../src/core/money.ts';
import { describeWithLitecoind } from '../../support/litecoind.ts';
import { coinOf } from '../simulated/simulation-on.ts';
import { fakeNode, methods } from './fake-node.ts';
import { MISSING, start } from './real-node.ts';

const coin = coinOf('LTC');
const NOW = Date.UTC(2026, 0, 1);
const nothing: StoredFacts = { now: NOW, cursorHeight: null, outputs: [], senders: [] };
const GENESIS = '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

interface Place {
  readonly url: string;
  readonly cookieFile?: string;
  readonly network: Network;
}

async function examine(place: Place, stored: StoredFacts): Promise<readonly NodeFinding[]> {
  const rpc = bitcoindRpc({ ...place, log: createLog('silent') });
  open.push(rpc);
  return examineNode(rpc, { coin, network: place.network }, stored);
}

const healthy = {
  chain: { chain: 'main', blocks: 2_800_000, headers: 2_800_000, bestblockhash: MISSING },
  network: { subversion: '/LitecoinCore:0.21.4/', connections: 8, timeoffset: 0 },
  time: NOW / 1000 - 60,
};

async function findingsOf(
  wrong: { chain?: object; network?: object; time?: number; unspent?: unknown },
  stored: Partial<StoredFacts> = {},
) {
  const node = await fakeNode(
    methods({
      getblockchaininfo: () => ({ ...healthy.chain, ...wrong.chain }),
      getnetworkinfo: () => ({ ...healthy.network, ...wrong.network }),
      getblockhash: () => GENESIS,
      getblockheader: () => ({ time: wrong.time ?? healthy.time }),
      gettxout: () => wrong.unspent ?? null,
    }),
  );
  open.push(node);
  return examine({ url: node.url, network: 'main' }, { ...nothing, ...stored });
}

const checks = ['network', 'sync', 'history', 'version', 'clock', 'peers', 'wallet'];

describe('doctor checks a node', () => {
  it('and finds no problem with a healthy one', async () => {
    const findings = await findingsOf({});
    expect(findings.map(({ check }) => check)).toEqual(checks);
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    const height = healthy.chain.blocks;
    expect(findings[1]?.detail).toEqual({ code: 'node_at_block', height, seconds: 60 });
  });

  const output = { txid: MISSING, index: 1, amount: amountOf('1.5', coin) };
  it.each([
    ['is on another chain', 'network', { chain: { chain: 'test' } }, {}],
    ['has headers and not their blocks', 'sync', { chain: { headers: 2_800_003 } }, {}],
    ['has heard of no block for hours', 'sync', { time: NOW / 1000 - 7 * 3600 }, {}],
    [
      'has pruned blocks that were not read',
      'history',
      { chain: { pruned: true, pruneheight: 2_700_000 } },
      { cursorHeight: 2_600_000 },
    ],
    ['is too old', 'version', { network: { subversion: '/LitecoinCore:0.21.1/' } }, {}],
    ['of Dogecoin is too old', 'version', { network: { subversion: '/Shibetoshi:1.14.5/' } }, {}],
    ['has a wrong clock', 'clock', { network: { timeoffset: -3600 } }, {}],
    ['has no peers', 'peers', { network: { connections: 0 } }, {}],
    ['does not have an output of ours', 'wallet', {}, { outputs: [output] }],
    [
      'has an output of ours with another amount',
      'wallet',
      { unspent: { value: 1.4 } },
      { outputs: [output] },
    ],
  ] as const)('that %s', async (_, check, wrong, stored) => {
    const findings = await findingsOf(wrong, stored);
    const bad = findings.filter(({ ok }) => !ok);
    expect(bad.map((finding) => finding.check)).toEqual([check]);
  });

  it('and accepts a pruned one that has the unread blocks, and a correct amount', async () => {
    const findings = await findingsOf(
      { chain: { pruned: true, pruneheight: 2_700_000 }, unspent: { value: 1.5 } },
      { cursorHeight: 2_699_999, outputs: [output] },
    );
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
  });

  it('only once when it is unreachable', async () => {
    const place = { url: 'http://127.0.0.1:1', network: 'main' } as const;
    const findings = await examine(place, nothing);
    expect(findings).toMatchObject([{ check: 'network', ok: false, node: '127.0.0.1:1' }]);
  });
});

describeWithLitecoind('the doctor looks at a real litecoind', () => {
  it('and finds no problem with it, also when it is pruned', async () => {
    const node = await start({ extraArguments: ['-prune=550'] });
    try {
      const place = { url: node.url, cookieFile: node.cookieFile, network: 'regtest' } as const;
      const [unspent] = await node.rpc('listunspent', 1);
      const amount = amountOf(String(unspent.amount), coin);
      const outputs = [{ txid: unspent.txid, index: unspent.vout, amount }];
      const findings = await examine(place, { ...nothing, outputs, cursorHeight: 5 });
      expect(findings.map(({ check }) => check)).toEqual(checks);
      expect(findings.filter(({ ok }) => !ok)).toEqual([]);
      expect(findings.find(({ check }) => check === 'history')?.detail.code).toBe('node_pruned');
    } finally {
      await node.stop();
    }
  });
});
