// Guarantees of the operator operations on the command line: every operation has a command, every output matches its
// description, and projects are selected by id or name, or implicitly.
import Ajv from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../../src/cli/program.ts';
import { type OperatorName, operatorOperations } from '../../src/contract/operator/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { perform } from '../../src/operator/perform.ts';
import { BTC_ADDRESS, requestWithdrawal } from '../policy/support.ts';
import type { Merchant, World } from '../support/world.ts';
import { addressFile, openReadsWorld, type ReadsWorld, reads } from './reads-world.ts';
import { runCommand } from './run-command.ts';

let world: World;
let merchant: Merchant;
let given: ReadsWorld['given'];
beforeAll(async () => {
  ({ world, merchant, given } = await openReadsWorld());
});
afterAll(() => world.close());

interface Validator {
  addFormat(name: string, form: RegExp): void;
  compile(schema: object): { (value: unknown): boolean; errors?: unknown };
}
const validator = new (Ajv as unknown as new (options: object) => Validator)({ strict: false });
validator.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
validator.addFormat('decimal', /^-?(0|[1-9]\d*)\.(0|\d*[1-9])$/);
validator.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|\+00:00)$/);

function problemsOf(name: OperatorName, output: unknown): unknown {
  const check = validator.compile(operatorOperations[name].output);
  return check(output) ? null : check.errors;
}

describe('reading', () => {
  test.each(reads)('%s prints JSON that matches its description', async (name) => {
    const words = [...name.split('.'), ...(given[name]?.() ?? []), '--json'];
    const { out, err } = await runCommand(world, ...words);
    expect(err).toBe('');
    expect(problemsOf(name, JSON.parse(out))).toBeNull();
  });
});

const SYSTEM = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;

describe('a project', () => {
  test('is selected by its id, by its name, or implicitly when there is only one', async () => {
    const settings = ['projects', 'settings'];
    for (const words of [[merchant.project.id], ['Corner shop'], []])
      expect(await runCommand(world, ...settings, ...words)).toMatchObject({
        code: 0,
        out: '{}\n',
      });
  });

  test('that is empty, like an unset shell variable, does not select the only one', async () => {
    expect(await runCommand(world, 'projects', 'settings', '')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('project must be filled'),
    });
  });

  test('that is missing is not found, and reported next to other errors', async () => {
    const unknown = perform(world.app as never, 'projects.settings', {
      actor: SYSTEM,
      values: { project: 'Nobody' },
    });
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
    const both = perform(world.app as never, 'projects.set-settings', {
      actor: SYSTEM,
      values: { project: 'Nobody' },
    });
    await expect(both).rejects.toMatchObject({
      details: [{ target: 'project' }, { target: 'settings' }],
    });
  });
});

describe('writing', () => {
  const changes = async (...words: string[]) => {
    const name = words[0] as OperatorName;
    const { out, err, code } = await runCommand(
      world,
      ...name.split('.'),
      ...words.slice(1),
      '--json',
    );
    // Alerts are log lines, which programs don't read.
    const said = err.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
    expect({ code, said }).toEqual({ code: 0, said: [] });
    const output = JSON.parse(out);
    expect(problemsOf(name, output)).toBeNull();
    return output;
  };

  test('the project is omitted before required arguments', async () => {
    const reason = ['--reason', 'goodwill'];
    const { credited } = await changes('accounts.credit', '25.50', 'EUR', ...reason);
    expect(credited).toEqual({ amount: '25.5', currency: 'EUR' });
    await changes('accounts.debit', 'Corner shop', '5.5', 'EUR', ...reason);
    const short = await runCommand(world, 'accounts', 'credit', '1', 'XXX', '--reason', ' ');
    expect(short).toMatchObject({ code: 1, out: '' });
    expect(short.err).toMatch(/currency must be one of[\s\S]*reason must be filled/);
    const precise = await runCommand(world, 'accounts', 'credit', '1.0055', 'EUR', '--reason', ' ');
    expect(precise.err).toMatch(/reason must be filled[\s\S]*amount must have at most 2 decimal/);
  });

  test('secrets are shown once, and what they open can be revoked', async () => {
    const { api_key } = await changes('keys.create', '--permissions', 'read,write');
    await changes('keys.revoke', api_key);
    const shop = await changes('shop-keys.create', 'WooCommerce');
    expect(shop.shop_key).toMatch(/^[0-9a-f]{40}$/);
    await changes('shop-keys.revoke', shop.id);
    const { secret, endpoint_id } = await changes('callbacks.set', 'https://shop.example', '--add');
    expect(secret.callback_secret.length).toBeGreaterThan(10);
    await changes('callbacks.rotate', endpoint_id);
    await changes('callbacks.disable', endpoint_id);
    await changes('policy.approvers.add', 'Ada Byron');
    await changes('policy.approvers.remove', 'Ada Byron');
  });

  test('address lists are stored, and an invalid one is rejected', async () => {
    await changes('risk.block', 'BTC', BTC_ADDRESS, '--note', 'taken over');
    expect(await changes('risk.remove', 'BTC', BTC_ADDRESS)).toMatchObject({ removed: true });
    expect(await changes('risk.import', 'allow', addressFile(world))).toMatchObject({ new: 1 });
    await changes('risk.remove', 'BTC', BTC_ADDRESS);
    await changes('policy.addresses.add', 'BTC', BTC_ADDRESS);
    await changes('policy.addresses.remove', 'BTC', BTC_ADDRESS);
    const wrong = await runCommand(world, 'risk', 'block', 'BTC', 'tb1q');
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('valid BTC address') });
  });

  test('payouts pause and resume, and coins are quarantined and listed', async () => {
    await changes('payouts.pause', '--reason', 'a look');
    const stops = JSON.parse((await runCommand(world, 'payouts', 'pauses', '--json')).out);
    const [stop] = stops.rows;
    expect(await changes('payouts.resume', stop.id, '--reason', 'looked')).toMatchObject({
      pays_again: true,
    });
    expect(await changes('quarantine.begin', 'bch', '--reason', 'a test')).toEqual([
      { coin: 'BCH' },
    ]);
    const shown = await runCommand(world, 'quarantine', 'show');
    expect(shown.out).toContain('a test');
    expect(await changes('quarantine.show')).toMatchObject([{ coin: 'BCH', unknown: [] }]);
    expect(await changes('payouts.pauses', '--all')).toMatchObject({
      rows: [{ resumed_reason: 'looked' }],
    });
    const [alert] = (await changes('alerts.list')).rows;
    await changes('alerts.acknowledge', alert.id, '--reason', 'looking');
    await changes('alerts.resolve', alert.id, '--reason', 'looked');
    const nothing = await runCommand(world, 'quarantine', 'begin', 'LTX', '--reason', ' ');
    expect(nothing.err).toMatch(/reason must be filled[\s\S]*coin must be one of: .*all/);
  });

  test('held and unmatched payments are credited', async () => {
    const [held] = (await changes('channel-payments.list', '--held')).rows;
    expect(held.amount).toEqual({ amount: '0.5', currency: 'LTC' });
    const looked = await runCommand(world, 'channel-payments', 'preview', held.id);
    expect(looked.out).toMatch(/Sent back +0\.\d+ LTC/);
    await changes('channel-payments.release', held.id, '--reason', 'source of funds shown');
    const invoice = await merchant.api.invoices.create({
      price_amount: '10',
      price_currency: 'EUR',
      pay_currency: 'LTC',
    });
    await world.pay({ invoice_id: invoice.id });
    await world.mine('LTC', 10);
    await world.pay({ invoice_id: invoice.id, amount: '0.25' });
    await world.mine('LTC', 10);
    const [deposit] = (await changes('deposits.unmatched')).rows;
    expect(deposit).toMatchObject({ came_to: { type: 'invoice', id: invoice.id } });
    const { credited } = await changes('deposits.credit', deposit.id, '--reason', 'paid twice');
    expect(credited).toEqual({ amount: '0.25', currency: 'LTC' });
    expect(await changes('deposits.history', deposit.id)).toMatchObject([{ decision: 'credited' }]);
  });

  test('an approval needs no command line, and reports its result', async () => {
    const { coinWallets, nodes } = world.assembled;
    const app = { ...world.app, coinWallets, nodes };
    const { code } = await changes('policy.approvers.add', 'Eve');
    const { id } = await requestWithdrawal(merchant, '60');
    const values = { withdrawal_id: id, approver: 'Eve' };
    const wrong = perform(app, 'withdrawals.approve', { actor: SYSTEM, values });
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_code' });
    const approved = await perform(app, 'withdrawals.approve', {
      actor: SYSTEM,
      values: { ...values, code },
    });
    expect(problemsOf('withdrawals.approve', approved)).toBeNull();
    expect(approved).toMatchObject({ given: 1, needed: 1, released: { released: true } });
  });

  test('a held withdrawal is rejected with a reason, and its money is returned', async () => {
    const { id } = await requestWithdrawal(merchant, '60');
    await changes('withdrawals.cancel', id, '--reason', 'not wanted');
    expect((await merchant.api.coinWithdrawals.get(id)).status).toBe('cancelled');
  });
});

test('with several projects one must be selected, by a unique name', async () => {
  await world.merchant();
  const settings = ['projects', 'settings'];
  expect(await runCommand(world, ...settings)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('project must be filled'),
  });
  expect(await runCommand(world, ...settings, 'Test merchant')).toMatchObject({ code: 0 });
  await world.merchant();
  expect(await runCommand(world, ...settings, 'Test merchant')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is the name of several projects'),
  });
});

test('a group lists its commands with their arguments, the project as optional', () => {
  const group = program.commands.find((command) => command.name() === 'accounts');
  expect(defined(group, 'a group').helpInformation()).toContain(
    'credit [options] [project] <amount> <currency>',
  );
});

test('no command demands the project as an option when there is only one', () => {
  const all = (command: typeof program): (typeof program)[] => [
    command,
    ...command.commands.flatMap(all),
  ];
  const options = all(program).flatMap((command) => command.options);
  const optional = options.filter(({ description }) =>
    description.includes('if there is only one'),
  );
  expect(optional.length).toBeGreaterThan(5);
  expect(optional.filter(({ mandatory }) => mandatory)).toEqual([]);
});

test('an amount typed in any locale is booked as meant, and one that two locales read differently is rejected', async () => {
  const bookings = async () => {
    const rows = await world.app.db.query<{ amount: bigint }>(
      `select amount from ledger_postings where purpose = 'adjust' order by created_at, seq`,
    );
    return rows.map(({ amount }) => amount);
  };
  const before = (await bookings()).length;
  const credited = (amount: string) =>
    runCommand(world, 'accounts', 'credit', merchant.project.id, amount, 'EUR', '--reason', 'test');
  expect((await credited('1.234,50')).out).toContain('Posted credit of 1234.50 EUR');
  for (const [typed, readings] of [
    ['12.000', '12000 or 12.00'],
    ['1,234', '1234 or 1.2340'],
  ] as const) {
    const { code, err } = await credited(typed);
    expect(code).not.toBe(0);
    expect(err).toContain(
      `amount: "${typed}" can mean ${readings}. Write it without a thousands separator`,
    );
  }
  expect((await bookings()).slice(before)).toEqual([123450n]);
});
