// Guarantees of moving a project that has a history on chains: it goes on in the other cell with all of it, payouts
// that waited are sent from there and from nowhere else; what comes to its old addresses is credited there once, and
// taken back when it is undone, whichever of both cells went back in time.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forwardPayments } from '../../src/cells/forward.ts';
import { moveProject } from '../../src/cells/move.ts';
import { closeProject, endMoveAway, findMove, reopenProject } from '../../src/cells/moves.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { known } from '../../src/core/assert.ts';
import { DAY, MINUTE } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { projectsWithBooks } from '../../src/ledger/day-sums.ts';
import { listStops, stopPayouts } from '../../src/ledger/payout-stops.ts';
import { lockLedger } from '../../src/ledger/post.ts';
import { checkCover } from '../../src/operator/doctor/check-nodes.ts';
import { resumePayouts } from '../../src/payouts/plan/apply-stops.ts';
import { solvencyOf } from '../../src/payouts/wallet/solvency.ts';
import { credit, fillWallet } from '../support/funds.ts';
import type { Merchant, World } from '../support/world.ts';
import { openIn } from './knife.ts';
import { apiAt, openTwoCells, type TwoCells } from './two-cells.ts';

/** What a deposit of BTC of any amount needs. */
const FINAL = 6;

let two: TwoCells;
beforeAll(async () => {
  two = await openTwoCells();
  await fillWallet(two.here, 'BTC', ['5', '5']);
  await fillWallet(two.there, 'BTC', ['5', '5']);
});
afterAll(() => two.close());

let merchant: Merchant;
let there: Merchant;
beforeEach(async () => {
  merchant = await two.here.merchant();
  there = { ...merchant, api: apiAt(two.there, merchant) };
});

const projectId = () => merchant.project.id;
const move = () => moveProject(two.cells, projectId());
const forward = async () => {
  const told = await forwardPayments(two.cells, projectId());
  await two.there.settle();
  return told;
};
const newInvoice = () =>
  merchant.api.invoices.create({
    ...{ price_amount: '100', price_currency: 'EUR', pay_currency: 'BTC' },
  });
const newChannel = () =>
  merchant.api.channels.create({ name: 'c', pay_currency: 'BTC', receiver_currency: 'EUR' });
const newWithdrawal = (amount: string) =>
  merchant.api.coinWithdrawals.create({
    ...{ charged_currency: 'BTC', received_currency: 'BTC', received_amount: amount },
    ...{ address: stranger(), force_commit: true },
  });
let strangers = 0;
function stranger(): string {
  strangers += 1;
  return foreignAddress(known(two.here.app.coins.get('BTC'), 'BTC'), 'payee', strangers);
}
const balance = async ({ api }: Merchant, code: string) =>
  known(
    (await api.accounts.list()).data.find(({ currency }) => currency === code),
    code,
  ).balance;
const paidBy = async ({ app }: World, address: string) =>
  (
    await app.db.query<{ n: number }>(
      'select count(*)::int as n from simulation.outputs where coin = $1 and address = $2',
      ['BTC', address],
    )
  )[0]?.n;
const cellsAreSound = async () => {
  for (const { app } of [two.here, two.there]) {
    expect(await auditLedger(app.db)).toEqual([]);
    expect(await app.db.query('select 1 from quarantines')).toEqual([]);
  }
};

test('it goes on there with all that it had: invoices, channels, inbox, withdrawals', async () => {
  const { here } = two;
  const { api } = merchant;
  const paid = await newInvoice();
  const channel = await newChannel();
  await here.pay({ invoice_id: paid.id });
  await here.pay({ channel_id: channel.id, amount: '0.01' });
  await here.mine('BTC', FINAL);
  await here.pay({ invoice_id: paid.id, amount: '0.02' });
  await here.mine('BTC', FINAL);
  await credit(here, merchant, { BTC: '1' });
  const sent = await newWithdrawal('0.1');
  await here.settle();
  await here.mine('BTC', FINAL);
  await here.mine('BTC');
  await api.subscriptions.create({
    ...{ name: 's', amount: '10', currency: 'EUR', period: 'month', period_quantity: 1 },
    ...{ payer_email: 'payer@example.com', starts_at: new Date(here.clock.now() + 30 * DAY) },
  });
  await here.settle();
  const all = async ({ api: at }: Merchant) => ({
    accounts: await at.accounts.list(),
    transactions: await at.transactions.list(),
    invoice: await at.invoices.get(paid.id),
    channel: await at.channels.get(channel.id),
    payments: await at.channelPayments.list(channel.id),
    inbox: await at.coinDeposits.list(),
    withdrawal: await at.coinWithdrawals.get(sent.id),
    subscriptions: await at.subscriptions.list(),
  });
  const before = await all(merchant);
  expect(before).toMatchObject({
    invoice: { status: 'completed' },
    withdrawal: { status: 'completed' },
    inbox: { data: [{ status: 'on_hold' }] },
  });
  expect(await move()).toHaveProperty('slot');
  // Pages are where the service is.
  const said = JSON.stringify(await all(there)).replaceAll(two.there.url, here.url);
  expect(JSON.parse(said)).toEqual(JSON.parse(JSON.stringify(before)));
  // Decided on there.
  const [surplus] = before.inbox.data;
  await there.api.coinDeposits.credit(known(surplus, 'money on top').id, { description: 'a tip' });
  await two.there.settle();
  expect(await balance(there, 'BTC')).not.toBe(await balance(merchant, 'BTC').catch(() => null));
  // What was copied as it is is not told again.
  expect(await forward()).toBe(0);
  await cellsAreSound();
});

test('what comes to its old addresses is shown when it is seen, and credited when it is final', async () => {
  const { here } = two;
  const [invoice, early] = [await newInvoice(), await newInvoice()];
  const channel = await newChannel();
  await here.pay({ invoice_id: early.id });
  await move();
  await here.pay({ invoice_id: invoice.id });
  await here.pay({ channel_id: channel.id, amount: '0.01' });
  expect(await forward()).toBe(2);
  for (const { id, pay_amount: due } of [invoice, early])
    expect(await there.api.invoices.get(id)).toMatchObject({ status: 'new', paid_amount: due });
  expect((await there.api.channelPayments.list(channel.id)).data).toMatchObject([
    { status: 'pending' },
  ]);
  await here.mine('BTC', FINAL - 1);
  expect(await forward()).toBe(0);
  await here.mine('BTC');
  expect(await forward()).toBe(3);
  for (const { id } of [invoice, early])
    expect(await there.api.invoices.get(id)).toMatchObject({ status: 'completed' });
  expect((await there.api.channelPayments.list(channel.id)).data).toMatchObject([
    { status: 'completed' },
  ]);
  const events = merchant.callbacks.filter(({ data }) => data.id === invoice.id);
  expect(events.map(({ data }) => data.status)).toEqual(['new', 'new', 'completed']);
  expect(await forward()).toBe(0);
  // Its coins are of the wallets that got them, and none of the others.
  const known_ = await two.there.app.db.query(
    `select 1 from deposits d join wallet_outputs o using (coin, txid, output_index) where d.cell is not null`,
  );
  expect(known_).toEqual([]);
  await cellsAreSound();
});

test('a payout that waits is sent from the other cell, and from nowhere else', async () => {
  const { here } = two;
  await credit(here, merchant, { BTC: '100' });
  const waiting = await newWithdrawal('1.5');
  const short = await newWithdrawal('40');
  await here.settle();
  expect((await merchant.api.coinWithdrawals.get(short.id)).status).toBe('pending');
  const reasons = (await move()) as { reasons: string[] };
  expect(reasons.reasons).toEqual([
    '1 transfers that pay for it are on their way, or in blocks that are not final',
    '1 payouts are neither waiting nor over',
  ]);
  await here.mine('BTC', FINAL);
  await here.mine('BTC');
  expect(await merchant.api.coinWithdrawals.get(waiting.id)).toMatchObject({ status: 'completed' });
  expect(await move()).toHaveProperty('slot');
  await fillWallet(here, 'BTC', ['50']);
  await here.mine('BTC', FINAL);
  expect(await paidBy(here, short.address)).toBe(0);
  await fillWallet(two.there, 'BTC', ['50']);
  await two.there.advance(60_000);
  await two.there.mine('BTC', FINAL);
  expect(await there.api.coinWithdrawals.get(short.id)).toMatchObject({ status: 'completed' });
  expect(await paidBy(two.there, short.address)).toBe(1);
  expect(await paidBy(here, short.address)).toBe(0);
  await cellsAreSound();
});

test('payouts that were stopped move as they are, and are sent when the stop is lifted there', async () => {
  const { here, there: other } = two;
  await credit(here, merchant, { BTC: '1' });
  const stop = {
    projectId: projectId(),
    cause: 'person',
    subject: 'move',
    reason: 'it moves',
  } as const;
  await here.app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId());
    await stopPayouts(tx, stop);
  });
  const asked = await newWithdrawal('0.5');
  await here.settle();
  expect(await move()).toHaveProperty('slot');
  await other.settle();
  expect(await paidBy(other, asked.address)).toBe(0);
  const [stopped] = await listStops(other.app.db, { withLifted: false });
  await resumePayouts(other.app, { id: known(stopped, 'a stop').id, reason: 'it is here' });
  await other.advance(MINUTE);
  await other.mine('BTC', FINAL);
  expect(await there.api.coinWithdrawals.get(asked.id)).toMatchObject({ status: 'completed' });
  expect([await paidBy(here, asked.address), await paidBy(other, asked.address)]).toEqual([0, 1]);
  await cellsAreSound();
});

test('nobody is told for ten minutes: an alarm says so until somebody is', async () => {
  const { here } = two;
  const invoice = await newInvoice();
  await move();
  await here.pay({ invoice_id: invoice.id });
  const alarms = () =>
    here.app.db.query(
      `select facts ->> 'project_id' as of from ledger_alarms
       where kind = 'payments_untold' and cleared_at is null and facts ->> 'subject' = $1`,
      [projectId()],
    );
  await here.advance(2 * MINUTE);
  expect(await alarms()).toEqual([]);
  await here.advance(10 * MINUTE);
  await here.advance(MINUTE);
  expect(await alarms()).toEqual([{ of: projectId() }]);
  await forward();
  await here.advance(2 * MINUTE);
  expect(await alarms()).toEqual([]);
});

test('what a reorganisation takes from its old addresses is taken back there, and comes back', async () => {
  const { here } = two;
  const invoice = await newInvoice();
  await here.pay({ invoice_id: invoice.id });
  await here.mine('BTC', 2);
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
  await move();
  await forward();
  await here.reorganise('BTC', 4, { drop: true });
  await here.mine('BTC', 2 * FINAL);
  await here.advance(60_000);
  expect(await forward()).toBeGreaterThan(0);
  expect(
    await two.there.app.db.query('select status from deposits where owner_id = $1', [invoice.id]),
  ).toEqual([{ status: 'reversed' }]);
  expect(
    await two.there.app.db.query('select cause from payout_stops where project_id = $1', [
      projectId(),
    ]),
  ).toEqual([{ cause: 'reversed_deposit' }]);
  await cellsAreSound();
});

test('what was credited and is not final is money at risk there, until it is', async () => {
  const { here, there: other } = two;
  const invoice = await newInvoice();
  await here.pay({ invoice_id: invoice.id });
  await here.mine('BTC', 2);
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
  await move();
  const place = async () => {
    const [row] = await other.app.db.query<{ status: string; block_height: number | null }>(
      'select status, block_height from deposits where owner_id = $1',
      [invoice.id],
    );
    return row;
  };
  expect(await place()).toEqual({ status: 'confirmed', block_height: null });
  await here.mine('BTC', FINAL - 2);
  await forward();
  expect(await place()).toEqual({ status: 'confirmed', block_height: 0 });
  expect(await there.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
  await cellsAreSound();
});

test('one in a coin that the other cell does not have holds up no other', async () => {
  const { here, cells } = two;
  const [strange, open] = [await newInvoice(), await newInvoice()];
  await move();
  await here.pay({ invoice_id: strange.id });
  await here.pay({ invoice_id: open.id });
  // As if the other cell had this coin no more.
  const coin = (code: string, of: string) =>
    here.database.owner.query('update deposits set coin = $1 where owner_id = $2', [code, of]);
  await coin('XYZ', strange.id);
  expect(await forwardPayments(cells, projectId())).toBe(1);
  await two.there.settle();
  expect(await there.api.invoices.get(open.id)).toMatchObject({ paid_amount: open.pay_amount });
  await coin('BTC', strange.id);
  expect(await forward()).toBe(1);
  await cellsAreSound();
});

test('pages and reports of the cell that it left show it no more', async () => {
  const { here } = two;
  const invoice = await newInvoice();
  const channel = await newChannel();
  const pages = [
    `/invoices/${invoice.id}`,
    `/channels/${channel.id}`,
    `/invoices/${invoice.id}/status`,
  ];
  const statuses = (url: string) =>
    Promise.all(pages.map(async (page) => (await fetch(`${url}${page}`)).status));
  await credit(here, merchant, { EUR: '1' });
  expect(await projectsWithBooks(here.app.db)).toContain(projectId());
  await move();
  expect(await statuses(here.url)).toEqual([503, 503, 503]);
  expect(await statuses(two.there.url)).toEqual([200, 200, 200]);
  expect(await projectsWithBooks(here.app.db)).not.toContain(projectId());
  expect(await projectsWithBooks(two.there.app.db)).toContain(projectId());
});

test('while it is closed it holds up nobody, and what comes to its channels is a payment where it opens', async () => {
  const { here } = two;
  const other = await here.merchant();
  const invoice = await other.api.invoices.create({
    ...{ price_amount: '10', price_currency: 'EUR', pay_currency: 'BTC' },
  });
  const channel = await newChannel();
  const reversed = await newInvoice();
  await here.pay({ invoice_id: reversed.id });
  await here.mine('BTC', 2);
  const payments = (of: Merchant) => of.api.channelPayments.list(channel.id);
  const closed = await closeProject(here.app, projectId(), '1');
  await here.pay({ channel_id: channel.id, amount: '0.01' });
  await here.reorganise('BTC', 3, { drop: true });
  await here.mine('BTC', 2 * FINAL);
  await here.pay({ channel_id: channel.id, amount: '0.02' });
  await here.pay({ invoice_id: invoice.id });
  await here.mine('BTC', FINAL);
  await here.advance(MINUTE);
  expect(await other.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
  await reopenProject(here.app, closed);
  await here.advance(MINUTE);
  expect((await payments(merchant)).data.length).toBe(2);
  await here.mine('BTC');
  const again = await closeProject(here.app, projectId(), '1');
  await here.pay({ channel_id: channel.id, amount: '0.03' });
  await reopenProject(here.app, again);
  await closeProject(here.app, projectId(), '1');
  await here.pay({ channel_id: channel.id, amount: '0.04' });
  expect(await move()).toHaveProperty('slot');
  await forward();
  expect((await payments(there)).data.length).toBe(4);
  expect(
    (await here.app.db.query('select 1 from payout_stops where project_id = $1', [projectId()]))
      .length,
  ).toBe(
    (
      await two.there.app.db.query('select 1 from payout_stops where project_id = $1', [
        projectId(),
      ])
    ).length,
  );
  await cellsAreSound();
});

test('what others own stays owed where they are', async () => {
  const { here } = two;
  const other = await here.merchant();
  await credit(here, other, { BTC: '0.5' });
  await credit(here, merchant, { BTC: '0.25' });
  const owed = async ({ app }: World) =>
    (await solvencyOf(app)).positions.find(({ currency }) => currency.code === 'BTC')?.owed ?? 0n;
  const before = [await owed(here), await owed(two.there)];
  await move();
  const moved = amountOf('0.25', known(here.app.coins.get('BTC'), 'BTC'));
  expect([await owed(here), await owed(two.there)]).toEqual([
    (before[0] ?? 0n) - moved,
    (before[1] ?? 0n) + moved,
  ]);
  const [cover] = (await checkCover(here.app)).filter(({ about }) => about === 'BTC');
  expect(cover).toMatchObject({ ok: true });
});

test('a payment that is seen while its project moves is not lost', async () => {
  const { here, cells } = two;
  const invoice = await newInvoice();
  // Stored after the copy was made, and before the project is gone.
  const db = Object.create(two.there.app.db, {
    patient: {
      value: Object.create(two.there.app.db.patient, {
        transaction: {
          value: async (work: never) => {
            const result = await two.there.app.db.patient.transaction(work);
            await here.pay({ invoice_id: invoice.id });
            return result;
          },
        },
      }),
    },
  });
  expect(await moveProject({ ...cells, to: { ...two.there.app, db } }, projectId())).toHaveProperty(
    'slot',
  );
  expect(await forward()).toBe(1);
  expect(await there.api.invoices.get(invoice.id)).toMatchObject({
    paid_amount: invoice.pay_amount,
  });
  await here.mine('BTC', FINAL);
  await forward();
  expect(await there.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
  await cellsAreSound();
});

test('a cell that went back in time is told again, and one that tells again tells nothing new', async () => {
  const { here } = two;
  const { owner } = two.there.database;
  const invoice = await newInvoice();
  await move();
  await here.pay({ invoice_id: invoice.id });
  expect(await forward()).toBe(1);
  const tellings = async (world: World, direction: 'here' | 'away') =>
    (await findMove(world.app.db, projectId(), direction))?.tellings;
  expect([await tellings(here, 'away'), await tellings(two.there, 'here')]).toEqual([1, 1]);
  // As if the other one were restored from before it heard of it.
  await owner.query('delete from deposits where owner_id = $1', [invoice.id]);
  await owner.query('update project_moves set tellings = 0 where project_id = $1', [projectId()]);
  expect(await forward()).toBe(1);
  expect(await there.api.invoices.get(invoice.id)).toMatchObject({
    paid_amount: invoice.pay_amount,
  });
  // And this one: it tells again what it does not know that it told.
  const own = here.database.owner;
  await own.query('update project_moves set tellings = 0 where project_id = $1', [projectId()]);
  await own.query('update deposits set told = null where project_id = $1', [projectId()]);
  await here.mine('BTC', FINAL);
  expect(await forward()).toBe(1);
  expect(await forward()).toBe(0);
  expect(await there.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
  await cellsAreSound();
});

test('a cell that was restored from before the move leaves again, and tells all that it got', async () => {
  const { here, cells } = two;
  const invoice = await newInvoice();
  await move();
  // As it was before: open, with what came in since read again.
  const { owner } = here.database;
  await owner.query('delete from project_moves where project_id = $1', [projectId()]);
  await here.pay({ invoice_id: invoice.id });
  await here.mine('BTC', FINAL);
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
  expect(await move()).toHaveProperty('slot');
  expect(await openIn(two, projectId())).toEqual(['there']);
  expect(await forward()).toBe(1);
  expect(await there.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
  await cellsAreSound();
  // One that left for good does not go where it is not known.
  await two.there.database.owner.query('delete from project_moves where project_id = $1', [
    projectId(),
  ]);
  await expect(forwardPayments(cells, projectId())).rejects.toThrow(/does not know of it/);
  await expect(move()).rejects.toThrow(/does not know of it/);
});

test('what leaves is not due any more in the cell that it left', async () => {
  const { here } = two;
  await newInvoice();
  await credit(here, merchant, { EUR: '1000' });
  await merchant.api.exchangeTransfers.create({
    ...{ charged_currency: 'EUR', received_currency: 'BTC', charged_amount: '100.00' },
  });
  await move();
  const left = known(await findMove(here.app.db, projectId(), 'away'), 'it left');
  await endMoveAway(here.app, left, new Map());
  await closeProject(here.app, projectId(), '1');
  expect(
    await here.app.db.query(
      `select 1 from invoices where project_id = $1 and due_at is not null
       union all select 1 from exchange_transfers where project_id = $1 and due_at is not null`,
      [projectId()],
    ),
  ).toEqual([]);
  await two.there.advance(15 * DAY);
  await here.advance(15 * DAY);
  expect((await there.api.invoices.list()).data).toMatchObject([{ status: 'cancelled' }]);
  await cellsAreSound();
});
