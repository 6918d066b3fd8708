// The usage of limits is reported as the decisions count it, most used first, and only for the current policy.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { createUser } from '../../src/people/users.ts';
import { operatorReader } from '../operator/support.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type World } from '../support/world.ts';
import { publishPolicy, requestWithdrawal } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { sends: false });
});
afterAll(() => world.close());

test('limits by total and by number report their usage by key, and exclude cancelled ones', async () => {
  const merchant = await world.merchant();
  const project = merchant.project.id;
  const read = operatorReader(world);
  expect(await read('policy.windows', { project })).toEqual([]);
  await credit(world, merchant, { EUR: '1000' });
  await publishPolicy(
    world,
    merchant,
    { name: 'day', when: { sumAbove: { amount: '200', hours: 24 } }, do: 'refuse' },
    { name: 'often', when: { countAbove: { count: 2, hours: 24, per: 'customer' } }, do: 'refuse' },
    { name: 'never', when: { countAbove: { count: 0, hours: 1, per: 'coin' } }, do: { hold: 0 } },
  );
  await requestWithdrawal(merchant, '50', { customer_id: 'ada' });
  await requestWithdrawal(merchant, '10', { customer_id: 'ada' });
  await requestWithdrawal(merchant, '20');
  await requestWithdrawal(merchant, '90', { force_commit: false });
  await world.advance(MINUTE);
  const [day, often, never] = await read('policy.windows', { project });
  expect(day).toMatchObject({
    rule: 'day',
    hours: 24,
    per: 'project',
    limit_count: null,
    limit: { amount: '200.0', currency: 'EUR' },
    used: [{ of: '', count: 3, percent: 40 }],
  });
  expect(often).toMatchObject({
    rule: 'often',
    limit: null,
    limit_count: 2,
    used: [
      { of: 'ada', count: 2, percent: 100 },
      { of: '', count: 1, percent: 50 },
    ],
  });
  expect(never?.used).toMatchObject([{ of: 'BTC', count: 3, percent: null }]);
});

test('a person who requests withdrawals appears by name', async () => {
  const merchant = await world.merchant();
  await credit(world, merchant, { EUR: '1000' });
  const perKey = { amount: '100', hours: 24, per: 'key' };
  await publishPolicy(world, merchant, { name: 'each', when: { sumAbove: perKey }, do: 'refuse' });
  const { id } = await requestWithdrawal(merchant, '20');
  const user = await createUser(world.app, { name: 'Ada Klein', email: null, role: null });
  const requested = [id, `user:${user.id}`];
  await world.database.owner.query(
    'update coin_withdrawals set api_key = $2 where id = $1',
    requested,
  );
  await requestWithdrawal(merchant, '10');
  const [each] = await operatorReader(world)('policy.windows', { project: merchant.project.id });
  expect(each?.used.map(({ name }) => name)).toEqual(['Ada Klein', null]);
});

test('of many, the five largest are shown', async () => {
  const merchant = await world.merchant();
  await credit(world, merchant, { EUR: '1000' });
  const perCustomer = { amount: '100', hours: 24, per: 'customer' };
  await publishPolicy(world, merchant, {
    name: 'each',
    when: { sumAbove: perCustomer },
    do: 'refuse',
  });
  for (let n = 1; n <= 7; n++)
    await requestWithdrawal(merchant, `${n * 5}`, { customer_id: `c${n}` });
  const [each] = await operatorReader(world)('policy.windows', { project: merchant.project.id });
  expect(each?.used.map(({ of }) => of)).toEqual(['c7', 'c6', 'c5', 'c4', 'c3']);
});
