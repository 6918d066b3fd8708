// The acts that the crash tests are made of: what a merchant, a payer and the network do on a ground where any
// process may die. Used by crash.test.ts and crash-money-back.test.ts.
import { expect } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/foreign-address.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { createChannel } from '../../src/channels/create.ts';
import { known } from '../../src/core/assert.ts';
import { newId } from '../../src/core/ids.ts';
import { createInvoice } from '../../src/invoices/create.ts';
import { paySimulated } from '../../src/sandbox/pay.ts';
import type { CrashGround, Step } from './crash-ground.ts';

export const newObjectId = (ground: CrashGround) =>
  newId(ground.world.app.clock, ground.world.app.random);
export const drain: Step = (till) => till.drain();

/** Not again when the process that did it has died since. */
export function once(act: () => Promise<unknown>): Step {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = true;
    await act();
  };
}

export const payWith = (
  ground: CrashGround,
  wish: { invoice_id?: string; channel_id?: string; amount?: string; risk_level?: 'high' },
) =>
  once(() => paySimulated(ground.world.app, simulations(ground), { risk_level: 'low', ...wish }));

function simulations(ground: CrashGround) {
  const { simulations: all } = ground.world.assembled;
  if (all === null) throw new Error('a sandbox');
  return all;
}

export const makeInvoice =
  (ground: CrashGround, objectId: string): Step =>
  async ({ app }) => {
    const caller = { project: ground.project, objectId };
    const price = { price_amount: '10', price_currency: 'EUR', pay_currency: 'LTC' };
    await createInvoice(app, caller, { ...price, ...NOTHING });
  };
/** Every field that may be left out. */
export const NOTHING = {
  ...{ network: undefined, custom_id: undefined, customer_id: undefined, name: undefined },
  ...{ description: undefined, metadata: undefined, success_redirect_url: undefined },
  ...{ unsuccess_redirect_url: undefined, payer_email: undefined },
};

/** 10 EUR at the sandbox's book. */
export const PAID = 12_852_645n;
export const settled = { 'available EUR': 990n, 'fees EUR': 10n, 'exchange EUR': -1000n };
export const brought = { 'chain LTC': -PAID, 'exchange LTC': PAID };
export const told = ['transaction_created new', 'transaction_confirmed new'];

export function freshBlock(ground: CrashGround): Step {
  return once(() => mine(ground.world.simulation('LTC')));
}

/** An invoice to which 0.2 LTC were paid; its id. */
export async function overpaid(ground: CrashGround): Promise<string> {
  const id = newObjectId(ground);
  const steps = [
    makeInvoice(ground, id),
    payWith(ground, { invoice_id: id, amount: '0.2' }),
    drain,
    freshBlock(ground),
    drain,
  ];
  await ground.run(steps, { at: 0, when: 'before' });
  return id;
}

let strangers = 0;
/** Somebody else's address of LTC. */
export function stranger(ground: CrashGround): string {
  strangers += 1;
  const coin = known(ground.world.app.coins.get('LTC'), 'LTC');
  return foreignAddress(coin, 'crash refunds', strangers);
}

/** Of LTC into LTC. */
export async function ownChannel(ground: CrashGround): Promise<string> {
  const id = newObjectId(ground);
  const terms = { name: 'x', pay_currency: 'LTC', receiver_currency: 'LTC' };
  const caller = { project: ground.project, objectId: id };
  await createChannel(ground.world.app, caller, { ...NOTHING, ...terms });
  return id;
}

/** A payment of 1 LTC of high risk; its id. */
export async function heldPayment(ground: CrashGround): Promise<string> {
  const id = await ownChannel(ground);
  const pay = payWith(ground, { channel_id: id, amount: '1', risk_level: 'high' });
  await ground.run([pay, drain, freshBlock(ground), drain], { at: 0, when: 'before' });
  return paymentOf(ground, id);
}

/** A completed invoice, and 0.3 LTC that came to it after that. */
export async function surplus(
  ground: CrashGround,
): Promise<{ invoiceId: string; depositId: string }> {
  const id = newObjectId(ground);
  const confirm = () => [drain, freshBlock(ground), drain];
  const pay = payWith(ground, { invoice_id: id });
  const payAgain = payWith(ground, { invoice_id: id, amount: '0.3' });
  const steps = [makeInvoice(ground, id), pay, ...confirm(), payAgain, ...confirm()];
  await ground.run(steps, { at: 0, when: 'before' });
  const rows = await ground.world.app.db.query<{ id: string }>(
    'select id from deposits where owner_id = $1 and is_unmatched',
    [id],
  );
  return { invoiceId: id, depositId: known(rows[0], 'unmatched money').id };
}

/** The one payment of a channel. */
export async function paymentOf(ground: CrashGround, channelId: string): Promise<string> {
  const rows = await ground.world.app.db.query<{ id: string }>(
    'select id from channel_payments where channel_id = $1',
    [channelId],
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? '';
}
