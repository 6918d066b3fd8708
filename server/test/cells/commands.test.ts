// Guarantees of `chaintill cells`: each command runs in every cell with that cell's own variables, a cell that does not
// respond is reported and does not delay the others, and differences are reported.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparePolicies, compareRates, type Rates } from '../../src/cli/compare-cells.ts';
import { setPolicy } from '../../src/policy/store-policies.ts';
import { commandHere } from '../support/command-here.ts';
import { createWorld, type World } from '../support/world.ts';

const POLICY = JSON.stringify({
  currency: 'EUR',
  rules: [
    { name: 'a day', when: { sumAbove: { amount: '500', hours: 24 } }, do: 'refuse' },
    { name: 'everything else', do: 'allow' },
  ],
});

let first: World;
let second: World;
let folder: string;
beforeAll(async () => {
  first = await createWorld({ CHAINTILL_CELL: '0' }, { coins: ['BTC'] });
  second = await createWorld({ CHAINTILL_CELL: '1' }, { coins: ['BTC'] });
  folder = mkdtempSync(join(tmpdir(), 'chaintill-cells-'));
  writeCell('0', first);
  writeCell('1', second);
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  rmSync(folder, { recursive: true, force: true });
});

function writeCell(cell: string, { app, database }: World): void {
  const lines = [
    `CHAINTILL_CELL=${cell}`,
    `DATABASE_URL="${database.url}"`,
    `CHAINTILL_DATA_DIR=${app.config.dataDir}`,
    'CHAINTILL_ADDRESS_POOL=20',
  ];
  writeFileSync(join(folder, `cell-${cell}.env`), lines.join('\n'));
  chmodSync(join(folder, `cell-${cell}.env`), 0o600);
}

const cells = (...words: string[]) =>
  commandHere({ CHAINTILL_CELLS_DIR: folder, PATH: process.env['PATH'] ?? '' }, [
    'cells',
    ...words,
  ]);

test('all cells are listed, examined and compared', async () => {
  const { project } = await first.merchant();
  await second.merchant();
  await second.merchant();
  const listed = await cells('list', '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { cell: '0', projects: 1, mode: 'sandbox' },
    { cell: '1', projects: 2, mode: 'sandbox' },
  ]);
  const examined = await cells('doctor');
  expect(examined.stdout).toMatch(/cell 0: \d+ of \d+ checks passed/);
  expect(examined.stdout).toMatch(/cell 1: \d+ of \d+ checks passed/);
  expect(await cells('rates')).toMatchObject({ code: 0, stderr: /agree/ });
  await setPolicy(first.app, project.id, { document: POLICY, note: 'tighter', mayLoosen: true });
  const policies = await cells('policy');
  expect(policies.stdout).toMatch(/built-in +0 +2/);
  expect(policies).toMatchObject({ code: 0 });
  expect(policies.stdout).toContain(project.id);
});

test('an unreachable cell is reported, and the others respond', async () => {
  writeFileSync(
    join(folder, 'away.env'),
    'CHAINTILL_CELL=a\nDATABASE_URL=postgres://127.0.0.1:1/none\n',
  );
  const listed = await cells('list', '--json');
  rmSync(join(folder, 'away.env'));
  expect(listed.code).toBe(1);
  expect(listed.stderr).toContain('cell a does not respond');
  expect(JSON.parse(listed.stdout)).toHaveLength(2);
});

test('a folder that names a cell twice, or none, is rejected', async () => {
  writeFileSync(join(folder, 'twice.env'), 'CHAINTILL_CELL=1\n');
  expect((await cells('list')).stderr).toContain('cell 1 is also in another file');
  writeFileSync(join(folder, 'twice.env'), 'PORT=1\n');
  expect((await cells('list')).stderr).toContain('twice.env has no CHAINTILL_CELL');
  rmSync(join(folder, 'twice.env'));
});

test('different rates are reported with their distance', () => {
  const rate = (price: string): Rates['rates'][number] => ({
    base: 'BTC',
    quote: 'EUR',
    status: 'in_force',
    price,
    buy_rate: null,
    sell_rate: null,
    as_of: null,
    age_seconds: null,
    sources: [],
    apart_percent: null,
    jumped_to: null,
  });
  const of = (cell: string, price: string, spread = '1') => ({
    cell,
    value: {
      made_at: null,
      fixed: false,
      spread_percent: spread,
      sources_needed: 2,
      rates: [rate(price)],
    },
  });
  expect(compareRates([of('0', '50000'), of('1', '50400.5')]).differences).toEqual([]);
  expect(compareRates([of('0', '50000'), of('1', '51000', '2')])).toEqual({
    rows: [{ base: 'BTC', 'cell 0': '50000', 'cell 1': '51000', apart_percent: '2.00' }],
    differences: ['spread_percent is 1 in cell 0, 2 in cell 1', 'the rates of BTC differ by 2.00%'],
  });
  const none = { ...of('1', '1'), value: { ...of('1', '1').value, rates: [] } };
  expect(compareRates([of('0', '50000'), none]).differences).toEqual([
    'BTC is not available in cell 1',
  ]);
});

test('projects whose policy differs from most are named', () => {
  const of = (name: string, version: number) => ({ project: name, name, version, document: '{}' });
  const { rows, differences } = comparePolicies([
    { cell: '0', value: [of('a', 0), of('b', 0)] },
    { cell: '1', value: [of('c', 0), of('d', 7)] },
  ]);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual({ policy: 'built-in', 'cell 0': 2, 'cell 1': 1 });
  expect(differences).toEqual([expect.stringMatching(/^cell 1: d \(d\) has [0-9a-f]{8}$/)]);
});
