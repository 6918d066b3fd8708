// Guarantees of the dry run of withdrawals: all problems of all rows in one response, as if the rows before had been
// created, and nothing is stored. And of positions: held and outgoing amounts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '../../src/contract/operator/operation.ts';
import { perform } from '../../src/operator/perform.ts';
import type { withdrawalsOperations } from '../../src/operator/withdrawals/contract.ts';
import { BTC_ADDRESS, publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const ACTOR = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'], sends: false });
  merchant = await world.merchant();
  await credit(world, merchant, { BTC: '1', EUR: '1000' });
  const big = { name: 'big', when: { amountAbove: '5000' }, do: { hold: 2 } };
  await publishPolicy(world, merchant, big);
});
afterAll(() => world.close());

type DryRunResult = OutputOf<(typeof withdrawalsOperations)['withdrawals.dry-run']>;

function dryRun(withdrawals: unknown): Promise<DryRunResult> {
  const values = { project: merchant.project.id, withdrawals: JSON.stringify(withdrawals) };
  return perform(world.assembled.app as never, 'withdrawals.dry-run', { actor: ACTOR, values });
}

const row = (amount: string, changes: object = {}) => ({
  address: BTC_ADDRESS,
  received_currency: 'BTC',
  charged_currency: 'BTC',
  amount,
  amount_currency: 'BTC',
  ...changes,
});

test('each row gets its policy decision or all its errors; totals include the valid rows', async () => {
  const { rows, charged } = await dryRun([
    row('0.01', { custom_id: 'one' }),
    row('0.5', { custom_id: 'two' }),
    row('0.6', { custom_id: 'three' }),
    row('0.01', { custom_id: 'one' }),
    row('-1', { address: 'nowhere', network_fee_level: 'soon' }),
  ]);
  expect(rows.map(({ decision }) => decision && [decision.outcome, decision.approvals])).toEqual([
    ['allow', 0],
    ['hold', 2],
    null,
    null,
    null,
  ]);
  expect(rows.map(({ problems }) => problems.map(({ target }) => target).sort())).toEqual([
    [],
    [],
    ['charged_amount', 'received_amount'],
    ['custom_id'],
    ['address', 'amount', 'network_fee_level'],
  ]);
  expect(charged).toEqual([{ currency: 'BTC', amount: expect.stringMatching(/^0\.51/) }]);
  const made = await world.app.db.query('select 1 from coin_withdrawals');
  expect(made).toEqual([]);
});

test('input that is not a list of requests is rejected', async () => {
  await expect(dryRun({})).rejects.toMatchObject({ details: [{ target: 'withdrawals' }] });
});

test('balances show held and outgoing amounts', async () => {
  await requestWithdrawal(merchant, '100');
  await requestWithdrawal(merchant, '50', { force_commit: false });
  const values = { project: merchant.project.id };
  const rows = await perform(world.assembled.app as never, 'accounts.list', {
    actor: ACTOR,
    values,
  });
  const of = (code: string) => rows.find(({ currency }) => currency === code);
  expect(of('EUR')).toMatchObject({ held: expect.stringMatching(/^5\d\./), arriving: '0.0' });
  expect(of('BTC')).toMatchObject({ leaving: expect.stringMatching(/^0\.00\d+$/) });
});
