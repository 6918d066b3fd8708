// The permanent storage of a paid invoice, table by table: created, paid in one payment, credited and called back by
// the product itself, in portions like a day's, with PostgreSQL's own maintenance in between.
import { fillPool } from '../../server/src/addresses/pool.ts';
import { ensureWallets } from '../../server/src/addresses/wallets.ts';
import { defined } from '../../server/src/core/assert.ts';
import { DAY, HOUR } from '../../server/src/core/clock.ts';
import { newId } from '../../server/src/core/ids.ts';
import { createEndpoint } from '../../server/src/events/endpoints.ts';
import { createInvoice } from '../../server/src/invoices/create.ts';
import { makeAllDue } from '../../server/src/workers/schedule.ts';
import { runDueWork } from '../../server/src/workers/worker.ts';
import { startChild } from '../child.ts';
import { type Account, createAccount, type Fixture, openFixture } from '../fixture.ts';
import { payAll } from './paid-block.ts';
import { measureStorage, type Storage } from './stored.ts';
import { type Suite, type SuiteReport, table } from './suite.ts';

const COIN = 'LTC';
const INVOICES = 20_000;
const INVOICES_QUICK = 2000;
/** Invoices between two runs of PostgreSQL's own maintenance. */
const PORTION = 500;
/** Played before: what does not grow with invoices has its final size then, above all the unpacked callbacks. */
const BEFORE = 5000;
const BEFORE_QUICK = 500;
/** Paid in one block: at a million a year it is one or two. */
const BLOCK = 20;
const CALLERS = 32;
const CUSTOMERS = 1000;
const GOAL_GB = 4.4;

export const storageSuite: Suite = {
  name: 'storage',
  title: 'Storage per million paid invoices',
  async run({ isQuick, say }) {
    const fixture = await openFixture();
    const receiver = await startChild<{ port: number }>('receiver.ts');
    try {
      const account = await createAccount(fixture);
      const url = `http://127.0.0.1:${receiver.ready.port}/`;
      await createEndpoint(fixture.assembled.app, account.project.id, url);
      const before = isQuick ? BEFORE_QUICK : BEFORE;
      await playDays(fixture, account, { from: 0, until: before });
      const count = isQuick ? INVOICES_QUICK : INVOICES;
      const measured = await measureStorage(fixture, () =>
        playDays(fixture, account, { from: before, until: before + count }),
      );
      say(`  ${count} invoices: ${gigabytes(measured.bytes / count)} GB per million`);
      return report(measured, count);
    } finally {
      await receiver.stop();
      await fixture.close();
    }
  },
};

/** Portions, and the day after them. */
async function playDays(
  fixture: Fixture,
  account: Account,
  { from, until }: { from: number; until: number },
): Promise<void> {
  const { app, workers } = fixture.assembled;
  for (let first = from; first < until; first += PORTION) {
    await playPortion(fixture, account, first);
    await fixture.owner.unhurried.query('vacuum');
  }
  fixture.clock.offsetMilliseconds += DAY;
  await makeAllDue(app);
  await runDueWork(app, workers);
}

/** For each assigned address the service derives another one. */
async function refillPool({ app }: Fixture['assembled']): Promise<void> {
  const wallet = defined((await ensureWallets(app, { founds: false })).get(COIN), 'it exists');
  while ((await fillPool(app, wallet, 2 * PORTION)) > 0);
}

async function playPortion(fixture: Fixture, account: Account, first: number): Promise<void> {
  const { app, workers } = fixture.assembled;
  await refillPool(fixture.assembled);
  const outputs: { address: string; tag: number | null; amount: bigint }[] = [];
  let next = first;
  const caller = async () => {
    while (next < first + PORTION) {
      const n = next++;
      const creator = { project: account.project, objectId: newId(app.clock, app.random) };
      const { address, tag, pay_amount } = await createInvoice(app, creator, invoiceInput(n));
      outputs.push({ address, tag, amount: pay_amount });
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  for (let at = 0; at < outputs.length; at += BLOCK) {
    await payAll(fixture, outputs.slice(at, at + BLOCK));
    await makeAllDue(app);
    await runDueWork(app, workers);
  }
  // Delivered callbacks are packed later (events/compact-callbacks.ts).
  fixture.clock.offsetMilliseconds += HOUR;
}

const invoiceInput = (n: number) =>
  ({
    price_amount: '25.5',
    price_currency: 'EUR',
    pay_currency: COIN,
    custom_id: `order-${n}`,
    customer_id: `customer-${n % CUSTOMERS}`,
  }) as Parameters<typeof createInvoice>[2];

/** Bytes per invoice equal kilobytes per thousand and gigabytes per billion. */
const gigabytes = (bytesEach: number) => (bytesEach / 1000).toFixed(2);

function report({ bytes, logBytes, tables }: Storage, count: number): SuiteReport {
  const rows = tables.map((one) => [
    one.name,
    (one.rows / count).toFixed(2),
    (one.heap / count).toFixed(0),
    (one.indexes / count).toFixed(0),
    one.updates === 0
      ? ''
      : `${(one.updates / count).toFixed(1)}, ${Math.round((100 * one.inPlace) / one.updates)} %`,
    one.largest.map(([name, size]) => `${name} ${(size / count).toFixed(0)}`).join(', '),
  ]);
  const head = [
    'of one paid invoice',
    'rows',
    'bytes',
    'of indexes',
    'updates, in place',
    'indexes',
  ];
  const total = gigabytes(bytes / count);
  return {
    section: `${table(head, rows)}\n
After a warm-up with ${BEFORE} invoices, ${count} invoices were paid once each, ${BLOCK} in a block, with callbacks:
${total} GB per million, and ${gigabytes(logBytes / count)} GB of write-ahead log.
Without the simulated network. Command: \`npm run bench -- --runs 1 storage\`.\n`,
    goals: [
      {
        text: `under ${GOAL_GB} GB per million paid invoices`,
        isReached: Number(total) < GOAL_GB,
        figure: `${total} GB`,
      },
    ],
  };
}
