// A merchant cancels their own withdrawal: while no transaction of it can be in the chain, and while the database is
// known to have every sent transaction. Any other cancellation is rejected with a code for the reason, and changes
// nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { doubt } from '../../src/chains/comparison.ts';
import { defined } from '../../src/core/assert.ts';
import { sleep } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { systemRandom } from '../../src/core/random.ts';
import { highWaterMark, raiseHighWaterMarkWith } from '../../src/db/high-water-mark.ts';
import { queryNetwork } from '../../src/payouts/plan/query-network.ts';
import { verifiedRound } from '../../src/payouts/recover/verified-round.ts';
import { createApiKey } from '../../src/projects/api-keys.ts';
import { balanceOf } from '../flows/support.ts';
import { inPlace } from '../support/database.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

/** From the BIP-173 examples, on the test network. */
const ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'ETH'] });
  await fillWallet(world, 'BTC', ['1', '1', '1']);
  merchant = await world.merchant({ withdrawalMaxEur: '400' });
  await credit(world, merchant, { EUR: '2000' });
});
afterAll(() => world.close());

function withdraw(amount: string, isForced = true) {
  return merchant.api.coinWithdrawals.create({
    address: ADDRESS,
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: amount,
    force_commit: isForced,
  });
}
const cancel = (id: string) => merchant.api.coinWithdrawals.cancel(id);
const refusal = (code: string, status = 409) => expect.objectContaining({ code, status });

test.each([
  ['pending', '60'],
  ['on_hold', '500'],
])(
  'a withdrawal that is %s is canceled: the account is credited in full, and the merchant notified',
  async (status, amount) => {
    const before = await balanceOf(merchant, 'EUR');
    const { id } = await withdraw(amount);
    expect(await merchant.api.coinWithdrawals.get(id)).toMatchObject({
      status,
      status_context: null,
    });
    expect(await cancel(id)).toMatchObject({
      id,
      status: 'cancelled',
      status_context: null,
      txid: null,
    });
    expect(await balanceOf(merchant, 'EUR')).toBe(before);
    await expect(cancel(id)).rejects.toEqual(refusal('already_cancelled'));
    await world.settle();
    expect(merchant.callbacks.at(-1)).toMatchObject({
      type: 'CoinWithdrawal',
      event: 'status_changed',
      data: { id, status: 'cancelled', status_context: null },
    });
    const journal = await world.app.db.query(
      `select step, facts ->> 'cancel_code' as cancel_code from policy_journal
       where withdrawal_id = $1 and step = 'refused'`,
      [id],
    );
    expect(journal).toEqual(
      status === 'on_hold' ? [{ step: 'refused', cancel_code: 'requested_by_merchant' }] : [],
    );
  },
);

test('sent, uncommitted and foreign withdrawals are rejected', async () => {
  const { id } = await withdraw('60');
  await world.settle();
  expect(await merchant.api.coinWithdrawals.get(id)).toMatchObject({ status: 'sent' });
  await expect(cancel(id)).rejects.toEqual(refusal('already_sent'));
  const uncommitted = await withdraw('60', false);
  await expect(cancel(uncommitted.id)).rejects.toEqual(refusal('not_committed'));
  const other = await world.merchant();
  await expect(other.api.coinWithdrawals.cancel(id)).rejects.toEqual(refusal('not_found', 404));
  await world.mine('BTC');
  await world.settle();
  expect(await merchant.api.coinWithdrawals.get(id)).toMatchObject({ status: 'completed' });
  await expect(cancel(id)).rejects.toEqual(refusal('already_sent'));
});

test('of two concurrent cancellations one credits the money back, and the other gets an error', async () => {
  const before = await balanceOf(merchant, 'EUR');
  const { id } = await withdraw('60');
  const answers = await Promise.allSettled([cancel(id), cancel(id)]);
  expect(answers).toContainEqual({ status: 'fulfilled', value: expect.anything() });
  expect(answers).toContainEqual({ status: 'rejected', reason: refusal('already_cancelled') });
  expect(await balanceOf(merchant, 'EUR')).toBe(before);
});

test('a withdrawal cancelled during the recipient check leaves no alert and one notification', async () => {
  await world.settle();
  const coinWallet = defined(world.assembled.coinWallets.get('ETH'), 'a treasury');
  const { id } = await merchant.api.coinWithdrawals.create({
    address: '0x52908400098527886e0f7030069857d2e4169ee7',
    charged_currency: 'EUR',
    received_currency: 'ETH',
    charged_amount: '60',
    force_commit: true,
  });
  await queryNetwork(world.app, {
    ...coinWallet,
    network: {
      ...coinWallet.network,
      async refusalOf() {
        await cancel(id);
        return { message: 'a contract that takes nothing' };
      },
    },
  });
  await world.settle();
  const reported = merchant.callbacks.filter((callback) => callback.data.id === id);
  expect(reported.map(({ event }) => event)).toEqual(['created', 'status_changed']);
  const alerts = await world.app.db.query(
    `select 1 from alerts where kind = 'recipient_rejects_payment' and resolved_at is null`,
  );
  expect(alerts).toEqual([]);
});

test("a key without payout permission can't cancel", async () => {
  const { id } = await withdraw('60');
  const key = await createApiKey(world.app, merchant.project.id, {
    name: 'reader',
    apiVersion: 1,
    ipAllowList: [],
    permissions: ['read', 'write'],
  });
  const target = `/api/coin_withdrawals/${id}/cancel`;
  const answer = await signedCall(world.url, key, { method: 'POST', target });
  expect(answer.status).toBe(403);
  await cancel(id);
});

/** The service checks for a replaced database every second; here every 50 ms. */
async function verified(): Promise<number> {
  let isOver = false;
  const round = verifiedRound(world.app, 'BTC', 600).finally(() => {
    isOver = true;
  });
  const outcome = round.then(
    () => null,
    () => null,
  );
  while (!isOver) {
    await world.app.reactions.databaseDoubted(world.app);
    await sleep(50);
  }
  await outcome;
  return round;
}

test('a command relies on a running service that has compared the chain in this very database', async () => {
  await world.settle();
  expect(await verified()).toBe(world.app.comparison.round);
  // A mark that does not advance belongs to a process that is gone.
  await expect(verifiedRound(world.app, 'BTC', 600)).rejects.toMatchObject({ status: 503 });
  doubt(world.app.comparison);
  await expect(verified()).rejects.toMatchObject({ status: 503 });
  world.app.comparison.doubtedAt = null;
  await world.settle();
});

/** Another process on this database that has compared the chain. */
function anotherProcess(): App {
  const { comparison } = world.app;
  return {
    ...world.app,
    highWaterMark: highWaterMark(newId(world.clock, systemRandom)),
    comparison: { ...comparison, outlooks: new Map(comparison.outlooks) },
  };
}

/** Runs its database worker every 50 ms instead of every second. */
const checkDatabase = (other: App) => other.reactions.databaseDoubted(other);

async function besideAnother<T>(
  other: App,
  { raise, work }: { raise: (other: App) => Promise<unknown>; work: () => Promise<T> },
) {
  await checkDatabase(other);
  await checkDatabase(other);
  let isOver = false;
  const outcome = work().finally(() => {
    isOver = true;
  });
  outcome.catch(() => undefined);
  while (!isOver) {
    await raise(other);
    await sleep(50);
  }
  return outcome;
}

test('a process that does not compare the chain relies on one that does', async () => {
  const { id } = await withdraw('60');
  const other = anotherProcess();
  // As with CHAINTILL_ROLE=api.
  doubt(world.app.comparison);
  await expect(cancel(id)).rejects.toEqual(refusal('service_unavailable', 503));
  const cancelled = besideAnother(other, { raise: checkDatabase, work: () => cancel(id) });
  expect(await cancelled).toMatchObject({ status: 'cancelled' });
  world.app.comparison.doubtedAt = null;
  await world.settle();
});

test('a mark that advances only with signatures proves no comparison', async () => {
  const raise = ({ db, highWaterMark }: App) =>
    db.transaction((tx) => raiseHighWaterMarkWith(tx, highWaterMark));
  const work = () => verifiedRound(world.app, 'BTC', 600);
  const outcome = besideAnother(anotherProcess(), { raise, work });
  await expect(outcome).rejects.toMatchObject({ status: 503 });
});

test('after a broken connection nothing is credited back before the chain was compared', async () => {
  const { id } = await withdraw('60');
  const rounds = world.app.comparison.round;
  await inPlace(world.database).cutConnections();
  await world.settle().catch(() => undefined);
  expect(world.app.comparison.round).toBeGreaterThan(rounds);
  const before = await balanceOf(merchant, 'EUR');
  await expect(cancel(id)).rejects.toEqual(refusal('service_unavailable', 503));
  expect(await balanceOf(merchant, 'EUR')).toBe(before);
  // Ten seconds later, what was on its way to a node has arrived.
  world.app.comparison.doubtedAt = defined(world.app.comparison.doubtedAt, 'a doubt') - 10_000;
  await world.settle();
  // The sender had it first.
  expect(await merchant.api.coinWithdrawals.get(id)).toMatchObject({ status: 'sent' });
  const next = await withdraw('60');
  expect(await cancel(next.id)).toMatchObject({ status: 'cancelled' });
});
