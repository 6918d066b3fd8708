// Guarantees of the audit log: every change has an entry with its author and reason, also when it was rejected or
// interrupted. Entries contain no secret and can't be changed, and can be read page by page and as CSV.
import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorOperations } from '../../src/contract/operator/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { newId } from '../../src/core/ids.ts';
import { journaled } from '../../src/operator/journaled.ts';
import { perform } from '../../src/operator/perform.ts';
import { BTC_ADDRESS, publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit } from '../support/funds.ts';
import { until } from '../support/service.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { runCommand } from './run-command.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
  await credit(world, merchant, { EUR: '1000' });
  await publishPolicy(world, merchant, {
    name: 'big',
    when: { amountAbove: '50' },
    do: { hold: 1 },
  });
});
afterAll(() => world.close());

interface Line {
  readonly id: string;
  readonly result: string;
  readonly operation: string;
  readonly object_id: string | null;
}
interface Page {
  readonly rows: readonly Line[];
  readonly next: string | null;
}

const run = (...words: string[]) => runCommand(world, ...words);

async function list(...options: string[]): Promise<Page> {
  return JSON.parse((await run('journal', 'list', ...options, '--json')).out);
}

async function newest(...options: string[]): Promise<Line> {
  return defined((await list('--limit', '1', ...options)).rows[0], 'a line');
}

/** Null if the person is not verified. */
function me(): string {
  return process.env['SUDO_USER'] || userInfo().username;
}

/** The complete audit log. */
async function everything(): Promise<string> {
  const lines = await world.app.db.query('select j::text from journal j');
  const results = await world.app.db.query('select o::text from journal_results o');
  return JSON.stringify([lines, results]);
}

describe('an entry', () => {
  test('records actor, operation, object, adapter, and state before and after', async () => {
    const { id } = await requestWithdrawal(merchant, '60');
    await run('withdrawals', 'cancel', id, '--reason', 'not wanted');
    expect(await newest()).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      ended_at: expect.any(String),
      actor: me(),
      actor_kind: 'system_user',
      source: 'cli',
      address: null,
      step_up: null,
      operation: 'withdrawals.cancel',
      project_id: merchant.project.id,
      object_type: 'withdrawal',
      object_id: id,
      reason: 'not wanted',
      input: { withdrawal_id: id, reason: 'not wanted' },
      result: 'done',
      code: null,
      problems: [],
      before: { status: 'on_hold', txid: null, wait_reason: null },
      after: { id, project_id: merchant.project.id },
    });
    const { out } = await run('journal', 'list', '--limit', '1');
    expect(out).toContain(`${me()} (system user, cli)`);
    expect(out).toContain(`withdrawal ${id}`);
    expect(out).toContain('not wanted');
  });

  test('exists for a rejection by the fields, by the object and by the operation', async () => {
    const stranger = newId(world.app.clock, world.app.random);
    await run('accounts', 'credit', '1.0055', 'XXX', '--reason', ' ');
    expect(await newest()).toMatchObject({
      operation: 'accounts.credit',
      result: 'refused',
      code: 'invalid',
      after: null,
      input: { amount: '1.0055', currency: 'XXX', reason: ' ' },
      problems: [
        { field: 'currency', code: 'must_be_included_in' },
        { field: 'reason', code: 'must_be_filled' },
      ],
    });
    await run('accounts', 'credit', 'Nobody', '1', 'EUR', '--reason', 'a gift');
    expect(await newest()).toMatchObject({ project_id: null, code: 'not_found' });
    await run('alerts', 'resolve', stranger, '--reason', 'looked');
    expect(await newest()).toMatchObject({
      object_type: 'alert',
      object_id: stranger,
      result: 'refused',
      code: 'not_found',
    });
    const { id } = await requestWithdrawal(merchant, '60');
    await run('policy', 'approvers', 'add', 'Eve');
    const wrong = perform(operatorApp(), 'withdrawals.approve', {
      actor: ADMIN,
      values: { withdrawal_id: id, approver: 'Eve', code: 'guessed-wrongly' },
    });
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_code' });
    expect(await newestOfAda()).toMatchObject({
      operation: 'withdrawals.approve',
      result: 'refused',
      code: 'wrong_code',
      actor: 'ada',
      actor_kind: 'user',
      source: 'api',
      address: '203.0.113.7',
      project_id: merchant.project.id,
      before: { status: 'on_hold' },
      input: { withdrawal_id: id, approver: 'Eve' },
    });
    expect(await everything()).not.toContain('guessed-wrongly');
  });

  test('for a new object has its id', async () => {
    await run('projects', 'create', 'Second shop');
    const line = await newest();
    const [row] = await world.app.db.query<{ id: string }>(
      `select id from projects where name = 'Second shop'`,
    );
    const id = defined(row, 'the project').id;
    expect(line).toMatchObject({ object_type: 'project', object_id: id, project_id: id });
    expect((await list('--project', 'Second shop')).rows).toEqual([line]);
    expect((await list('--object-id', id)).rows).toEqual([line]);
  });

  test('exists before anything is done, so an interrupted operation has one', async () => {
    const locked = gate();
    const done = gate();
    const holding = world.database.owner.transaction(async (tx) => {
      await tx.query('lock table payout_pauses in exclusive mode');
      locked.open();
      await done.opened;
    });
    await locked.opened;
    const stopping = perform(operatorApp(), 'payouts.pause', {
      actor: ADMIN,
      values: { project: merchant.project.id, reason: 'a look' },
    });
    await until('it has begun', async () => (await newestOfAda()).operation === 'payouts.pause');
    expect(await newestOfAda()).toMatchObject({ result: 'begun', ended_at: null, code: null });
    expect((await list('--result', 'begun')).rows).toHaveLength(1);
    done.open();
    await Promise.all([holding, stopping]);
    expect(await newestOfAda()).toMatchObject({ result: 'done' });
    expect((await list('--result', 'begun')).rows).toEqual([]);
  });

  test('is not written for a read', async () => {
    const before = await newest();
    await run('projects', 'list');
    await run('doctor');
    await run('journal', 'export');
    expect(await newest()).toEqual(before);
  });
});

const ADMIN = { kind: 'user', name: 'ada', source: 'api', address: '203.0.113.7' } as const;

/** The world has its own clock, by which entries of the command line come after all of its own. */
const newestOfAda = () => newest('--actor', ADMIN.name);

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

function operatorApp() {
  const { coinWallets, nodes } = world.assembled;
  return { ...world.app, coinWallets, nodes };
}

test('it has no secret, whichever operation creates one', async () => {
  const project = merchant.project.id;
  const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).out);
  const key = await json('keys', 'create', project);
  const endpoint = await json('callbacks', 'set', project, 'http://127.0.0.1:9/', '--add');
  const rotated = await json('callbacks', 'rotate', project, endpoint.endpoint_id);
  const approver = await json('policy', 'approvers', 'add', project, 'Ada Byron');
  const secrets = [
    key.api_secret,
    approver.code,
    ...Object.values(endpoint.secret),
    ...Object.values(rotated.secret),
  ];
  await run('callbacks', 'set', project, 'http://ada:hunter2@127.0.0.1:9/');
  const stored = await everything();
  for (const secret of [...secrets, 'hunter2']) {
    expect(String(secret).length).toBeGreaterThan(6);
    expect(stored).not.toContain(secret);
  }
  expect(await newest('--operation', 'keys.create')).toMatchObject({
    object_type: 'api_key',
    object_id: key.api_key,
    after: { api_key: key.api_key },
  });
});

test('an operation succeeds even if its response has no valid entry', async () => {
  const operation = operatorOperations['callbacks.set'];
  const requested = {
    name: 'callbacks.set',
    operation,
    actor: ADMIN,
    values: { project: merchant.project.id },
    input: { project: merchant.project.id },
  };
  // A response without the fields that its operation describes.
  expect(await journaled(operatorApp(), requested, async () => null)).toBe(null);
  expect(await newestOfAda()).toMatchObject({ operation: 'callbacks.set', result: 'begun' });
});

test('invalid or very long values are stored as far as possible', async () => {
  const reason = `a\0b${String.fromCharCode(0xd800)}${'x'.repeat(50_000)}`;
  const refused = perform(operatorApp(), 'payouts.pause', {
    actor: ADMIN,
    values: { project: merchant.project.id, reason, more: 'unknown' },
  });
  await expect(refused).rejects.toMatchObject({ code: 'invalid' });
  expect(await newestOfAda()).toMatchObject({
    reason: expect.stringMatching(/^a\uFFFDb\uFFFDx+… \(50004 characters\)$/),
    input: { project: merchant.project.id, reason: expect.any(String) },
  });
});

describe('no one can change it', () => {
  test.each(['journal', 'journal_results'])(
    'not even the owner of the tables: %s',
    async (table) => {
      const { owner } = world.database;
      await newest();
      for (const change of [`update ${table} set at = now()`, `delete from ${table}`])
        await expect(owner.query(change)).rejects.toThrow(/append|change/);
      await expect(owner.query(`truncate ${table} cascade`)).rejects.toThrow(/append|change/);
      await expect(world.app.db.query(`delete from ${table}`)).rejects.toThrow(/permission denied/);
    },
  );

  test('the actor on the command line is the user of the machine, whatever is entered', async () => {
    const row = `insert into journal (id, at, actor_kind, actor, source, operation, input)
      values (gen_random_uuid(), now(), 'user', 'ada', 'cli', 'x', '{}')`;
    await expect(world.app.db.query(row)).rejects.toThrow(/journal_command_line/);
  });
});

test('250 entries are each on one page, even when new ones arrive meanwhile', async () => {
  const project = await world.merchant();
  for (let n = 0; n < 250; n++)
    await perform(operatorApp(), 'payouts.pause', {
      actor: ADMIN,
      values: { project: project.project.id, reason: `look ${n}` },
    });
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const words: string[] = ['--limit', '40', ...(next === null ? [] : ['--after', next])];
    const page = await list(...words, '--project', project.project.id);
    expect(page.rows.length).toBe(page.next === null ? 10 : 40);
    seen.push(...page.rows.map(({ id }) => id));
    next = page.next;
    if (seen.length === 80) await run('payouts', 'pause', project.project.id, '--reason', 'new');
  } while (next !== null);
  expect(seen).toHaveLength(250);
  expect(new Set(seen).size).toBe(250);
  expect([...seen].sort().reverse()).toEqual(seen);
  const { err } = await run('journal', 'list', '--limit', '2');
  expect(err).toMatch(/For the next page, use --after [0-9a-f-]{36}/);
  const nowhere = await run('journal', 'list', '--after', newId(world.app.clock, world.app.random));
  expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('not found') });
});

test('it is found by actor, operation or its group, result and time', async () => {
  await run('risk', 'block', 'BTC', BTC_ADDRESS);
  const names = async (...options: string[]) =>
    [...new Set((await list(...options)).rows.map(({ operation }) => operation))].sort();
  expect(await names('--operation', 'risk')).toEqual(['risk.block']);
  expect(await names('--operation', 'risk.block')).toEqual(['risk.block']);
  expect(await names('--operation', 'risk.bloc')).toEqual([]);
  expect(await names('--actor', 'nobody')).toEqual([]);
  expect(await names('--actor', 'ada')).toContain('payouts.pause');
  expect(await names('--actor', 'ada')).not.toContain('risk.block');
  expect(await names('--object-id', BTC_ADDRESS)).toEqual(['risk.block']);
  expect(await names('--to', '2001-01-01T00:00:00Z')).toEqual([]);
  expect(await names('--from', '2001-01-01T00:00:00Z', '--result', 'refused')).toContain(
    'accounts.credit',
  );
});

describe('as CSV', () => {
  const reasons = ['=HYPERLINK("http://x")', '+1, and "more"', '-1', '@me', 'two\nlines', 'ü'];

  test('it has each entry once, whatever is in the fields, and no formula; a number stays one', async () => {
    for (const reason of reasons)
      await perform(operatorApp(), 'payouts.pause', {
        actor: ADMIN,
        values: { project: merchant.project.id, reason },
      });
    const { out } = await run('journal', 'export');
    const [head, ...lines] = parseCsv(out);
    expect(head).toEqual(expect.arrayContaining(['id', 'at', 'actor', 'operation', 'reason']));
    const column = defined(head, 'a head').indexOf('reason');
    const byAda = lines.filter((cells) => cells.includes(ADMIN.name));
    expect(byAda.slice(0, reasons.length).map((cells) => cells[column])).toEqual(
      reasons.map((reason) => (/^[=+@]/.test(reason) ? `'${reason}` : reason)).reverse(),
    );
    const rows = await world.app.db.query<{ id: string }>(
      'select id from journal order by id desc',
    );
    expect(lines.map(([id]) => id)).toEqual(rows.map(({ id }) => id));
    expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([head?.length]));
  });

  test('it goes into a new file that only its creator can read, with the same filters', async () => {
    const file = join(world.app.config.dataDir, 'journal.csv');
    const words = ['journal', 'export', '--operation', 'risk', '--file', file];
    expect(await run(...words)).toMatchObject({ code: 0, out: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = parseCsv(readFileSync(file, 'utf8'));
    expect(lines).toHaveLength(2);
    expect(await run(...words)).toMatchObject({ code: 1, err: expect.stringContaining('EEXIST') });
    expect(parseCsv(readFileSync(file, 'utf8'))).toEqual(lines);
  });
});

/** By the grammar of RFC 4180: every record ends with CRLF. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
    field.lastIndex = at;
    const [whole, cell = '', end] = defined(field.exec(text) ?? undefined, `a field at ${at}`);
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    at += whole.length;
    if (end === '\r\n') {
      records.push(cells);
      cells = [];
    }
  }
  return records;
}
