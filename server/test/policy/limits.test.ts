// Guarantees of limits: parallel requests can't exceed one, withdrawals that can still be paid count, others do not,
// and a rejection names the limit and leaves only its log entry.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { readPolicyJournal } from '../../src/policy/policy-journal.ts';
import { setPolicy } from '../../src/policy/store-policies.ts';
import { createApiKey, permissions } from '../../src/projects/api-keys.ts';
import { credit } from '../support/funds.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import {
  availableIn,
  BTC_ADDRESS,
  publishPolicy,
  refusal,
  requestWithdrawal,
  storedRow,
} from './support.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { sends: false });
});
afterAll(() => world.close());

async function funded(eur = '100000', settings = {}): Promise<Merchant> {
  const merchant = await world.merchant(settings);
  await credit(world, merchant, { EUR: eur });
  return merchant;
}

const dayLimit = (amount: string, changes: object = {}) => ({
  name: 'day limit',
  when: { sumAbove: { amount, hours: 24, ...changes } },
  do: 'refuse',
});

test('200 parallel withdrawals against a limit that covers 7: exactly 7 pass', async () => {
  const merchant = await funded();
  // The value is rounded up to a cent, so that each counts 10.00 or 10.01 EUR and never less.
  await publishPolicy(world, merchant, dayLimit('70.10'));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, (_, n) =>
      requestWithdrawal(merchant, '10', { force_commit: n % 2 === 0 }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
});

test('a rejection by a limit names the requested amount and the rule, and holds no money', async () => {
  const merchant = await funded();
  await publishPolicy(world, merchant, dayLimit('100'));
  const refused = await refusal(requestWithdrawal(merchant, '200', { custom_id: 'order-1' }));
  expect(refused).toMatchObject({ status: 422, code: 'invalid' });
  expect(refused.details).toEqual([
    {
      code: 'limit_exceeded',
      target: 'charged_amount_to_send',
      message: 'is over the limit of the rule: day limit',
      args: { rule: 'day limit' },
    },
  ]);
  expect(await availableIn(merchant, 'EUR')).toBe('100000.0');
  expect((await merchant.api.coinWithdrawals.list()).data).toEqual([]);
  const [entry] = await readPolicyJournal(world.app.db, merchant.project.id, null);
  expect(entry).toMatchObject({
    step: 'refused_by_rule',
    facts: {
      decision: { outcome: 'refuse', rule: 'day limit', version: 1 },
      coin: 'BTC',
      address: BTC_ADDRESS,
      value_currency: 'EUR',
      custom_id: 'order-1',
      api_key: merchant.key.key,
    },
  });
  // The reference is free.
  expect((await requestWithdrawal(merchant, '50', { custom_id: 'order-1' })).status).toBe(
    'pending',
  );
});

test('uncommitted withdrawals and those outside the window no longer count', async () => {
  const merchant = await funded();
  await publishPolicy(world, merchant, dayLimit('100'));
  await requestWithdrawal(merchant, '90', { force_commit: false });
  expect((await refusal(requestWithdrawal(merchant, '20'))).details[0]?.code).toBe(
    'limit_exceeded',
  );
  await world.advance(MINUTE);
  await requestWithdrawal(merchant, '90');
  await world.advance(24 * HOUR - MINUTE);
  expect((await refusal(requestWithdrawal(merchant, '20'))).details[0]?.code).toBe(
    'limit_exceeded',
  );
  await world.advance(MINUTE);
  await requestWithdrawal(merchant, '90');
});

test('withdrawals on hold count, because they can still be paid', async () => {
  const merchant = await funded();
  const held = { name: 'held', when: { amountAbove: '60' }, do: { hold: 0 } };
  await publishPolicy(world, merchant, dayLimit('100'), held);
  expect((await requestWithdrawal(merchant, '80')).status).toBe('on_hold');
  expect((await refusal(requestWithdrawal(merchant, '30'))).details[0]?.code).toBe(
    'limit_exceeded',
  );
});

test('the limit of a key counts only requests of that key', async () => {
  const merchant = await funded();
  const other = await createApiKey(world.app, merchant.project.id, {
    name: 'other',
    apiVersion: 2,
    permissions,
    ipAllowList: [],
  });
  const when = { key: [merchant.key.key], sumAbove: { amount: '100', hours: 24, per: 'key' } };
  await publishPolicy(world, merchant, { name: 'shop key', when, do: 'refuse' });
  const body = {
    address: BTC_ADDRESS,
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount_to_send: '90',
    force_commit: true,
  };
  const requested = async (key: { key: string; secret: string }) => {
    const target = '/api/coin_withdrawals';
    return (await signedCall(world.url, key, { method: 'POST', target, body })).status;
  };
  expect([await requested(other), await requested(other), await requested(merchant.key)]).toEqual([
    201, 201, 201,
  ]);
  expect([await requested(merchant.key), await requested(other)]).toEqual([422, 201]);
});

test('limits per customer and per destination count separately', async () => {
  const merchant = await funded();
  await publishPolicy(
    world,
    merchant,
    { ...dayLimit('100', { per: 'customer' }), name: 'customer' },
    {
      name: 'place',
      when: { countAbove: { count: 2, hours: 1, per: 'destination' } },
      do: 'refuse',
    },
  );
  await requestWithdrawal(merchant, '90', { customer_id: 'a' });
  await requestWithdrawal(merchant, '90', { customer_id: 'b' });
  const third = await refusal(requestWithdrawal(merchant, '10', { customer_id: 'c' }));
  expect(third.details[0]?.args).toEqual({ rule: 'place' });
  const again = { customer_id: 'a', address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' };
  expect((await refusal(requestWithdrawal(merchant, '20', again))).details[0]?.args).toEqual({
    rule: 'customer',
  });
});

test('a limit in another currency applies too, and survives a change of the currency', async () => {
  const merchant = await funded();
  await publishPolicy(world, merchant, dayLimit('1000'));
  await requestWithdrawal(merchant, '90');
  const rules = [dayLimit('150'), { name: 'rest', do: 'allow' }];
  const document = JSON.stringify({ currency: 'USD', rules });
  expect(
    await setPolicy(world.app, merchant.project.id, { document, note: null, mayLoosen: true }),
  ).toBe(2);
  // 90 EUR are more than 95 USD at the sandbox's rates, and 50 EUR more than 52.
  expect((await refusal(requestWithdrawal(merchant, '50'))).details[0]?.code).toBe(
    'limit_exceeded',
  );
  expect((await requestWithdrawal(merchant, '10')).status).toBe('pending');
});

test('the decision, its rule and version, and the value are stored with the withdrawal', async () => {
  const merchant = await funded();
  await publishPolicy(world, merchant);
  await publishPolicy(world, merchant, {
    name: 'big',
    when: { amountAbove: '50' },
    do: { hold: 2 },
  });
  const { id } = await requestWithdrawal(merchant, '60');
  expect(await storedRow(world, merchant, id)).toMatchObject({
    decision: { outcome: 'hold', rule: 'big', version: 2, approvals: 2 },
    hold: { code: 'rule', rule: 'big' },
    value_currency: 'EUR',
    api_key: merchant.key.key,
  });
  const { value } = await storedRow(world, merchant, id);
  expect(value).toBeGreaterThanOrEqual(6000n);
  expect(value).toBeLessThanOrEqual(6001n);
});

test('without a policy the setting withdrawalMaxEur applies as before', async () => {
  const merchant = await funded('1000', { withdrawalMaxEur: '100' });
  expect((await requestWithdrawal(merchant, '50')).status).toBe('pending');
  const { id, status } = await requestWithdrawal(merchant, '200');
  expect(status).toBe('on_hold');
  const row = await storedRow(world, merchant, id);
  expect(row.decision).toMatchObject({ rule: 'withdrawalMaxEur', version: 0, approvals: 0 });
});

test('a two-step withdrawal is held at its commit, and another project is not affected', async () => {
  const merchant = await funded();
  await publishPolicy(world, merchant, {
    name: 'big',
    when: { amountAbove: '50' },
    do: { hold: 1 },
  });
  const { id, status } = await requestWithdrawal(merchant, '60', { force_commit: false });
  expect(status).toBe('new');
  expect((await merchant.api.coinWithdrawals.commit(id)).status).toBe('on_hold');
  expect((await requestWithdrawal(await funded(), '60')).status).toBe('pending');
});

test('an unreadable policy allows nothing, and does not affect other projects', async () => {
  const merchant = await funded();
  await world.app.db.query(
    `insert into policies (project_id, version, document, created_at) values ($1, 1, '{"rules": 1}', now())`,
    [merchant.project.id],
  );
  expect(await refusal(requestWithdrawal(merchant, '10'))).toMatchObject({
    status: 500,
    code: 'internal_error',
  });
  expect((await requestWithdrawal(await funded(), '10')).status).toBe('pending');
});
