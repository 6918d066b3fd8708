// Lookups on a node without a transaction index: an unknown transaction costs BCHN 33 to 46 ms, as it searches its
// whole UTXO set. Uses a real litecoind without an index, behind a proxy that counts the calls and takes as long.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bitcoindChain } from '../../../src/chains/bitcoind/bitcoind-chain.ts';
import type { Chain } from '../../../src/chains/chain.ts';
import ltc from '../../../src/coins/definitions/ltc.ts';
import { defined } from '../../../src/core/assert.ts';
import { sleep } from '../../../src/core/clock.ts';
import { createLog } from '../../../src/core/log.ts';
import { describeWithLitecoind, type Litecoind } from '../../support/litecoind.ts';
import { type ProxiedCall, type RpcProxy, startRpcProxy } from '../../support/rpc-proxy.ts';
import { start } from './real-node.ts';

const INPUTS = 250;
const SEARCH_MILLISECONDS = 40;

describeWithLitecoind('a node without an index', () => {
  let node: Litecoind;
  let proxy: RpcProxy;
  let chain: Chain;
  let calls: ProxiedCall[] = [];
  /** Transactions that were looked up by their hash only, and are in no mempool. */
  let searches = 0;

  beforeAll(async () => {
    node = await start({ blocks: 110 });
    proxy = await startRpcProxy(node.url, async (call, answer) => {
      calls.push(call);
      const isSearch = call.method === 'getrawtransaction' && call.params.length < 3;
      if (isSearch && answer.error != null) {
        searches += 1;
        await sleep(SEARCH_MILLISECONDS);
      }
      return answer;
    });
    chain = bitcoindChain({
      coin: ltc,
      network: 'regtest',
      url: proxy.url,
      cookieFile: node.cookieFile,
      log: createLog('silent'),
      timeoutMilliseconds: 30_000,
    });
    // The adapter detects once that there is no index.
    await chain.transactions([{ txid: 'ab'.repeat(32), near: null }]);
  });
  afterAll(async () => {
    await chain?.close();
    await proxy?.close();
    await node?.stop();
  });

  async function fromManyInputs(): Promise<{ txid: string; sources: Set<string> }> {
    const sources: string[] = [];
    for (let n = 0; n < INPUTS; n++) sources.push(await node.address());
    const outputs = Object.fromEntries(sources.map((address) => [address, '0.1']));
    await node.rpc('sendmany', '', outputs);
    await node.mine();
    const unspent: { txid: string; vout: number }[] = await node.rpc('listunspent', 1, 9, sources);
    expect(unspent).toHaveLength(INPUTS);
    const inputs = unspent.map(({ txid, vout }) => ({ txid, vout }));
    const paid = { [await node.address()]: '24.9' };
    const raw = await node.rpc('createrawtransaction', inputs, paid);
    const { hex } = await node.rpc('signrawtransactionwithwallet', raw);
    return { txid: await node.rpc('sendrawtransaction', hex), sources: new Set(sources) };
  }

  async function measured<T>(question: () => Promise<T>) {
    calls = [];
    searches = 0;
    const begun = performance.now();
    const answer = await question();
    return { answer, milliseconds: performance.now() - begun, searches, methods: tally(calls) };
  }

  it('finds who funded a transaction with 250 inputs without a search', async () => {
    const { txid, sources } = await fromManyInputs();
    const waiting = await measured(() => chain.transactions([{ txid, near: null }]));
    expect(waiting.searches).toBe(0);
    expect(waiting.answer[0]?.place).toEqual({ kind: 'mempool' });
    // The node returns the outputs of the first 200; the others are read from their scripts.
    expect(new Set(waiting.answer[0]?.sources)).toEqual(sources);
    await node.mine();
    const near = await chain.tip();
    const mined = await measured(() => chain.transactions([{ txid, near }]));
    expect(mined.answer[0]?.place).toEqual({ kind: 'block', block: near });
    expect(new Set(mined.answer[0]?.sources)).toEqual(sources);
    expect(mined.searches).toBe(0);
    expect(mined.methods).toEqual({
      getrawtransaction: 1,
      getblockheader: 1,
      decodescript: INPUTS,
    });
    expect(mined.milliseconds).toBeLessThan(SEARCH_MILLISECONDS * 50);
  });

  it('requests one block and no transaction when only the location is needed', async () => {
    const spent = await node.pay(await node.address(), '1.5');
    await node.mine();
    const near = await chain.tip();
    const lookups = Array.from({ length: 20 }, () => ({
      txid: spent,
      near,
      placeOnly: true as const,
    }));
    const placed = await measured(() => chain.transactions(lookups));
    expect(placed.methods).toEqual({ getblockheader: 1 });
    for (const { place } of placed.answer) expect(place).toEqual({ kind: 'block', block: near });
    const waiting = await node.pay(await node.address(), '1.25');
    const notInBlocks = await measured(() =>
      chain.transactions([{ txid: waiting, near: null, placeOnly: true }]),
    );
    expect(notInBlocks.methods).toEqual({ getmempoolentry: 1 });
    expect(defined(notInBlocks.answer[0], 'an answer').place).toEqual({ kind: 'mempool' });
  });

  it('finds an unknown block by unspent outputs, and abandons a missing transaction', async () => {
    const txid = await node.pay(await node.address(), '1.75');
    await node.mine();
    const block = await chain.tip();
    const found = await measured(() => chain.transactions([{ txid, near: null, placeOnly: true }]));
    expect(found.answer[0]?.place).toEqual({ kind: 'block', block });
    const missing = { txid: 'cd'.repeat(32), near: null } as const;
    const lost = await measured(() =>
      chain.transactions([missing, { ...missing, placeOnly: true }]),
    );
    for (const { place } of lost.answer) expect(place).toEqual({ kind: 'unknown' });
    expect(found.searches + lost.searches).toBe(0);
  });
});

function tally(calls: readonly ProxiedCall[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { method } of calls) counts[method] = (counts[method] ?? 0) + 1;
  return counts;
}
