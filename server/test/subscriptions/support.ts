// Shared by the tests of subscriptions: a subscription with usual terms, the customer's click on its page, and the
// merchant's callbacks.
import type { NewSubscription, Subscription } from '../../../client/src/types.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY } from '../../src/core/clock.ts';
import type { Merchant, World } from '../support/world.ts';

/** More emails to one mailbox in a day are rejected. */
let payers = 0;

/** 10 EUR a month by default, the first within ten days. */
export function newSubscription(
  world: World,
  merchant: Merchant,
  terms: Partial<NewSubscription> = {},
): Promise<Subscription> {
  return merchant.api.subscriptions.create({
    name: 'Membership',
    amount: '10.00',
    currency: 'EUR',
    period: 'month',
    period_quantity: 1,
    starts_at: new Date(world.clock.now() + 10 * DAY),
    payer_email: `payer-${++payers}@example.com`,
    ...terms,
  });
}

/** Clicks on a coin. Returns the path of the redirect. */
export async function choose(
  world: World,
  subscription: { readonly id: string },
  coin: string,
): Promise<string> {
  const response = await fetch(`${world.url}/subscriptions/${subscription.id}`, {
    method: 'POST',
    body: new URLSearchParams({ pay_currency: coin }),
    redirect: 'manual',
  });
  if (response.status !== 303) throw new Error(`${response.status}: ${await response.text()}`);
  return defined(response.headers.get('location'), 'a target');
}

/** The id of the invoice that a click leads to. */
export async function invoiceFor(
  world: World,
  subscription: { readonly id: string },
  coin = 'LTC',
): Promise<string> {
  const target = await choose(world, subscription, coin);
  return defined(/^\/invoices\/([0-9a-f-]{36})\?/.exec(target)?.[1], `an invoice, not ${target}`);
}

/** Pays the current period like a customer, including the confirmation. */
export async function payPeriod(
  world: World,
  subscription: { readonly id: string },
): Promise<string> {
  const id = await invoiceFor(world, subscription);
  await world.pay({ invoice_id: id, risk_level: 'low' });
  await world.mine('LTC', 6);
  return id;
}

/** The events sent to the merchant, in order. */
export function storyOf(merchant: Merchant, subscription: { readonly id: string }): string[] {
  return merchant.callbacks
    .filter((callback) => callback.data.id === subscription.id)
    .map((callback) => callback.event);
}

/** Moves the clock to a time and does due work. */
export async function goTo(world: World, time: string): Promise<void> {
  await world.advance(Date.parse(time) - world.clock.now());
}

/** All callbacks to the merchant by the time of their event: callbacks of two objects may overtake each other. */
export async function notifiedEvents(world: World, merchant: Merchant): Promise<string[]> {
  const rows = await world.app.db.query<{ type: string; event: string }>(
    'select type, event from events where project_id = $1 order by seq',
    [merchant.project.id],
  );
  return rows.map(({ type, event }) => `${type} ${event}`);
}
