// Guarantee of every file that people download: whatever merchants enter, the file name is a single name, no cell of a
// CSV file is a formula for any separator, and a workbook is well-formed and without formulas. Covers every operation
// that offers a file.
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowSchema } from '../../src/admin/exports/columns.ts';
import { isExportable } from '../../src/admin/exports/rows.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import type { OperatorOperation } from '../../src/contract/operator/operation.ts';
import { operatorOperations } from '../../src/contract/operator/operations.ts';
import { openReadsWorld, type ReadsWorld } from '../cli/reads-world.ts';
import { formulaTexts, hostileTexts, markupTexts } from '../support/hostile.ts';
import { type Browser, personIn } from './support.ts';

let opened: ReadsWorld;
let owner: Browser;
const HOSTILE = [...formulaTexts, ...markupTexts, ...hostileTexts].join('');
beforeAll(async () => {
  opened = await openReadsWorld((plain) => `=${plain}${HOSTILE}`.slice(0, 255), { people: true });
  owner = await personIn(opened.world, { name: `=1+1 ${HOSTILE}`.slice(0, 100), role: 'owner' });
  const [account] = (await opened.merchant.api.accounts.list()).data;
  const [channel] = (await opened.merchant.api.channels.list()).data;
  const link = await opened.merchant.api.paymentLinks.create({
    name: `=${HOSTILE}`.slice(0, 100),
    price_currency: 'EUR',
    donation: {},
  });
  const [terminal] = opened.given['terminals.sales']?.() ?? [];
  const [batch] = opened.given['payout-batches.rows']?.() ?? [];
  needed = `batch_id=${batch}&account_id=${account?.id}&channel_id=${channel?.id}&terminal_id=${terminal}&id=${link.id}`;
});
afterAll(() => opened.world.close());

/** Inputs that some files require, and others ignore. */
let needed = '';

function pathsOfFiles(): readonly string[] {
  const lists = Object.entries(operatorOperations as Readonly<Record<string, OperatorOperation>>)
    .filter(([, { output, permission }]) => permission === 'read' && rowSchema(output) !== null)
    .map(([name]) => `/operations/${name}`);
  const merchants = (Object.values(operations) as Operation[])
    .filter(isExportable)
    .map(({ id }) => `/projects/${opened.merchant.project.id}/${id}`);
  return [...lists, ...merchants];
}

async function download(path: string, format: string) {
  const requested = path.endsWith('statement') ? 'currency=EUR' : needed;
  const answer = await fetch(
    `${opened.world.url}/admin/api/exports${path}.${format}?${requested}`,
    {
      headers: { cookie: owner.cookie },
    },
  );
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(answer.status, `${path} ${strFromU8(bytes).slice(0, 300)}`).toBe(200);
  return { bytes, name: answer.headers.get('content-disposition') ?? '' };
}

/** RFC 6266: a plain ASCII name, and the same name encoded. */
const NAME = /^attachment; filename="[\w. -]+"(; filename\*=UTF-8''[\w.~%!'()*-]+)?$/;
/** Raw cells, including their quotes. */
const CELLS = /"(?:[^"]|"")*"|[^,\r\n]+/g;
/** At the start of a cell, or after a separator that another reader splits at. */
const FORMULA = /(?:^|[;\t\r\n])["\s]*[=@]/;

test('every file as CSV', async () => {
  let shown = 0;
  for (const path of pathsOfFiles()) {
    const { bytes, name } = await download(path, 'csv');
    expect(name, path).toMatch(NAME);
    const text = strFromU8(bytes).replace('\uFEFF', '');
    const cells = text.match(CELLS) ?? [];
    expect(
      cells.filter((cell) => FORMULA.test(cell)),
      path,
    ).toEqual([]);
    if (text.includes("'=")) shown += 1;
  }
  expect(shown).toBeGreaterThan(5);
}, 60_000);

test('a feed, which has no end, is no file', () => {
  expect(pathsOfFiles()).not.toContain('/operations/callbacks.events');
  expect(pathsOfFiles().length).toBeGreaterThan(20);
});

test('every file as a workbook', async () => {
  for (const path of pathsOfFiles()) {
    const { bytes, name } = await download(path, 'xlsx');
    expect(name, path).toMatch(NAME);
    for (const [part, content] of Object.entries(unzipSync(bytes))) {
      const xml = strFromU8(content);
      expect(xml, `${path} ${part}`).not.toMatch(/<f[ >]|<script|<img|(?![\t\r\n])\p{Cc}/u);
    }
  }
}, 60_000);
