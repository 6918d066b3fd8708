// A world in which every read operation has something to show, with the arguments of those that need some. The caller
// chooses the merchants' texts, so that hostile ones can be tested on every command.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { isReadOnly, type OperatorOperation } from '../../src/contract/operator/operation.ts';
import { type OperatorName, operatorOperations } from '../../src/contract/operator/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { requestCorrection } from '../../src/corrections/corrections.ts';
import { takeClaim } from '../../src/invoices/take-claim.ts';
import { createBatch } from '../../src/payout-batches/create.ts';
import { operatorReader } from '../operator/support.ts';
import { BTC_ADDRESS, publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World, type WorldOptions } from '../support/world.ts';
import { openShop } from '../terminals/support.ts';

export interface ReadsWorld {
  readonly world: World;
  readonly merchant: Merchant;
  /** Arguments of the operations that need some. */
  readonly given: Partial<Record<OperatorName, () => readonly string[]>>;
}

/** Operations that only read. */
export const reads = (Object.keys(operatorOperations) as OperatorName[]).filter((name) => {
  const operation: OperatorOperation = operatorOperations[name];
  return isReadOnly(operation.permission);
});

/** `text` returns what a merchant entered in place of `plain`. */
export async function openReadsWorld(
  text: (plain: string) => string = (plain) => plain,
  options: WorldOptions = {},
): Promise<ReadsWorld> {
  // One person posts large amounts in these tests.
  const world = await createWorld({ CHAINTILL_CORRECTION_LIMIT_EUR: '100000' }, options);
  const merchant = await world.merchant();
  await world.database.owner.query('update projects set name = $1', [text('Corner shop')]);
  writeFileSync(policyFile(world), '{"rules": [{"name": "no", "do": "refuse"}]}');
  await credit(world, merchant, { EUR: '1000' });
  await publishPolicy(world, merchant, {
    name: 'big',
    when: { amountAbove: '50' },
    do: { hold: 1 },
  });
  const withdrawal = await requestWithdrawal(merchant, '60', { custom_id: text('payout') });
  const customer = await merchant.api.customers.create({ id: text('ada'), currency: 'EUR' });
  const subscription = await merchant.api.subscriptions.create({
    name: text('coffee'),
    payer_email: 'ada@a.example',
    amount: '5.00',
    currency: 'EUR',
    period: 'month',
    period_quantity: 1,
    starts_at: new Date(world.clock.now() + 5 * DAY),
    custom_id: text('subscription'),
    payer_name: text('Ada'),
  });
  const channel = await merchant.api.channels.create({
    name: text('a channel'),
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
    custom_id: text('channel'),
    description: text('for tips'),
  });
  await world.pay({ channel_id: channel.id, amount: '0.5', risk_level: 'high' });
  const invoice = await merchant.api.invoices.create({
    price_amount: '10',
    price_currency: 'EUR',
    pay_currency: 'LTC',
    custom_id: text('order'),
    name: text('an order'),
    description: text('two coffees'),
    customer_id: customer.id,
  });
  await world.pay({ invoice_id: invoice.id, amount: '9', risk_level: 'low' });
  await world.mine('LTC', 10);
  const refunded = await merchant.api.invoices.create({
    price_amount: '12',
    price_currency: 'EUR',
    pay_currency: 'LTC',
    name: text('two teas'),
  });
  await world.pay({ invoice_id: refunded.id, amount: refunded.pay_amount, risk_level: 'low' });
  await world.mine('LTC', 10);
  const claim = await claimed(world, merchant, refunded.id);
  const checkout = await merchant.api.checkouts.create({
    price_amount: '12',
    price_currency: 'EUR',
    custom_id: text('basket'),
    name: text('a basket'),
  });
  const link = await merchant.api.paymentLinks.create({
    name: text('a gift'),
    description: text('for the cats'),
    price_currency: 'EUR',
    fields: [{ label: text('color').slice(0, 100) }],
    donation: { goal_amount: '100' },
  });
  const batch = newId(world.app.clock, world.app.random);
  const payouts = `address,amount,currency,custom_id\n${BTC_ADDRESS},0.01,BTC,"${text('ada').replaceAll('"', '""')}"`;
  await createBatch(
    world.app,
    {
      projectId: merchant.project.id,
      id: batch,
      name: text('pay.csv'),
      text: payouts,
      paysAgain: false,
    },
    { key: 'user:root', name: text('root') },
  );
  await requestCorrection(
    world.app,
    { projectId: merchant.project.id, currency: 'EUR', amount: 100n, reason: text('goodwill') },
    { key: 'system:root', name: text('root') },
  );
  const anId = async (table: 'deposits' | 'deliveries' | 'channel_payments') => {
    const [row] = await world.app.db.query<{ id: string }>(`select id from ${table} limit 1`);
    return defined(row, table).id;
  };
  const deposit = await anId('deposits');
  const delivery = await anId('deliveries');
  const payment = await anId('channel_payments');
  const terminal = await openTerminal(world, merchant, text);
  const given: ReadsWorld['given'] = {
    'accounts.statement': () => ['EUR'],
    'callbacks.show': () => [delivery],
    'channel-payments.list': () => ['--held'],
    'channel-payments.preview': () => [payment],
    'checkouts.show': () => [checkout.id],
    'customers.show': () => [customer.id],
    'deposits.history': () => [deposit],
    'deposits.preview': () => [deposit],
    'invoices.preview': () => [invoice.id],
    'members.with-permission': () => ['money'],
    'notes.show': () => ['invoice', invoice.id],
    'payout-batches.report': () => [batch],
    'payout-batches.rows': () => [batch],
    'payout-batches.show': () => [batch],
    'payment-links.show': () => [link.id],
    'payments.find': () => [invoice.id],
    'policy.check': () => [policyFile(world)],
    'policy.test': () => [policyFile(world), '--days', '7'],
    'refund-claims.preview': () => [claim.id],
    'refund-claims.refundable': () => [refunded.id],
    'risk.check-import': () => ['block', addressFile(world)],
    'risk.score': () => ['BTC', BTC_ADDRESS],
    'search.find': () => [withdrawal.id],
    'subscriptions.show': () => [subscription.id],
    'terminals.closes': () => [terminal],
    'terminals.sales': () => [terminal],
    'terminals.show': () => [terminal],
    'terminals.totals': () => [terminal],
    'transactions.trace': () => [invoice.id],
    'withdrawals.read-destination': () => [BTC_ADDRESS, '--project', merchant.project.id],
    'withdrawals.show': () => [withdrawal.id],
  };
  return { world, merchant, given };
}

/** A refund of a part, whose payer has entered an address. */
async function claimed(world: World, merchant: Merchant, invoiceId: string) {
  const claim = await merchant.api.refundClaims.create(invoiceId, { amount: '5.00' });
  const token = defined(claim.url?.split('/').at(-1), 'a link');
  const coin = defined(world.app.coins.get('LTC'), 'LTC');
  await takeClaim(world.app, token, foreignAddress(coin, 'reads', 1));
  return claim;
}

/** Of a terminal, an item and a person. */
const NAME_MAX = 100;

/** With an item and a person. */
async function openTerminal(world: World, merchant: Merchant, text: (plain: string) => string) {
  const name = (plain: string) => text(plain).slice(0, NAME_MAX);
  const { id } = await openShop(world, merchant, { name: name('Counter 1') });
  const operate = operatorReader(world);
  const of = { project: merchant.project.id, terminal_id: id };
  await operate('terminals.save-item', { ...of, name: name('Tea'), price_amount: '3' });
  await operate('terminals.save-staff', { ...of, name: name('Eve'), pin: '1234' });
  return id;
}

export function addressFile(world: World): string {
  const file = join(world.app.config.dataDir, 'addresses.txt');
  writeFileSync(file, BTC_ADDRESS);
  return file;
}

function policyFile(world: World): string {
  return join(world.app.config.dataDir, 'policy.json');
}
