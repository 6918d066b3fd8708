// More payments than one selection: the next ones are selected and prepared while the last are stored, and each is
// assessed once and credited once. The wallet adds their outputs afterwards.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import type { Chain } from '../../src/chains/chain.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { payMany } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { watchBursts } from '../../src/core/burst.ts';
import { senderName } from '../../src/withdrawals/withdrawal.ts';
import { otherApp } from '../support/other-app.ts';
import { createWorld, type World } from '../support/world.ts';

const PAYMENTS = 2600;
const CHOSEN = 2000;
const BATCH_SIZE = 500;

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
});
afterAll(() => world.close());

async function payChannel(): Promise<string> {
  const merchant = await world.merchant();
  const { id, address } = await merchant.api.channels.create({
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
    name: 'Wallet',
  });
  const payment = { outputs: [{ address, tag: null, amount: 50_000_000n }] };
  const simulation = world.simulation('LTC');
  await payMany(
    simulation,
    Array.from({ length: PAYMENTS }, () => payment),
  );
  // The depth that this much money requires.
  await mine(simulation, { count: 100 });
  return id;
}

async function inWallet(app: App): Promise<number> {
  const rows = await app.db.query(`select 1 from wallet_outputs where coin = 'LTC'`);
  return rows.length;
}

test('deposits beyond one selection are assessed and credited once each', async () => {
  const channelId = await payChannel();
  const chain = defined(world.app.chains.get('LTC'), 'it is on');
  const requested: string[] = [];
  const noting: Chain = {
    ...chain,
    transactions: (wanted) => {
      requested.push(...wanted.map(({ txid }) => txid));
      return chain.transactions(wanted);
    },
  };
  const app = otherApp(world.app, {
    chains: new Map([...world.app.chains, ['LTC', noting]]),
    // Its clock stands still.
    burst: watchBursts(() => 0),
  });
  const named = (name: string) =>
    defined(
      world.assembled.workers.find((worker) => worker.name === name),
      'it works',
    );
  await world.app.db.query(`update schedules set due_at = '-infinity'`);
  await named('watch-ltc').run(app);

  expect(await named('assess-ltc').run(app)).toBe(CHOSEN);
  // The first batch of the rest is prepared, or about to be; the burst continues.
  await expect.poll(() => requested.length).toBe(CHOSEN + BATCH_SIZE);
  expect(app.burst.batches()).toBe(CHOSEN / BATCH_SIZE);
  await named(senderName('LTC')).run(app);
  expect(await inWallet(app)).toBe(0);
  expect(await named('assess-ltc').run(app)).toBe(PAYMENTS - CHOSEN);
  expect([await named('assess-ltc').run(app), app.burst.batches()]).toEqual([0, 0]);
  await named(senderName('LTC')).run(app);
  expect(await inWallet(app)).toBeGreaterThan(0);
  expect([requested.length, new Set(requested).size]).toEqual([PAYMENTS, PAYMENTS]);

  const rows = await app.db.query(
    `select p.status, count(*)::int as n, count(distinct l.reference_id)::int as credits, count(l.*)::int as postings
     from channel_payments p left join ledger_postings l on l.project_id = p.project_id and l.reference_id = p.id
       and l.purpose = 'credit'
     where p.channel_id = $1 group by p.status`,
    [channelId],
  );
  expect(rows).toEqual([
    { status: 'completed', n: PAYMENTS, credits: PAYMENTS, postings: PAYMENTS },
  ]);
});
