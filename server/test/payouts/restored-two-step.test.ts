// A restored backup from before a withdrawal's creation, or from between its creation and commit. Payments made since
// are not paid again, whatever the merchant repeats.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { HOUR } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { amountOf } from '../../src/core/money.ts';
import { beginQuarantine, findQuarantine } from '../../src/payouts/quarantine.ts';
import { endQuarantine } from '../../src/payouts/recover/end-quarantine.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { createWithdrawal } from '../../src/withdrawals/create.ts';
import { releaseWithdrawal } from '../../src/withdrawals/follow.ts';
import { commitWithdrawal } from '../../src/withdrawals/take-step.ts';
import { sampleCases } from '../support/crash-stride.ts';
import { createRestoredInstance, type RestoredInstance } from './restored-instance.ts';

const COINS = ['BTC', 'ETH', 'XRP'];

let instance: RestoredInstance;
beforeEach(async () => {
  instance = await createRestoredInstance();
});
afterEach(() => instance.close());

/** The wallet and the merchant have money. */
async function fund(code: string): Promise<void> {
  await instance.fund(code, ['900', '900', '900']);
  const amount = amountOf('1000', instance.coinWallet(code).coin);
  const facts = { projectId: instance.project.id, currency: code, amount };
  await adjustAccount(instance.app, { ...facts, reason: 'test' });
}

const NOTHING = {
  network: undefined,
  customer_id: undefined,
  force_commit: undefined,
  network_fee_level: undefined,
  charged_amount: undefined,
  charged_amount_to_send: undefined,
  amount: undefined,
  amount_currency: undefined,
  amount_includes_processing_fee: undefined,
  amount_includes_network_fee: undefined,
  price_change_max_percent: undefined,
  travel_rule_compliant: undefined,
  beneficiary: undefined,
};

const caller = () => ({
  project: instance.project,
  objectId: newId(instance.clock, instance.app.random),
  apiKey: 'key',
  apiVersion: 1 as const,
});

const AMOUNTS: Readonly<Record<string, string>> = { BTC: '0.3', ETH: '0.3', XRP: '100' };

function create(coin: string, requested: { customId: string; address: string }) {
  return createWithdrawal(instance.app, caller(), {
    ...NOTHING,
    address: coin === 'XRP' ? `${requested.address}?dt=7` : requested.address,
    charged_currency: coin,
    received_currency: coin,
    received_amount: AMOUNTS[coin],
    custom_id: requested.customId,
  });
}

async function stored(id: string) {
  const rows = await instance.app.db.query<{ status: string; txid: string; hold: object }>(
    'select status, txid, hold from coin_withdrawals where id = $1',
    [id],
  );
  return defined(rows[0], 'a withdrawal');
}

const end = (coin: string, isAccepted: boolean) =>
  endQuarantine(instance.app, instance.coinWallet(coin), { isAccepted });

test.each([
  ...COINS.map((coin) => [coin, true] as const),
  ...sampleCases(COINS, 0).map((coin) => [coin, false] as const),
])(
  'a two-step %s withdrawal that was committed and paid after the backup is not paid again (documentation followed: %s)',
  async (coin, isFollowed) => {
    await fund(coin);
    const address = foreignAddress(instance.coinWallet(coin).coin, 'two steps', 1);
    const { id } = await create(coin, { customId: 'payroll 7', address });
    await instance.backUp();
    await commitWithdrawal(instance.app, caller(), id);
    await instance.settle();
    await instance.goOn(coin);
    const { txid, status } = await stored(id);
    expect(status).toBe('completed');
    await instance.restore();
    if (isFollowed)
      await instance.app.db.transaction((tx) =>
        beginQuarantine(tx, { coin, reason: 'restored the backup' }),
      );
    instance.clock.advance(HOUR);
    await instance.goOn(coin);
    expect(await findQuarantine(instance.app.db, coin)).not.toBeNull();
    // The commit window has passed, but nothing is released and no new request accepted.
    expect(await stored(id)).toMatchObject({ status: 'new' });
    await expect(create(coin, { customId: 'payroll 7', address })).rejects.toMatchObject({
      code: 'duplicate_custom_id',
    });
    await expect(create(coin, { customId: 'payroll 8', address })).rejects.toMatchObject({
      status: 503,
    });
    await expect(end(coin, false)).rejects.toThrow(/unknown spends/);
    await end(coin, true);
    expect(await stored(id)).toMatchObject({ status: 'completed', txid });
    await expect(create(coin, { customId: 'payroll 7', address })).rejects.toMatchObject({
      code: 'duplicate_custom_id',
    });
    await instance.goOn(coin);
    expect(await instance.paidTo(coin, address)).toBe(1);
  },
);

test.each(sampleCases(COINS, 1))(
  'a %s withdrawal that is missing in the backup and requested again waits for a person',
  async (coin) => {
    await fund(coin);
    await instance.backUp();
    const address = foreignAddress(instance.coinWallet(coin).coin, 'two steps', 2);
    const lost = await create(coin, { customId: 'payroll 9', address });
    await commitWithdrawal(instance.app, caller(), lost.id);
    await instance.settle();
    await instance.goOn(coin);
    expect(await instance.paidTo(coin, address)).toBe(1);
    await instance.restore();
    await instance.goOn(coin);
    expect(await findQuarantine(instance.app.db, coin)).not.toBeNull();
    await end(coin, true);
    const again = await create(coin, { customId: 'payroll 9', address });
    await commitWithdrawal(instance.app, caller(), again.id);
    await instance.goOn(coin);
    expect(await stored(again.id)).toMatchObject({
      status: 'on_hold',
      hold: { code: 'possibly_paid', txid: expect.any(String) },
    });
    expect(await instance.paidTo(coin, address)).toBe(1);
    const other = foreignAddress(instance.coinWallet(coin).coin, 'two steps', 3);
    const next = await create(coin, { customId: 'payroll 10', address: other });
    await commitWithdrawal(instance.app, caller(), next.id);
    await instance.goOn(coin);
    expect(await stored(next.id)).toMatchObject({ status: 'completed' });
  },
);

/** Requested again after the list was accepted: neither sent nor lost. */
async function expectHeld(coin: string, requested: { customId: string; address: string }) {
  const again = await create(coin, requested);
  await commitWithdrawal(instance.app, caller(), again.id);
  await instance.goOn(coin);
  expect(await stored(again.id)).toMatchObject({
    status: 'on_hold',
    hold: { code: 'possibly_paid', txid: expect.any(String) },
  });
  expect(await instance.paidTo(coin, requested.address)).toBe(1);
}

test.each(sampleCases(COINS, 2))(
  'a %s withdrawal that expired before the backup, was requested again and paid after it, waits for a person',
  async (coin) => {
    await fund(coin);
    const address = foreignAddress(instance.coinWallet(coin).coin, 'two steps', 5);
    const requested = { customId: 'payroll 11', address };
    const { id } = await create(coin, requested);
    instance.clock.advance(HOUR);
    await instance.goOn(coin);
    expect(await stored(id)).toMatchObject({ status: 'cancelled' });
    await instance.backUp();
    const lost = await create(coin, requested);
    await commitWithdrawal(instance.app, caller(), lost.id);
    await instance.goOn(coin);
    expect(await instance.paidTo(coin, address)).toBe(1);
    await instance.restore();
    await instance.goOn(coin);
    await end(coin, true);
    expect(await stored(id)).toMatchObject({ status: 'cancelled' });
    await expectHeld(coin, requested);
  },
);

test.each(sampleCases(COINS, 3))(
  'a %s withdrawal that replaced one cancelled after the backup waits for a person when it is repeated',
  async (coin) => {
    await fund(coin);
    const address = foreignAddress(instance.coinWallet(coin).coin, 'two steps', 6);
    const { id } = await create(coin, { customId: 'payroll 12', address });
    await instance.backUp();
    instance.clock.advance(HOUR);
    await instance.goOn(coin);
    const lost = await create(coin, { customId: 'payroll 13', address });
    await commitWithdrawal(instance.app, caller(), lost.id);
    await instance.goOn(coin);
    expect(await instance.paidTo(coin, address)).toBe(1);
    await instance.restore();
    await instance.goOn(coin);
    await end(coin, true);
    // Nothing shows which of the two was paid.
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    await expectHeld(coin, { customId: 'payroll 13', address });
  },
);

test('accepting obeys the policy: a held withdrawal needs approval first', async () => {
  await fund('BTC');
  const address = foreignAddress(instance.coinWallet('BTC').coin, 'two steps', 4);
  const { id } = await create('BTC', { customId: 'large', address });
  await instance.app.db.query(
    `update coin_withdrawals set hold = '{"code": "rule", "rule": "large"}' where id = $1`,
    [id],
  );
  await instance.backUp();
  await commitWithdrawal(instance.app, caller(), id);
  expect(await stored(id)).toMatchObject({ status: 'on_hold' });
  await releaseWithdrawal(instance.app, instance.project, id);
  await instance.settle();
  await instance.goOn('BTC');
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  await instance.restore();
  instance.clock.advance(HOUR);
  await instance.goOn('BTC');
  await expect(end('BTC', true)).rejects.toMatchObject({ code: 'needs_approval' });
  expect(await stored(id)).toMatchObject({ status: 'on_hold', txid: null });
  await releaseWithdrawal(instance.app, instance.project, id);
  await end('BTC', true);
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  await instance.goOn('BTC');
  expect(await instance.paidTo('BTC', address)).toBe(1);
});
