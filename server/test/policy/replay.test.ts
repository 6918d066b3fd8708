// Guarantee of a replay: for recent requests it reports exactly what another policy would have decided, with its own
// limits and what was known then, and changes nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { readPolicy } from '../../src/policy/read-policy.ts';
import { type Replay, replay } from '../../src/policy/replay.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { publishPolicy, refusal, requestWithdrawal } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC'] });
  await fillWallet(world, 'BTC', Array(10).fill('1'));
});
afterAll(() => world.close());

async function funded(): Promise<Merchant> {
  const merchant = await world.merchant();
  await credit(world, merchant, { EUR: '10000' });
  return merchant;
}

function replayOf(
  merchant: Merchant,
  rules: object[],
  currency = 'EUR',
  days = 30,
): Promise<Replay> {
  const last = { name: 'rest', do: 'allow' };
  const document = JSON.stringify({ currency, rules: [...rules, last] });
  const policy = readPolicy(world.app, document, 0);
  return replay(world.app, merchant.project.id, { policy, days });
}

test('the current policy replays its own decisions, including rejections', async () => {
  const merchant = await funded();
  const rules = [
    { name: 'two an hour', when: { countAbove: { count: 2, hours: 1 } }, do: 'refuse' },
    { name: 'big', when: { amountAbove: '100' }, do: { hold: 1 } },
  ];
  await publishPolicy(world, merchant, ...rules);
  await requestWithdrawal(merchant, '50');
  await requestWithdrawal(merchant, '200');
  await refusal(requestWithdrawal(merchant, '60'));
  await requestWithdrawal(merchant, '70', { force_commit: false }).catch(() => null);
  await world.advance(HOUR);
  await requestWithdrawal(merchant, '80');
  const result = await replayOf(merchant, rules);
  expect(result).toEqual({
    attempts: 5,
    differing: 0,
    differences: [],
    counts: { allow: 2, hold: 1, refuse: 2 },
  });
});

test('a stricter limit rejects allowed withdrawals, which then fill none of its windows', async () => {
  const merchant = await funded();
  for (const amount of ['60', '50', '20']) await requestWithdrawal(merchant, amount);
  const when = { sumAbove: { amount: '100', hours: 24 } };
  const { counts, differences } = await replayOf(merchant, [{ name: 'day', when, do: 'refuse' }]);
  expect(counts).toEqual({ allow: 2, hold: 0, refuse: 1 });
  expect(differences).toMatchObject([
    { was: { outcome: 'allow' }, would: { outcome: 'refuse', rule: 'day' } },
  ]);
  // 60 and 20 EUR are less than 100 dollars, 60 and 50 more.
  const dollars = await replayOf(merchant, [{ name: 'day', when, do: 'refuse' }], 'USD');
  expect(dollars.differences.map(({ id }) => id)).toEqual(differences.map(({ id }) => id));
});

test('a looser limit allows rejected withdrawals', async () => {
  const merchant = await funded();
  await publishPolicy(world, merchant, {
    name: 'small',
    when: { amountAbove: '20' },
    do: 'refuse',
  });
  await refusal(requestWithdrawal(merchant, '50', { customer_id: 'c' }));
  const { differences } = await replayOf(merchant, []);
  expect(differences).toMatchObject([
    { was: { outcome: 'refuse', rule: 'small' }, would: { outcome: 'allow', rule: 'rest' } },
  ]);
});

test('destinations are as known as they were then', async () => {
  const merchant = await funded();
  await requestWithdrawal(merchant, '50');
  await world.settle();
  await world.mine('BTC');
  await world.advance(HOUR);
  await requestWithdrawal(merchant, '50');
  await world.advance(DAY);
  await requestWithdrawal(merchant, '50');
  const rule = { name: 'new', when: { destinationNewerThanHours: 24 }, do: { hold: 1 } };
  const { differences } = await replayOf(merchant, [rule]);
  expect(differences.map(({ would }) => would.outcome)).toEqual(['hold', 'hold']);
});

test('withdrawals before the first day fill its windows, and are not reported', async () => {
  const merchant = await funded();
  await requestWithdrawal(merchant, '90');
  await world.advance(DAY + HOUR);
  await requestWithdrawal(merchant, '20');
  const when = { sumAbove: { amount: '100', hours: 48 } };
  const rules = [{ name: 'two days', when, do: 'refuse' }];
  const lately = await replayOf(merchant, rules, 'EUR', 1);
  expect(lately).toMatchObject({ attempts: 1, differing: 1 });
  const shorter = { sumAbove: { amount: '100', hours: 24 } };
  const alone = await replayOf(merchant, [{ ...rules[0], when: shorter }], 'EUR', 1);
  expect(alone.differing).toBe(0);
});

test('many withdrawals are replayed page by page, each once', async () => {
  const merchant = await funded();
  await requestWithdrawal(merchant, '10');
  await world.app.db.query(
    `insert into coin_withdrawals
     select (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid()))).*
     from coin_withdrawals w, generate_series(1, 2500) where w.project_id = $1`,
    [merchant.project.id],
  );
  const { attempts } = await replayOf(merchant, []);
  await world.database.owner.query(
    `delete from coin_withdrawals w where project_id = $1 and not exists
       (select 1 from ledger_postings p where p.project_id = $1 and p.reference_id = w.id)`,
    [merchant.project.id],
  );
  expect(attempts).toBe(2501);
});
