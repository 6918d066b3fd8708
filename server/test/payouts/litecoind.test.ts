// Sending over a real litecoind: the network accepts the bytes we sign, and a payment is made once, whatever the node
// loses and wherever the process dies.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import type { CoinWallet } from '../../src/payouts/coin-wallet.ts';
import { topUpAddress } from '../../src/payouts/own-address.ts';
import { senderWorker } from '../../src/payouts/sender.ts';
import { signPlan } from '../../src/payouts/sign/sign-plan.ts';
import { readPlan, type StoredPlan } from '../../src/payouts/transfer.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { ourAddresses } from '../chains/simulated/simulation-on.ts';
import { Crash, type CrashPlan } from '../flows/interrupted-database.ts';
import { describeWithLitecoind, type Litecoind } from '../support/litecoind.ts';
import type { World } from '../support/world.ts';
import { type LitecoindWorld, openLitecoindWorld } from './litecoind-world.ts';
import { type Mortal, mortalByCall } from './mortal.ts';

describeWithLitecoind('sending over litecoind', () => {
  let fixture: LitecoindWorld;
  let node: Litecoind;
  let world: World;
  let coinWallet: CoinWallet;

  beforeAll(async () => {
    fixture = await openLitecoindWorld({ acceptsReplacements: true });
    ({ node, world, coinWallet } = fixture);
  });
  afterAll(() => fixture.close());

  const settle = () => fixture.settle();
  const withdraw = (address: string, amount: string) => fixture.withdraw(address, amount);
  const stored = (id: string) => fixture.stored(id);
  const receivedBy = (address: string) => fixture.receivedBy(address);

  test.each(['bech32', 'p2sh-segwit', 'legacy'] as const)(
    'a withdrawal to an address of type %s arrives',
    async (type) => {
      const address = await node.address(type);
      const canonical = defined(
        coinWallet.coin.parseAddress(address, 'regtest'),
        'the coin knows it',
      ).address;
      const id = await withdraw(canonical, '0.25');
      await settle();
      expect(await stored(id)).toMatchObject({ status: 'sent', said: null });
      await node.mine(1);
      await settle();
      expect(await stored(id)).toMatchObject({ status: 'completed' });
      expect(await receivedBy(address)).toBe(0.25);
    },
  );

  test('coins mined to our address enter the wallet when they can be spent, not before', async () => {
    const { app } = world;
    const { address } = await topUpAddress(app, { coin: 'LTC', model: 'outputs' });
    await node.rpc('generatetoaddress', 1, address);
    const inWallet = async () => {
      await settle();
      const rows = await app.db.query<{ amount: bigint }>(
        `select amount from wallet_outputs where coin = 'LTC' and address = $1 and status = 'unspent'`,
        [address],
      );
      return rows.length;
    };
    await node.mine(98);
    expect(await inWallet()).toBe(0);
    const [{ confirmations_required: required } = { confirmations_required: 0 }] =
      await app.db.query<{ confirmations_required: number }>(
        `select confirmations_required from deposits where coin = 'LTC' and address = $1`,
        [address],
      );
    expect(required).toBe(100);
    await node.mine(1);
    expect(await inWallet()).toBe(1);
    // More than the rest of the wallet: it has to spend the mined coins.
    const to = await node.address();
    const id = await withdraw(to, '7');
    await settle();
    expect(await stored(id)).toMatchObject({ status: 'sent', said: null });
    await node.mine(1);
    await settle();
    expect(await receivedBy(to)).toBe(7);
  });

  test('signing a plan twice produces the same bytes', async () => {
    const rows = await world.app.db.query<{ raw: string; txid: string }>(
      `select raw, txid from transfers where raw is not null order by id limit 1`,
    );
    const first = defined(rows[0], 'a transfer was signed');
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
    const transfer = defined(row, 'a transfer');
    return signPlan(app, coinWallet, { plan: readPlan(transfer.plan), pays: transfer });
  }

  test('a lost mempool is refilled with the same transaction', async () => {
    // Signed with keys that the node lacks, as its own wallet would broadcast the transaction again.
    const address = ourAddresses(coinWallet.coin, 'regtest')(7);
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

  test('a reorganization leaves one payment, completed once', async () => {
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

  test('one payment, whichever call to the node or the signer fails last', async () => {
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; ; at++) {
        expect(at).toBeLessThan(100);
        if (!(await dieAt({ at, when }))) break;
      }
    }
    expect(await auditLedger(world.app.db)).toEqual([]);
  }, 180_000);

  async function dieAt(plan: CrashPlan): Promise<boolean> {
    const address = await node.address();
    const id = await withdraw(address, '0.01');
    const mortal = mortalByCall(world.app, coinWallet, plan);
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
      await runDueWork(mortal.app, [senderWorker(mortal.coinWallet)]);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }
});
