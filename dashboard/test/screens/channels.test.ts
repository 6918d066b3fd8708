// Channels are created and disabled; payments meanwhile are held, and the operator credits them. Customers have
// addresses, subscriptions have customers.

import { expect, test } from 'vitest';
import { DAY } from '../../../server/src/core/clock.ts';
import { BTC_ADDRESS } from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import type { Merchant, World } from '../../../server/test/support/world.ts';
import { openScreen } from '../support/open-screen.ts';
import { agedStepUps } from '../support/passkey.ts';
import { type Stage, stage } from '../support/stage.ts';

/** Its payments are on hold: high-risk, or because it was disabled. */
async function paidChannel(
  { merchant, world }: Stage,
  { name, risk, payments }: { name: string; risk: 'low' | 'high'; payments: number },
): Promise<string> {
  const pair = { pay_currency: 'BTC', receiver_currency: 'EUR' };
  const { id } = await merchant.api.channels.create({ name, ...pair });
  if (risk === 'low') await merchant.api.channels.update(id, { status: 'disabled' });
  for (let n = 0; n < payments; n += 1)
    await world.pay({ channel_id: id, amount: '0.01', risk_level: risk });
  await world.mine('BTC', 3);
  await world.settle();
  return id;
}

/** The mail server rejected the customer's mailbox. */
async function giveUpMail({ app, database, clock }: World, { project }: Merchant): Promise<void> {
  const mailed = { smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'pay@shop.example' };
  Object.assign(app.config, mailed);
  await database.owner.query(
    `insert into mails (project_id, id, reference_id, purpose, recipient, subject, text_body, html_body, status,
       attempts, failure, created_at)
     select project_id, gen_random_uuid(), id, 'period 0', payer_email, 's', 't', 'h', 'failed', 1,
       '550 no such mailbox', $2
     from subscriptions where project_id = $1`,
    [project.id, new Date(clock.now() - DAY)],
  );
}

describeWithChromium('channels, customers and subscriptions', () => {
  const on = stage();

  test('a channel is created and disabled; later payments are held, and credited by the operator', async () => {
    const { enter, merchant, world } = on();
    const page = await enter({ roles: ['support'] });
    await openScreen(page, 'Channels');
    await page.getByRole('button', { name: 'Create channel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('for Anna');
    await dialog.getByRole('button', { name: 'Create channel' }).dblclick();
    await page.getByRole('heading', { name: 'for Anna' }).waitFor();
    await page.getByRole('button', { name: 'Disable…' }).click();
    await page.getByRole('button', { name: 'Disable channel' }).click();
    await page.getByText('disabled', { exact: true }).waitFor();
    const { data } = await merchant.api.channels.list();
    expect(data).toMatchObject([{ name: 'for Anna', status: 'disabled' }]);
    await world.pay({ channel_id: data[0]?.id, amount: '0.01', risk_level: 'low' });
    await world.mine('BTC', 3);
    await page.reload();
    await page.getByRole('cell', { name: 'on hold' }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('completed');
    await page.getByText('No payments match these filters.').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('on_hold');
    await page.getByRole('cell', { name: 'on hold' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const operator = await enter({ role: 'operator' });
    await openScreen(operator, 'Held payments');
    await operator.getByRole('heading', { level: 1, name: 'Held payments' }).waitFor();
    await operator.getByRole('textbox', { name: 'Coin' }).fill('LTC');
    await operator.keyboard.press('Enter');
    await operator.getByText('No held payments match these filters.').waitFor();
    expect(new URL(operator.url()).search).toBe('?coin=LTC');
    await operator.getByRole('button', { name: 'Clear filters' }).click();
    await operator.getByRole('button', { name: 'Credit…' }).click();
    await operator.getByRole('textbox', { name: 'Reason' }).fill('it was meant so');
    await operator.getByRole('button', { name: 'Credit 0.01 BTC' }).dblclick();
    await operator.getByText('No held payments').waitFor();
    const payments = await world.app.db.query('select status from channel_payments');
    expect(payments).toEqual([{ status: 'completed' }]);
  });

  test('finance credits payments that arrived while the channel was disabled, and sends back after step-up', async () => {
    const { enter, merchant, world, url } = on();
    const off = await paidChannel(on(), { name: 'off', risk: 'low', payments: 2 });
    const risky = await paidChannel(on(), { name: 'risky', risk: 'high', payments: 1 });
    const page = await enter({ roles: ['finance'] });
    const channels = `${url}/dashboard/projects/${merchant.project.id}/channels`;
    await page.goto(`${channels}/${risky}`);
    await page.getByRole('button', { name: 'Send back…' }).click();
    await page.getByText('the customer has no known address').waitFor();
    expect(await page.getByRole('button', { name: 'Credit…' }).count()).toBe(0);
    await page.goto(`${channels}/${off}`);
    await page.getByRole('button', { name: 'Credit…' }).first().click();
    const credit = page.getByRole('dialog');
    await credit.getByText('at the current rate.', { exact: false }).waitFor();
    await credit.getByRole('textbox', { name: 'Reason' }).fill('it was meant so');
    await credit.getByRole('button', { name: 'Credit 0.01 BTC' }).dblclick();
    await page.getByRole('cell', { name: 'credited', exact: true }).waitFor();
    await world.app.db.query(`update sessions set proved_at = proved_at - interval '1 hour'`);
    await page.getByRole('button', { name: 'Send back…' }).click();
    const back = page.getByRole('dialog', { name: 'Send the payment back' });
    await back.getByRole('textbox', { name: 'Address' }).fill(BTC_ADDRESS);
    await back.getByRole('textbox', { name: 'Reason' }).fill('not ours');
    expect(await faultsOf(page)).toEqual([]);
    await back.getByRole('button', { name: 'Send back 0.01 BTC' }).click();
    const stepUp = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await stepUp.getByText(`send 0.01 BTC, less the network fee, to ${BTC_ADDRESS}`).waitFor();
    // Only the step-up is canceled: the input is kept.
    await page.keyboard.press('Escape');
    await back.getByText('You did not confirm').waitFor();
    expect(await back.getByRole('textbox', { name: 'Address' }).inputValue()).toBe(BTC_ADDRESS);
    expect(await back.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('not ours');
    await world.app.db.query('update sessions set proved_at = now()');
    await back.getByRole('button', { name: 'Send back 0.01 BTC' }).dblclick();
    await page.getByRole('cell', { name: 'refunded', exact: true }).waitFor();
    const sent = await world.app.db.query('select address from coin_withdrawals');
    expect(sent).toEqual([{ address: BTC_ADDRESS }]);
    const support = await enter({ roles: ['support'] });
    await support.goto(`${channels}/${risky}`);
    await support.getByRole('cell', { name: 'on hold' }).waitFor();
    expect(await support.getByRole('button', { name: 'Send back…' }).count()).toBe(0);
    await support
      .getByRole('row', { name: /on hold/ })
      .first()
      .getByRole('link')
      .first()
      .click();
    await support.getByText('This needs the permission “payout”').waitFor();
  });

  test('a customer is created after a wrong address is corrected', async () => {
    const { enter, merchant, world } = on();
    const channel = await merchant.api.channels.create({
      name: 'an address',
      pay_currency: 'BTC',
      receiver_currency: 'EUR',
    });
    const page = await enter({ roles: ['support', 'finance'] });
    await openScreen(page, 'Customers');
    await page.getByRole('button', { name: 'Create customer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'ID' }).fill('anna');
    await dialog.getByRole('textbox', { name: /^Refund addresses/ }).fill('BTC nowhere');
    await dialog.getByRole('button', { name: 'Create customer' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('textbox', { name: /^Refund addresses/ }).fill(`BTC ${BTC_ADDRESS}`);
    await agedStepUps(world);
    await dialog.getByRole('button', { name: 'Create customer' }).click();
    const stepUp = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await stepUp
      .getByText(`refunds of high-risk payments from anna go to: BTC ${BTC_ADDRESS}`)
      .waitFor();
    await stepUp.getByRole('button', { name: 'Yes, it’s me' }).click();
    await page.getByRole('row', { name: 'anna' }).waitFor();
    await page.getByRole('textbox', { name: 'ID starts with' }).fill('bert');
    await page.keyboard.press('Enter');
    await page.getByText('No customers match these filters.').waitFor();
    await page.getByRole('textbox', { name: 'ID starts with' }).fill('an');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: 'anna' }).waitFor();
    for (const [link, name] of [
      ['Customers', 'anna'],
      ['Channels', 'an address'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: link }).waitFor();
      await page.getByLabel('End date', { exact: true }).fill('2020-01-01');
      await page.getByText(/^No (customer|channel)s match these filters\.$/).waitFor();
      await page.getByLabel('End date', { exact: true }).fill('');
      await page.getByLabel('Start date', { exact: true }).fill('2020-01-01');
      await page.getByRole('row', { name }).waitFor();
      expect(new URL(page.url()).search).toBe('?from=2020-01-01');
    }
    expect(await merchant.api.customers.get('anna')).toMatchObject({ currency: 'EUR' });
    expect(channel.status).toBe('enabled');
  });

  test("a customer's page shows payments and holds, which can be credited there", async () => {
    const { enter, merchant, world, url } = on();
    const named = { customer_id: 'otto', price_currency: 'EUR', pay_currency: 'BTC' } as const;
    const invoice = { ...named, price_amount: '20.00', custom_id: 'otto-1' };
    const { id } = await merchant.api.invoices.create({
      ...invoice,
      payer_email: 'otto@example.com',
    });
    const channel = await merchant.api.channels.create({
      name: 'of Otto',
      pay_currency: 'BTC',
      receiver_currency: 'EUR',
      customer_id: 'otto',
    });
    await merchant.api.channels.update(channel.id, { status: 'disabled' });
    await world.pay({ channel_id: channel.id, amount: '0.01', risk_level: 'low' });
    await world.mine('BTC', 3);
    await world.settle();
    const page = await enter({ roles: ['finance'] });
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/invoices/${id}`);
    await page.getByRole('link', { name: 'otto', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'otto' }).waitFor();
    await page.getByText('Only referenced by invoices and channels').waitFor();
    await page.getByText('otto@example.com').waitFor();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await page.getByRole('link', { name: 'Invoice otto-1' }).waitFor();
    await page.getByRole('cell', { name: 'on hold' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Credit…' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('it was meant so');
    await page.getByRole('button', { name: 'Credit 0.01 BTC' }).click();
    await page.getByRole('cell', { name: 'credited', exact: true }).waitFor();
    const rows = await world.app.db.query(
      `select status from channel_payments where customer_id = 'otto'`,
    );
    expect(rows).toEqual([{ status: 'completed' }]);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('on_hold');
    await page.getByText('No payments with this status.').waitFor();
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/customers/nobody`);
    await page.getByRole('alert').waitFor();
  });

  test('a subscription is canceled on its page, by the name of its customer', async () => {
    const { enter, merchant, world } = on();
    await merchant.api.subscriptions.create({
      name: 'monthly',
      amount: '12.00',
      currency: 'EUR',
      period: 'month' as const,
      period_quantity: 1,
      payer_email: 'anna@example.com',
      starts_at: new Date(world.clock.now() + 5 * DAY),
    });
    const page = await enter({ roles: ['developer'] });
    await openScreen(page, 'Subscriptions');
    // The list before has such a filter as well.
    await page.getByRole('heading', { level: 1, name: 'Subscriptions' }).waitFor();
    await page.getByLabel('End date', { exact: true }).fill('2020-01-01');
    await page.getByText('No subscriptions match these filters.').waitFor();
    await page.getByLabel('End date', { exact: true }).fill('');
    await page.getByRole('link', { name: 'monthly' }).waitFor();
    await page.getByRole('textbox', { name: 'Payer email' }).fill('bert');
    await page.keyboard.press('Enter');
    await page.getByText('No subscriptions match these filters.').waitFor();
    await page.getByRole('textbox', { name: 'Payer email' }).fill('ANNA@');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'monthly' }).click();
    await page.getByRole('heading', { level: 1, name: 'monthly' }).waitFor();
    await page
      .getByText('An invoice is created when the payer chooses a coin', { exact: false })
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Resend email' }).count()).toBe(0);
    await giveUpMail(world, merchant);
    await page.reload();
    await page.getByText('could not be delivered (550 no such mailbox)').waitFor();
    await page.getByRole('button', { name: 'Resend email' }).dblclick();
    await page.getByText(/^sending/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await page
      .getByText('anna@example.com gets no further payment requests for 12.00 EUR')
      .waitFor();
    await page.getByRole('button', { name: 'Cancel subscription' }).dblclick();
    await page.getByText('canceled', { exact: true }).waitFor();
    await page.getByText(/^Canceled, by person/).waitFor();
    expect((await merchant.api.subscriptions.list()).data[0]?.status).toBe('cancelled');
  });
});
