// Exactly once, wherever the process dies: a sale at a terminal, its payment and the daily close are cut at every
// statement and after every commit, and the process restarted; in the end each press has made one sale, there is one
// close for each number, and each paid sale is in exactly one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { paySimulated } from '../../src/sandbox/pay.ts';
import { closeTerminal } from '../../src/terminals/close-terminal.ts';
import { itemsOf, saveItem } from '../../src/terminals/items.ts';
import { saveStaff } from '../../src/terminals/save-staff.ts';
import { createTerminal } from '../../src/terminals/save-terminal.ts';
import { sell } from '../../src/terminals/sell.ts';
import { findTerminalSession, signIn } from '../../src/terminals/sessions.ts';
import { findTerminal, type TerminalRow } from '../../src/terminals/terminals.ts';
import { crashTestTimeout } from '../support/crash-stride.ts';
import { brought, drain, freshBlock, newObjectId, once, settled } from './crash-acts.ts';
import { type CrashFixture, createCrashFixture, type Step } from './crash-fixture.ts';
import { crashEverywhere } from './crash-points.ts';

const TIMEOUT = crashTestTimeout(10 * MINUTE);
const WORKERS = ['watch-ltc', 'assess-ltc', 'invoices', 'checkouts', 'callbacks'];
const WORDS = { amount: 'Amount', discount: 'Discount', tip: 'Tip' };
const PIN = '1234';

let fixture: CrashFixture;
beforeAll(async () => {
  fixture = await createCrashFixture(WORKERS);
});
afterAll(() => fixture.close());

interface Counter {
  readonly terminal: TerminalRow;
  readonly item: string;
  readonly token: string;
}

/** A terminal with one item at 10 EUR, of which there are three, and a person who is signed in. */
async function openCounter(): Promise<Counter> {
  const { app } = fixture.world;
  const [item, staff] = [newObjectId(fixture), newObjectId(fixture)];
  const made = { projectId: fixture.project.id, id: newObjectId(fixture) };
  const terminal = await createTerminal(app, made, { name: 'Counter', price_currency: 'EUR' });
  const priced = { name: 'Cake', price_amount: '10', stock: 3 };
  await saveItem(app, { terminal, id: item, isNew: true }, priced);
  await saveStaff(app, { terminal, id: staff, isNew: true }, { name: 'Ada', pin: PIN });
  const who = { staffId: staff, pin: PIN, client: 'counter', displayCode: null };
  return { terminal, item, token: await signIn(app, terminal, who) };
}

/** What a process reads for each request. */
async function current({ app }: Parameters<Step>[0], { terminal, token }: Counter) {
  const row = defined(await findTerminal(app.db, terminal.project_id, terminal.id), 'it exists');
  const session = defined(await findTerminalSession(app, row, token), 'Ada is signed in');
  return { app, row, session };
}

/** The page sends the same request again after a lost answer. */
function press(counter: Counter, nonce: string) {
  let id = '';
  const cart = {
    lines: [{ item_id: counter.item, quantity: 1, amount: null, name: null }],
    discount_percent: null,
    tip_percent: null,
    tip_amount: null,
    note: null,
  };
  const step: Step = async (instance) => {
    const { app, row, session } = await current(instance, counter);
    id = (await sell(app, row, { session, cart, nonce, words: WORDS })).checkout_id;
  };
  return { step, id: () => id };
}

const choose =
  (id: () => string): Step =>
  async ({ app }) => {
    expect(await chooseCoin(app, id(), { coin: 'LTC' })).not.toBeNull();
  };

const invoicesOf = (id: string) =>
  fixture.world.app.db.query<{ id: string }>('select id from invoices where checkout_id = $1', [
    id,
  ]);

const pay = (id: () => string) =>
  once(async () => {
    const { app, assembled } = fixture.world;
    const [invoice] = await invoicesOf(id());
    await paySimulated(app, defined(assembled.simulations, 'a sandbox'), {
      invoice_id: defined(invoice, 'a coin is chosen').id,
      risk_level: 'low',
    });
  });

const confirmed = (): Step[] => [drain, freshBlock(fixture), drain];

const close =
  (counter: Counter, number: number): Step =>
  async (instance) => {
    const { app, row } = await current(instance, counter);
    const made = await closeTerminal(app, row, { number, by: 'Ada' });
    expect(made).toMatchObject({ number, totals: { sales: 1, total: '10.0' } });
  };

/** `closes`: of each sale, in the order of their numbers. */
async function expectEachOnce(
  { terminal }: Counter,
  ids: readonly string[],
  closes: readonly (number | null)[],
): Promise<void> {
  const { app } = fixture.world;
  const sales = await app.db.query(
    `select checkout_id, number, close_number from terminal_sales where terminal_id = $1 order by number`,
    [terminal.id],
  );
  expect(sales).toEqual(
    ids.map((id, n) => ({ checkout_id: id, number: n + 1, close_number: closes[n] })),
  );
  const checkouts = await app.db.query('select 1 from checkouts where terminal_id = $1', [
    terminal.id,
  ]);
  expect(checkouts).toHaveLength(ids.length);
  const made = await app.db.query<{ number: number }>(
    `select number from terminal_closes where terminal_id = $1 order by number`,
    [terminal.id],
  );
  expect(made.map(({ number }) => number)).toEqual(closes.filter((number) => number !== null));
  expect(await itemsOf(app.db, terminal)).toMatchObject([{ taken: ids.length, paid_late: 0 }]);
}

const PAID = [
  'created open',
  'payment_received processing',
  'processing processing',
  'completed completed',
];
const INVOICE_PAID = [
  'transaction_created new',
  'transaction_confirmed new',
  'status_changed completed',
];

async function toldOfInvoice(id: string) {
  const invoices = await invoicesOf(id);
  expect(invoices).toHaveLength(1);
  return invoices.map((invoice) => [invoice.id, INVOICE_PAID] as const);
}

test(
  'a sale that is paid, and closed',
  async () => {
    await crashEverywhere(fixture, async () => {
      const counter = await openCounter();
      const sale = press(counter, 'nonce-of-the-only-sale');
      return {
        steps: [sale.step, choose(sale.id), pay(sale.id), ...confirmed(), close(counter, 1)],
        objectId: async () => sale.id(),
        story: PAID,
        alsoTold: async () => {
          await expectEachOnce(counter, [sale.id()], [1]);
          return toldOfInvoice(sale.id());
        },
        effect: { ...settled, ...brought },
      };
    });
  },
  TIMEOUT,
);

const twice = (effect: Readonly<Record<string, bigint>>) =>
  Object.fromEntries(Object.entries(effect).map(([name, amount]) => [name, 2n * amount]));

test(
  'a sale that is paid after a close is in the next one',
  async () => {
    await crashEverywhere(fixture, async () => {
      const counter = await openCounter();
      const [first, second] = [
        press(counter, 'nonce-of-the-first'),
        press(counter, 'nonce-of-2nd-sale'),
      ];
      const paid = (id: () => string) => [choose(id), pay(id), ...confirmed()];
      return {
        steps: [
          first.step,
          second.step,
          ...paid(first.id),
          close(counter, 1),
          ...paid(second.id),
          close(counter, 2),
          // A press that is repeated shows what was closed.
          close(counter, 1),
          close(counter, 2),
        ],
        objectId: async () => second.id(),
        story: PAID,
        alsoTold: async () => {
          await expectEachOnce(counter, [first.id(), second.id()], [1, 2]);
          const invoices = await Promise.all([first, second].map(({ id }) => toldOfInvoice(id())));
          return [[first.id(), PAID] as const, ...invoices.flat()];
        },
        effect: twice({ ...settled, ...brought }),
      };
    });
  },
  TIMEOUT,
);
