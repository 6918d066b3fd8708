// An instance with one of everything, for detail screens, which are empty or missing in a new instance.
import { DAY } from '../../../server/src/core/clock.ts';
import {
  BTC_ADDRESS,
  publishPolicy,
  requestWithdrawal,
} from '../../../server/test/policy/support.ts';
import { credit, fillWallet } from '../../../server/test/support/funds.ts';
import type { Stage } from './stage.ts';

/** Timeline, by its id. */
export interface LivedIn {
  readonly sent: string;
  readonly held: string;
  readonly open: string;
  readonly over: string;
  readonly under: string;
  readonly channel: string;
  readonly subscription: string;
  readonly deposit: string;
  readonly delivery: string;
}

const EUR_BY_BTC = { price_currency: 'EUR', pay_currency: 'BTC' } as const;

export async function liveIn(stage: Stage): Promise<LivedIn> {
  const { merchant, world } = stage;
  const { api } = merchant;
  await fillWallet(world, 'BTC', ['1', '1']);
  await credit(world, merchant, { BTC: '1', EUR: '5000' });
  await api.customers.create({ id: 'ada', currency: 'EUR' });
  await publishPolicy(world, merchant, {
    name: 'large',
    when: { amountAbove: '500' },
    do: { hold: 1 },
  });
  const { id: sent } = await requestWithdrawal(merchant, '40', { custom_id: 'salary of May' });
  const { id: held } = await requestWithdrawal(merchant, '600', { custom_id: 'salary of June' });
  merchant.answerWith(500);
  const invoice = async (custom_id: string, paid: string | null) => {
    const { id } = await api.invoices.create({
      ...EUR_BY_BTC,
      price_amount: '500.00',
      custom_id,
      customer_id: 'ada',
    });
    if (paid !== null) await world.pay({ invoice_id: id, amount: paid, risk_level: 'low' });
    await world.mine('BTC', 6);
    return id;
  };
  const over = await invoice('paid too much', '0.5');
  merchant.answerWith(200);
  const under = await invoice('paid too little', '0.001');
  await world.advance(660_000);
  const channel = await paidChannel(stage);
  const { id: subscription } = await api.subscriptions.create({
    name: 'monthly',
    amount: '12.00',
    currency: 'EUR',
    period: 'month' as const,
    period_quantity: 1,
    payer_email: 'ada@example.com',
    starts_at: new Date(world.clock.now() + 5 * DAY),
  });
  const open = await invoice('two shirts', null);
  const { data: deposits } = await api.coinDeposits.list();
  const [delivery] = await world.app.db.query<{ id: string }>(
    'select delivery_id as id from delivery_attempts order by created_at limit 1',
  );
  const [deposit = { id: '' }] = deposits;
  return {
    sent,
    held,
    open,
    over,
    under,
    channel,
    subscription,
    deposit: deposit.id,
    delivery: delivery?.id ?? '',
  };
}

/** A channel that was disabled when it was paid, so the payment is held. Afterwards an invoice is paid twice. */
async function paidChannel({ merchant: { api }, world }: Stage): Promise<string> {
  const { id } = await api.channels.create({
    name: 'for Ada',
    pay_currency: 'BTC',
    receiver_currency: 'EUR',
    customer_id: 'ada',
  });
  await api.channels.update(id, { status: 'disabled' });
  await world.pay({ channel_id: id, amount: '0.01', risk_level: 'low' });
  const twice = await api.invoices.create({ ...EUR_BY_BTC, price_amount: '50.00' });
  await world.pay({ invoice_id: twice.id, risk_level: 'low' });
  await world.mine('BTC', 3);
  await world.pay({ invoice_id: twice.id, amount: '0.002', risk_level: 'high' });
  await world.mine('BTC', 3);
  return id;
}

export const PAYROLL = {
  name: 'payroll.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    `address;amount;currency;custom_id\r\n${BTC_ADDRESS};0.01;BTC;salary of July`,
  ),
};
