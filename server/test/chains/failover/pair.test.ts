// Two real nodes of one coin that stop agreeing: which one is used, that nothing is lost, and the alerts.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Chain } from '../../../src/chains/chain.ts';
import type { OpenNode } from '../../../src/chains/families.ts';
import { defined } from '../../../src/core/assert.ts';
import { SECOND } from '../../../src/core/clock.ts';
import { listAlerts } from '../../../src/ledger/alerts.ts';
import { makeAllDue } from '../../../src/workers/schedule.ts';
import { openPair, type Pair, startPair, untilEqual } from '../../conformance/litecoind-pair.ts';
import { describeWithLitecoind } from '../../support/litecoind.ts';
import { lookUp } from '../../support/look-up.ts';
import { until } from '../../support/service.ts';
import { createWorld, type World } from '../../support/world.ts';

describeWithLitecoind('two litecoinds behind one port', () => {
  let pair: Pair;
  let node: OpenNode;
  let chain: Chain;
  beforeAll(async () => {
    pair = await startPair();
  });
  afterAll(async () => {
    await pair?.close();
  });
  beforeEach(async () => {
    await part(false);
    await untilEqual(pair);
    await chain?.close();
    node = openPair(pair);
    chain = node.chain;
  });

  /** Cuts or restores the connection between the two. */
  async function part(isApart: boolean): Promise<void> {
    await pair.first.rpc('setnetworkactive', !isApart);
    await pair.second.rpc('setnetworkactive', !isApart);
    const peers = isApart ? 0 : 1;
    await until('the line is cut or mended', async () => {
      return (await pair.second.rpc('getconnectioncount')) === peers;
    });
  }

  const unfit = async () =>
    (await defined(node.review, 'a pair is reviewed')()).map((verdict) => verdict.unfit);

  it('no node is excluded while they agree, within the blocks in transit', async () => {
    expect(await unfit()).toEqual([null, null]);
    await part(true);
    await pair.second.mine(3);
    expect(await unfit()).toEqual([null, null]);
  });

  it('a node that is behind is not used until it has caught up', async () => {
    await part(true);
    await pair.second.mine(5);
    const best: string = await pair.second.rpc('getbestblockhash');
    expect(await unfit()).toEqual([expect.objectContaining({ cause: 'behind' }), null]);
    const [late, ahead] = await defined(node.review, 'a pair is reviewed')();
    expect(late).toMatchObject({ unfit: { cause: 'behind' }, height: (ahead?.height ?? 0) - 5 });
    expect(ahead).toMatchObject({ unfit: null, height: (await chain.tip()).height });
    expect((await chain.tip()).hash).toBe(best);
    await part(false);
    await untilEqual(pair);
    expect(await unfit()).toEqual([null, null]);
  });

  it('of two on different branches the one that is ahead is used', async () => {
    await part(true);
    await pair.second.mine(4);
    await pair.first.mine(6);
    const best: string = await pair.first.rpc('getbestblockhash');
    expect(await unfit()).toEqual([null, expect.objectContaining({ cause: 'other_branch' })]);
    expect((await chain.tip()).hash).toBe(best);
  });

  it('a transaction unknown to the first node is not unknown', async () => {
    await part(true);
    const txid = await pair.second.pay(await pair.second.address(), '0.5');
    expect((await lookUp(chain, txid, null)).place).toEqual({ kind: 'mempool' });
    // Restarted empty, as nodes don't exchange unconfirmed transactions later.
    await part(false);
    await pair.second.mine(1);
  });

  it('broadcasts go to both', async () => {
    const address = await pair.second.address();
    const raw = await pair.second.rpc('createrawtransaction', [], [{ [address]: '0.25' }]);
    const funded = await pair.second.rpc('fundrawtransaction', raw);
    const { hex } = await pair.second.rpc('signrawtransactionwithwallet', funded.hex);
    const { txid } = await pair.second.rpc('decoderawtransaction', hex);
    await part(true);
    const { network } = defined(node.sending, 'LTC can be sent');
    expect(await network.broadcast({ raw: hex, txid })).toEqual({ kind: 'accepted' });
    for (const each of [pair.first, pair.second]) {
      expect(await each.rpc('getrawmempool')).toEqual([txid]);
    }
    await part(false);
    await pair.second.mine(1);
  });

  it('a node excluded three times raises an alert, which resolves automatically', async () => {
    const world = await liveWorld();
    try {
      await part(true);
      await pair.second.mine(5);
      for (let round = 0; round < 2; round++) await world.advance(10 * SECOND);
      expect(await listAlerts(world.app.db, { withResolved: false })).toEqual([]);
      await world.advance(10 * SECOND);
      const [alert] = await listAlerts(world.app.db, { withResolved: false });
      expect(alert).toMatchObject({
        kind: 'node_excluded',
        facts: { subject: `LTC ${new URL(pair.first.url).host}`, cause: 'behind' },
      });
      await part(false);
      await untilEqual(pair);
      await world.advance(10 * SECOND);
      expect(await listAlerts(world.app.db, { withResolved: false })).toEqual([]);
    } finally {
      await world.close();
    }
  });

  it('when only a node that is behind is left, nothing is rolled back', async () => {
    const world = await liveWorld();
    try {
      await part(true);
      const [, best = ''] = await pair.second.mine(2);
      await pair.first.halt();
      await makeAllDue(world.app);
      await world.settle();
      const read = await cursorOf(world);
      expect(read).toBe(await pair.second.rpc('getblockcount'));
      await pair.second.rpc('invalidateblock', best);
      await world.settle();
      expect(await cursorOf(world)).toBe(read);
      const [row] = await world.app.db.query<{ last_error: string }>(
        `select last_error from schedules where name = 'watch-ltc'`,
      );
      expect(row?.last_error).toContain('the node is behind');
      await pair.second.rpc('reconsiderblock', best);
    } finally {
      await pair.first.restart();
      await world.close();
    }
  });

  function liveWorld(): Promise<World> {
    return createWorld({
      CHAINTILL_MODE: 'live',
      CHAINTILL_NETWORK: 'regtest',
      LTC_NODE_URL: `${pair.first.url},${pair.second.url}`,
      LTC_NODE_COOKIE: `${pair.first.cookieFile},${pair.second.cookieFile}`,
    });
  }

  async function cursorOf(world: World): Promise<number | undefined> {
    const rows = await world.app.db.query<{ height: number }>(
      `select height from chain_cursors where coin = 'LTC'`,
    );
    return rows[0]?.height;
  }
});
