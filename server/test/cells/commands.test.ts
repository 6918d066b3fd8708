// Guarantees of `chaintill cells`: every cell is asked by its own variables, one that does not answer is said and holds
// up no other, what differs is said, and a move has its line in both journals.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparePolicies, compareRates, type Rates } from '../../src/cli/compare-cells.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { slotOf } from '../../src/core/slots.ts';
import { addMember } from '../../src/people/members.ts';
import { pageOfProjects } from '../../src/projects/create.ts';
import { commandHere } from '../support/command-here.ts';
import {
  addUser,
  apiAt,
  busyMerchant,
  openTwoCells,
  setSomePolicy,
  type TwoCells,
} from './two-cells.ts';

let two: TwoCells;
let folder: string;
beforeAll(async () => {
  two = await openTwoCells();
  folder = mkdtempSync(join(tmpdir(), 'chaintill-cells-'));
  writeCell('0', two.here);
  writeCell('1', two.there);
});
afterAll(async () => {
  await two.close();
  rmSync(folder, { recursive: true, force: true });
});

function writeCell(cell: string, { app, database }: TwoCells['here'], more = ''): void {
  const lines = [
    ...[`CHAINTILL_CELL=${cell}`, `DATABASE_URL="${database.url}"`],
    ...[`CHAINTILL_DATA_DIR=${app.config.dataDir}`, 'CHAINTILL_ADDRESS_POOL=20', more],
  ];
  writeFileSync(join(folder, `cell-${cell}.env`), lines.join('\n'));
  chmodSync(join(folder, `cell-${cell}.env`), 0o600);
}

const cells = (...words: string[]) =>
  commandHere({ CHAINTILL_CELLS: folder, PATH: process.env['PATH'] ?? '' }, ['cells', ...words]);

test('all cells are listed, examined and compared', async () => {
  const { project } = await two.here.merchant();
  await two.there.merchant();
  await two.there.merchant();
  const listed = await cells('list', '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { cell: '0', projects: 1, mode: 'sandbox' },
    { cell: '1', projects: 2, mode: 'sandbox' },
  ]);
  const examined = await cells('doctor');
  expect(examined.stdout).toMatch(/cell 0: \d+ of \d+ checks are well/);
  expect(examined.stdout).toMatch(/cell 1: \d+ of \d+ checks are well/);
  expect(await cells('rates')).toMatchObject({ code: 0, stderr: /agree/ });
  await setSomePolicy(two.here.app, project.id);
  const policies = await cells('policy');
  expect(policies.stdout).toMatch(/built-in +0 +2/);
  expect(policies).toMatchObject({ code: 0 });
  expect(policies.stdout).toContain(project.id);
});

test('a cell that is away is said, and the others answer', async () => {
  writeFileSync(
    join(folder, 'away.env'),
    'CHAINTILL_CELL=a\nDATABASE_URL=postgres://127.0.0.1:1/none\n',
  );
  const listed = await cells('list', '--json');
  rmSync(join(folder, 'away.env'));
  expect(listed.code).toBe(1);
  expect(listed.stderr).toContain('cell a does not answer');
  expect(JSON.parse(listed.stdout)).toHaveLength(2);
});

test('a folder that names a cell twice, or none, is refused', async () => {
  writeFileSync(join(folder, 'twice.env'), 'CHAINTILL_CELL=1\n');
  expect((await cells('list')).stderr).toContain('another file is cell 1 as well');
  writeFileSync(join(folder, 'twice.env'), 'PORT=1\n');
  expect((await cells('list')).stderr).toContain('twice.env has no CHAINTILL_CELL');
  rmSync(join(folder, 'twice.env'));
});

test('a project that is open in two cells is named', async () => {
  const { project } = await two.here.merchant();
  expect((await cells('doctor')).stdout).not.toContain('is open in');
  await two.there.app.db.query(
    'insert into projects (id, name, created_at) values ($1, $2, now())',
    [project.id, 'restored'],
  );
  const examined = await cells('doctor');
  await two.there.database.owner.query('delete from projects where id = $1', [project.id]);
  expect(examined.code).toBe(1);
  expect(examined.stdout).toContain(`project ${project.id} is open in the cells 0 and 1`);
});

test('rates that differ are said, and how far they are apart', () => {
  const rate = (price: string): Rates['rates'][number] => ({
    ...{ base: 'BTC', quote: 'EUR', standing: 'in_force', price, buy_rate: null, sell_rate: null },
    ...{ as_of: null, age_seconds: null, sources: [], apart_percent: null, jumped_to: null },
  });
  const of = (cell: string, price: string, spread = '1') => ({
    cell,
    value: {
      ...{ made_at: null, fixed: false, spread_percent: spread, sources_needed: 2 },
      rates: [rate(price)],
    },
  });
  expect(compareRates([of('0', '50000'), of('1', '50400.5')]).differences).toEqual([]);
  expect(compareRates([of('0', '50000'), of('1', '51000', '2')])).toEqual({
    rows: [{ base: 'BTC', 'cell 0': '50000', 'cell 1': '51000', apart_percent: '2.00' }],
    differences: [
      'spread_percent is 1 in cell 0, 2 in cell 1',
      'the rates of BTC are 2.00 % apart',
    ],
  });
  const none = { ...of('1', '1'), value: { ...of('1', '1').value, rates: [] } };
  expect(compareRates([of('0', '50000'), none]).differences).toEqual([
    'BTC is not offered in cell 1',
  ]);
});

test('projects with another policy than most are named', () => {
  const of = (name: string, version: number) => ({ project: name, name, version, document: '{}' });
  const { rows, differences } = comparePolicies([
    { cell: '0', value: [of('a', 0), of('b', 0)] },
    { cell: '1', value: [of('c', 0), of('d', 7)] },
  ]);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual({ policy: 'built-in', 'cell 0': 2, 'cell 1': 1 });
  expect(differences).toEqual([expect.stringMatching(/^cell 1: d \(d\) has [0-9a-f]{8}$/)]);
});

test('a project is moved, with the line for the proxy, and a line in both journals', async () => {
  const merchant = await busyMerchant(two.here);
  const { id } = merchant.project;
  const words = ['move', id, '--to', '1', '--reason', 'cell 0 is full'];
  const moved = await cells(...words);
  expect(moved).toMatchObject({ code: 0 });
  expect(moved.stdout).toContain(`${slotOf(id)} cell_1`);
  // Its coins are where they were.
  expect(moved.stderr).toMatch(/lack 0\.\d+ BTC/);
  expect((await apiAt(two.there, merchant).accounts.list()).data.length).toBeGreaterThan(0);
  for (const { app } of [two.here, two.there])
    expect(
      await app.db.query(
        `select j.reason, o.outcome from journal j join journal_outcomes o on o.journal_id = j.id
         where j.operation = 'cells.move' and j.project_id = $1`,
        [id],
      ),
    ).toEqual([{ reason: 'cell 0 is full', outcome: 'done' }]);
  // The cell that it left marks it, and counts it no more.
  const [left, came] = await Promise.all(
    [two.here, two.there].map(({ app }) => pageOfProjects(app.db, { after: null, limit: 100 })),
  );
  const movedTo = (page = left) => page?.rows.find((row) => row.id === id)?.moved_to;
  expect([movedTo(left), movedTo(came)]).toEqual(['1', null]);
  const listed = JSON.parse((await cells('list', '--json')).stdout);
  expect(listed.map((row: { projects: number }) => row.projects)).toEqual([
    (left?.rows.length ?? 0) - 1,
    came?.rows.length,
  ]);
});

test('a project that may not move says why', async () => {
  const { project } = await two.here.merchant();
  const userId = await addUser(two.here.app, 'Nobody there');
  await addMember(two.here.app.db, { projectId: project.id, userId, roles: ['viewer'] });
  const refused = await cells('move', project.id, '--to', '1', '--reason', 'full');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('stays in cell 0, open');
  expect(refused.stdout).toContain('Nobody there has no account in cell 1');
});

test('what comes to old addresses is told on by a command, and the doctor says where nobody does', async () => {
  const { here, there } = two;
  const merchant = await here.merchant();
  const { id } = await merchant.api.invoices.create({
    ...{ price_amount: '10', price_currency: 'EUR', pay_currency: 'BTC' },
  });
  await cells('move', merchant.project.id, '--to', '1', '--reason', 'full');
  await here.pay({ invoice_id: id });
  await here.database.owner.query(
    `update deposits set first_seen_at = now() - interval '1 hour' where owner_id = $1`,
    [id],
  );
  expect((await cells('doctor')).stdout).toContain(
    `BAD cell 0: the cell of project ${merchant.project.id} was not told of 1 payments`,
  );
  expect(await cells('forward')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`cell 1 was told of 1 for ${merchant.project.id}`),
  });
  // Its process has a clock of its own.
  await there.advance(MINUTE);
  const paid = await apiAt(there, merchant).invoices.get(id);
  expect(paid.paid_amount).toBe(paid.pay_amount);
  expect((await cells('doctor')).stdout).not.toContain('was not told');
  // One cell that is away fails the command, and is said.
  writeFileSync(
    join(folder, 'away.env'),
    'CHAINTILL_CELL=a\nDATABASE_URL=postgres://127.0.0.1:1/none\n',
  );
  expect(await cells('forward')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cell a does not answer'),
  });
  rmSync(join(folder, 'away.env'));
});
