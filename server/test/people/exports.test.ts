// Guarantees of exports: all filtered rows and no others, in amounts that add up; as CSV and as a workbook that a
// spreadsheet program opens; streamed at the reader's pace, never held in memory as a whole.
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { column, csvOf } from '../../src/admin/exports/columns.ts';
import { operatorRows } from '../../src/admin/exports/rows.ts';
import { openSlots } from '../../src/admin/exports/slots.ts';
import { xlsxOf } from '../../src/admin/exports/xlsx.ts';
import { personOf } from '../../src/admin/person.ts';
import { parseDecimal } from '../../src/core/money.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Browser, personIn } from './support.ts';

let world: World;
let own: Merchant;
let foreign: Merchant;
let accountant: Browser;
beforeAll(async () => {
  world = await createWorld({}, { people: true });
  own = await world.merchant();
  foreign = await world.merchant();
  const roles = ['viewer'] as const;
  accountant = await personIn(world, { name: 'Ada' }, { projectId: own.project.id, roles });
  for (let n = 1; n <= 220; n++) await credit(world, own, { EUR: `${n}.01` });
  await credit(world, foreign, { EUR: '7777' });
});
afterAll(() => world.close());

async function file(path: string): Promise<{ status: number; type: string | null; bytes: Buffer }> {
  const answer = await fetch(`${world.url}/admin/api/exports${path}`, {
    headers: { cookie: accountant.cookie },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get('content-type'), bytes };
}

test('an accountant gets all rows of the account, over several pages, and they add up to it', async () => {
  const { status, type, bytes } = await file(
    `/projects/${own.project.id}/listTransactions.csv?currency=EUR`,
  );
  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(bytes.subarray(0, 3).toString('hex'), 'the mark of UTF-8').toBe('efbbbf');
  const [head = '', ...lines] = bytes.toString().trim().split('\r\n');
  expect(lines).toHaveLength(220);
  const column = head.split(',').indexOf('amount');
  const sum = lines.reduce((total, line) => total + cents(line.split(',')[column] ?? ''), 0n);
  const { data } = await own.api.accounts.list();
  const account = data.find(({ currency }) => currency === 'EUR');
  expect(sum).toBe(cents(account?.balance ?? ''));
  expect(bytes.toString(), 'of another project').not.toMatch(/,7777[.,]/);
});

const cents = (text: string) => {
  const { digits, scale } = known(parseDecimal(text));
  return digits * 10n ** BigInt(2 - scale);
};
const known = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new Error('missing');
  return value;
};

test('the same content as a workbook, with numbers as numbers', async () => {
  const { bytes } = await file(`/projects/${own.project.id}/listTransactions.xlsx?currency=EUR`);
  const parts = unzipSync(bytes);
  expect(Object.keys(parts).sort()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  const sheet = strFromU8(known(parts['xl/worksheets/sheet1.xml']));
  expect(sheet.match(/<row>/g)).toHaveLength(221);
  expect(sheet).toContain('<v>220.01</v>');
  expect(sheet).toContain('<t xml:space="preserve">220.01</t>');
});

test('wrong or foreign filters are reported instead of a file', async () => {
  const requested = await file(`/projects/${own.project.id}/listTransactions.csv?currency=NOPE`);
  expect(JSON.parse(requested.bytes.toString()).error.code).toBe('invalid');
  const notHis = await file(`/projects/${foreign.project.id}/listTransactions.csv`);
  expect([notHis.status, JSON.parse(notHis.bytes.toString()).error.code]).toEqual([
    404,
    'not_found',
  ]);
  const all = await file(`/operations/withdrawals.list.csv?project=${foreign.project.id}`);
  expect(all.status).toBe(404);
  expect((await file('/operations/withdrawals.list.csv')).status).toBe(200);
});

test('a reader who loses access gets no further page', async () => {
  const roles = ['viewer'] as const;
  const bob = await personIn(world, { name: 'Bob' }, { projectId: own.project.id, roles });
  const person = await personOf(world.app, bob.jar.get('chaintill_session') ?? '', {
    address: '127.0.0.1',
    agent: null,
  });
  const values = { project: own.project.id, currency: 'EUR' };
  const admin = {
    app: world.app as never,
    limit: { take: () => undefined },
    refusals: { take: () => false },
    ownChanges: { take: () => true },
    fail: () => none(),
  };
  const rows = operatorRows(admin, person, { name: 'accounts.statement', values, limit: '2' });
  for (let n = 0; n < 4; n++) expect((await rows.next()).done).toBe(false);
  await world.app.db.query('delete from project_members where user_id = $1', [bob.userId]);
  await expect(rows.next()).rejects.toMatchObject({ code: 'not_found' });
});

const none = () => {
  throw new Error('nothing fails');
};

test("one person can't use all concurrent exports, reading or not", () => {
  const slots = openSlots();
  const [first] = [slots.take('one'), slots.take('one')];
  expect(() => slots.take('one')).toThrow('other exports are running');
  slots.take('two');
  first?.();
  first?.();
  slots.take('one');
  expect(() => slots.take('one')).toThrow('other exports are running');
  slots.take('three');
  expect(() => slots.take('four')).toThrow('other exports are running');
});

test.each(['csv', 'xlsx'] as const)(
  'a %s of 100,000 rows is written as it is read',
  async (kind) => {
    let made = 0;
    async function* rows() {
      for (; made < 100_000; made++) yield [`row ${made}`, 'text & <more>', `${made}.25`];
    }
    const write = kind === 'csv' ? csvOf : xlsxOf;
    let largest = 0;
    let before = 0;
    const columns = [column('a', 'text'), column('b', 'text'), column('c', 'amount')];
    for await (const piece of write(columns, rows())) {
      largest = Math.max(largest, made - before, piece.length / 100);
      before = made;
    }
    expect(made).toBe(100_000);
    // Rows between two chunks, plus the size of a chunk in hundreds of bytes.
    expect(largest).toBeLessThan(20_000);
  },
);

test('a workbook has as many sheets as its rows need, each with the headings', async () => {
  async function* rows() {
    for (let n = 1; n <= 5; n++) yield [`row ${n}`];
  }
  const pieces: Buffer[] = [];
  for await (const piece of xlsxOf([column('head', 'text')], rows(), 3)) pieces.push(piece);
  const parts = unzipSync(Buffer.concat(pieces));
  const sheets = [1, 2, 3].map((n) => strFromU8(known(parts[`xl/worksheets/sheet${n}.xml`])));
  expect(sheets.map((sheet) => sheet.match(/<row>/g)?.length)).toEqual([3, 3, 2]);
  for (const sheet of sheets) expect(sheet).toContain('>head<');
});
