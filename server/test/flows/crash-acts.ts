// The steps of the crash tests: what a merchant, a customer and the network do on a fixture where any process may die.
// Used by crash.test.ts, crash-checkouts.test.ts and crash-money-back.test.ts.
import { expect } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { createChannel } from '../../src/channels/create.ts';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { createCheckout } from '../../src/checkouts/create.ts';
import { defined } from '../../src/core/assert.ts';
import { newId } from '../../src/core/ids.ts';
import { createInvoice } from '../../src/invoices/create.ts';
import { paySimulated } from '../../src/sandbox/pay.ts';
import type { CrashFixture, Step } from './crash-fixture.ts';

export const newObjectId = (fixture: CrashFixture) =>
  newId(fixture.world.app.clock, fixture.world.app.random);
export const drain: Step = (instance) => instance.drain();

/** Not repeated when the process that did it has died since. */
export function once(act: () => Promise<unknown>): Step {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = true;
    await act();
  };
}

export const payWith = (
  fixture: CrashFixture,
  requested: { invoice_id?: string; channel_id?: string; amount?: string; risk_level?: 'high' },
) =>
  once(() =>
    paySimulated(fixture.world.app, simulations(fixture), { risk_level: 'low', ...requested }),
  );

function simulations(fixture: CrashFixture) {
  const { simulations: all } = fixture.world.assembled;
  if (all === null) throw new Error('a sandbox');
  return all;
}

export const makeInvoice =
  (fixture: CrashFixture, objectId: string): Step =>
  async ({ app }) => {
    const caller = { project: fixture.project, objectId };
    const price = { price_amount: '10', price_currency: 'EUR', pay_currency: 'LTC' };
    await createInvoice(app, caller, { ...price, ...NOTHING });
  };
/** Every optional field. */
export const NOTHING = {
  network: undefined,
  custom_id: undefined,
  customer_id: undefined,
  name: undefined,
  description: undefined,
  metadata: undefined,
  success_redirect_url: undefined,
  unsuccess_redirect_url: undefined,
  payer_email: undefined,
  expires_in: undefined,
  language: undefined,
};

/** 10 EUR at the sandbox's rates. */
export const PAID = 12_852_645n;
export const settled = { 'available EUR': 990n, 'fees EUR': 10n, 'exchange EUR': -1000n };
export const brought = { 'chain LTC': -PAID, 'exchange LTC': PAID };
export const reported = ['transaction_created new', 'transaction_confirmed new'];

export function freshBlock(fixture: CrashFixture): Step {
  return once(() => mine(fixture.world.simulation('LTC')));
}

/** An invoice with a payment of 0.2 LTC. Returns its id. */
export async function overpaid(fixture: CrashFixture): Promise<string> {
  const id = newObjectId(fixture);
  const steps = [
    makeInvoice(fixture, id),
    payWith(fixture, { invoice_id: id, amount: '0.2' }),
    drain,
    freshBlock(fixture),
    drain,
  ];
  await fixture.run(steps, { at: 0, when: 'before' });
  return id;
}

/** A completed invoice. Returns its id. */
export async function paidInFull(fixture: CrashFixture): Promise<string> {
  const id = newObjectId(fixture);
  const pay = payWith(fixture, { invoice_id: id });
  const steps = [makeInvoice(fixture, id), pay, drain, freshBlock(fixture), drain];
  await fixture.run(steps, { at: 0, when: 'before' });
  return id;
}

/** A completed checkout of 10 EUR, paid twice. Returns its invoice. */
export async function overpaidCheckout(fixture: CrashFixture): Promise<string> {
  const id = newObjectId(fixture);
  const { app } = fixture.world;
  const caller = { project: fixture.project, objectId: id };
  const price = { price_amount: '10', price_currency: 'EUR' };
  const terms = { ...price, pay_currencies: [{ currency: 'LTC' }] };
  const make = once(() =>
    createCheckout(app, caller, terms as Parameters<typeof createCheckout>[2]),
  );
  const choose = once(() => chooseCoin(app, id, { coin: 'LTC' }));
  await fixture.run([make, choose], { at: 0, when: 'before' });
  const [invoice] = await app.db.query<{ id: string }>(
    'select id from invoices where checkout_id = $1',
    [id],
  );
  const { id: invoiceId } = defined(invoice, 'a coin was chosen');
  const pay = payWith(fixture, { invoice_id: invoiceId, amount: '0.2570529' });
  await fixture.run([pay, drain, freshBlock(fixture), drain], { at: 0, when: 'before' });
  return invoiceId;
}

let strangers = 0;
/** An external LTC address. */
export function stranger(fixture: CrashFixture): string {
  strangers += 1;
  const coin = defined(fixture.world.app.coins.get('LTC'), 'LTC');
  return foreignAddress(coin, 'crash refunds', strangers);
}

/** Created in LTC, credited in LTC. */
export async function ownChannel(fixture: CrashFixture): Promise<string> {
  const id = newObjectId(fixture);
  const terms = { name: 'x', pay_currency: 'LTC', receiver_currency: 'LTC' };
  const caller = { project: fixture.project, objectId: id };
  await createChannel(fixture.world.app, caller, { ...NOTHING, ...terms });
  return id;
}

/** A high-risk payment of 1 LTC. Returns its id. */
export async function heldPayment(fixture: CrashFixture): Promise<string> {
  const id = await ownChannel(fixture);
  const pay = payWith(fixture, { channel_id: id, amount: '1', risk_level: 'high' });
  await fixture.run([pay, drain, freshBlock(fixture), drain], { at: 0, when: 'before' });
  return paymentOf(fixture, id);
}

/** A completed invoice, and a later payment of 0.3 LTC to it. */
export async function surplus(
  fixture: CrashFixture,
): Promise<{ invoiceId: string; depositId: string }> {
  const id = newObjectId(fixture);
  const confirm = () => [drain, freshBlock(fixture), drain];
  const pay = payWith(fixture, { invoice_id: id });
  const payAgain = payWith(fixture, { invoice_id: id, amount: '0.3' });
  const steps = [makeInvoice(fixture, id), pay, ...confirm(), payAgain, ...confirm()];
  await fixture.run(steps, { at: 0, when: 'before' });
  const rows = await fixture.world.app.db.query<{ id: string }>(
    'select id from deposits where owner_id = $1 and is_unmatched',
    [id],
  );
  return { invoiceId: id, depositId: defined(rows[0], 'unmatched money').id };
}

/** The only payment of a channel. */
export async function paymentOf(fixture: CrashFixture, channelId: string): Promise<string> {
  const rows = await fixture.world.app.db.query<{ id: string }>(
    'select id from channel_payments where channel_id = $1',
    [channelId],
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? '';
}
