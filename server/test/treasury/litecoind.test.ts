// Sending over a real litecoind: the bytes we sign are what the network takes, and a payment is made once
// whatever the node forgets or the process survives.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bitcoindFamily } from '../../src/chains/bitcoind/bitcoind-transfers.ts';
import { known } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { createProject } from '../../src/projects/create.ts';
import { openTreasuries } from '../../src/treasury/open-treasuries.ts';
import { topUpAddress } from '../../src/treasury/own-address.ts';
import { senderWorker } from '../../src/treasury/sender.ts';
import { signPlan } from '../../src/treasury/sign-plan.ts';
import { readPlan, type StoredPlan } from '../../src/treasury/transfer.ts';
import type { Treasury } from '../../src/treasury/treasury.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { ourAddresses } from '../chains/simulated/simulation-on.ts';
import { Cut, type CutPlan } from '../flows/cut-database.ts';
import { describeWithLitecoind, type Litecoind, startLitecoind } from '../support/litecoind.ts';
import { createWorld, type World } from '../support/world.ts';
import { insertCommitted, makeListener } from './committed.ts';
import { type Mortal, mortalByCall } from './mortal.ts';

const WORKERS = ['address-pool', 'watch-ltc', 'assess-deposits'];

describeWithLitecoind('sending over litecoind', () => {
  let node: Litecoind;
  let world: World;
  let treasury: Treasury;
  let projectId: string;

  beforeAll(async () => {
    node = known(
      await startLitecoind({ blocks: 120, acceptsReplacements: true }),
      'litecoind is installed',
    );
    world = await createWorld({
      CHAINTILL_MODE: 'live',
      CHAINTILL_NETWORK: 'regtest',
      LTC_NODE_URL: node.url,
      LTC_NODE_COOKIE: node.cookieFile,
    });
    const { app } = world;
    const coin = known(app.coins.get('LTC'), 'LTC');
    const family = bitcoindFamily({
      coin,
      network: 'regtest',
      url: node.url,
      cookieFile: node.cookieFile,
      log: app.log,
    });
    const families = new Map([['LTC', known(family, 'LTC can be sent')]]);
    const treasuries = openTreasuries(app, families, await makeListener(app));
    treasury = known(treasuries.get('LTC'), 'a treasury of LTC');
    projectId = (await createProject(app, 'Payer')).id;
    for (const amount of ['3', '2', '1']) {
      const { address } = await topUpAddress(app, { coin: 'LTC', model: 'outputs' });
      await node.pay(address, amount);
    }
    await node.mine(6);
    await settle();
  });
  afterAll(async () => {
    treasury.network.close();
    await world.close();
    await node.stop();
  });

  async function settle(): Promise<void> {
    await makeAllDue(world.app);
    const workers = world.assembled.workers.filter(({ name }) => WORKERS.includes(name));
    await runDueWork(world.app, [...workers, senderWorker(treasury)]);
  }

  const withdraw = (address: string, amount: string) =>
    insertCommitted(world.app, projectId, { coin: 'LTC', amount, address, networkFee: '0.0001' });

  async function stored(id: string) {
    const [row] = await world.app.db.query<{ status: string; txid: string }>(
      'select status, txid, failure from coin_withdrawals where id = $1',
      [id],
    );
    return known(row, 'the withdrawal');
  }

  const receivedBy = (address: string): Promise<number> =>
    node.rpc('getreceivedbyaddress', address, 1);

  test.each(['bech32', 'p2sh-segwit', 'legacy'] as const)(
    'a withdrawal to an address of type %s arrives',
    async (type) => {
      const address = await node.address(type);
      const canonical = known(
        treasury.coin.parseAddress(address, 'regtest'),
        'the coin knows it',
      ).address;
      const id = await withdraw(canonical, '0.25');
      await settle();
      expect(await stored(id)).toMatchObject({ status: 'sent', failure: null });
      await node.mine(1);
      await settle();
      expect(await stored(id)).toMatchObject({ status: 'completed' });
      expect(await receivedBy(address)).toBe(0.25);
    },
  );

  test('signing a plan twice gives the same bytes', async () => {
    const rows = await world.app.db.query<{ raw: string; txid: string }>(
      `select raw, txid from transfers where raw is not null order by id limit 1`,
    );
    const first = known(rows[0], 'a transfer was signed');
    const decoded = await node.rpc('decoderawtransaction', first.raw);
    expect(decoded.txid).toBe(first.txid);
    const signed = await signAgain(first.txid);
    expect(signed).toEqual(first);
  });

  async function signAgain(txid: string) {
    const { app } = world;
    const [row] = await app.db.query<{ coin: string; id: string; plan: StoredPlan }>(
      'select coin, id, plan from transfers where txid = $1',
      [txid],
    );
    const transfer = known(row, 'a transfer');
    return signPlan(app, treasury, { plan: readPlan(transfer.plan), pays: transfer });
  }

  test('a mempool that was lost is filled again with the same transaction', async () => {
    // Nobody's at this node, whose own wallet would bring the transaction back by itself.
    const address = ourAddresses(treasury.coin, 'regtest')(7);
    const id = await withdraw(address, '0.1');
    await settle();
    const { txid } = await stored(id);
    const raw = await node.rpc('getrawtransaction', txid);
    await node.halt();
    rmSync(`${node.folder}/regtest/mempool.dat`, { force: true });
    await node.restart();
    expect(await node.rpc('getrawmempool')).toEqual([]);
    world.clock.advance(11 * MINUTE);
    await settle();
    expect(await node.rpc('getrawtransaction', txid)).toBe(raw);
    await node.mine(1);
    await settle();
    expect(await stored(id)).toMatchObject({ status: 'completed', txid });
    expect(await node.rpc('gettxout', txid, 0)).toMatchObject({ value: 0.1, confirmations: 1 });
  });

  test('a reorganisation leaves one payment, completed once', async () => {
    const address = await node.address();
    const id = await withdraw(address, '0.11');
    await settle();
    await node.mine(1);
    await settle();
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    await node.reorganise(1);
    world.clock.advance(11 * MINUTE);
    await settle();
    await node.mine(1);
    await settle();
    expect(await receivedBy(address)).toBe(0.11);
    expect(await auditLedger(world.app.db)).toEqual([]);
  });

  test('one payment, whichever call to the node or the signer is the last', async () => {
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; ; at++) {
        expect(at).toBeLessThan(100);
        if (!(await dieAt({ at, when }))) break;
      }
    }
    expect(await auditLedger(world.app.db)).toEqual([]);
  }, 180_000);

  async function dieAt(plan: CutPlan): Promise<boolean> {
    const address = await node.address();
    const id = await withdraw(address, '0.01');
    const mortal = mortalByCall(world.app, treasury, plan);
    await drain(mortal);
    await node.mine(1);
    await drain(mortal);
    world.clock.advance(MINUTE);
    await settle();
    await node.mine(1);
    await settle();
    const where = `${plan.when} ${plan.at}`;
    expect({ where, ...(await stored(id)) }).toMatchObject({ where, status: 'completed' });
    expect({ where, received: await receivedBy(address) }).toEqual({ where, received: 0.01 });
    return mortal.isDead();
  }

  async function drain(mortal: Mortal): Promise<void> {
    if (mortal.isDead()) return;
    try {
      await runDueWork(mortal.app, [senderWorker(mortal.treasury)]);
    } catch (error) {
      if (!(error instanceof Cut)) throw error;
    }
  }
});
