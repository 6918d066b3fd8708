// Channels are made and switched off; what was paid to them meanwhile is held, and the operator credits it. Customers have
// addresses, subscriptions payers.
import { expect, test } from 'vitest';
import { DAY } from '../../../server/src/core/clock.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf, stage } from '../support/stage.ts';

describeWithChromium('channels, customers and subscriptions', () => {
  const on = stage();

  test('a channel is made and switched off; what is paid then is held, and credited by the operator', async () => {
    const { enter, merchant, world } = on();
    const page = await enter({ roles: ['support'] });
    await page.getByRole('link', { name: 'Channels' }).click();
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
    expect(await faultsOf(page)).toEqual([]);
    const operator = await enter({ role: 'operator' });
    await operator.getByRole('link', { name: 'Held payments' }).click();
    await operator.getByRole('button', { name: 'Credit…' }).click();
    await operator.getByRole('textbox', { name: 'Reason' }).fill('it was meant so');
    await operator.getByRole('button', { name: 'Credit 0.01 BTC' }).dblclick();
    await operator.getByText('No payment to a channel is on hold').waitFor();
    const payments = await world.app.db.query('select status from channel_payments');
    expect(payments).toEqual([{ status: 'completed' }]);
  });

  test('a customer is made, with an address that is mended where it was wrong', async () => {
    const { enter, merchant } = on();
    const channel = await merchant.api.channels.create({
      ...{ name: 'an address', pay_currency: 'BTC', receiver_currency: 'EUR' },
    });
    const page = await enter({ roles: ['support', 'finance'] });
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('button', { name: 'Create customer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Id' }).fill('anna');
    await dialog.getByRole('textbox', { name: /^Addresses/ }).fill('BTC nowhere');
    await dialog.getByRole('button', { name: 'Create customer' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('textbox', { name: /^Addresses/ }).fill('');
    await dialog.getByRole('button', { name: 'Create customer' }).click();
    await page.getByRole('row', { name: 'anna' }).waitFor();
    expect(await merchant.api.customers.get('anna')).toMatchObject({ currency: 'EUR' });
    expect(channel.status).toBe('enabled');
  });

  test('a subscription is cancelled by name of its payer', async () => {
    const { enter, merchant, world } = on();
    await merchant.api.subscriptions.create({
      ...{ name: 'monthly', amount: '12.00', currency: 'EUR', period: 'month' as const },
      ...{ period_quantity: 1, payer_email: 'anna@example.com' },
      starts_at: new Date(world.clock.now() + 5 * DAY),
    });
    const page = await enter({ roles: ['support'] });
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await page.getByText('anna@example.com is asked for 12.00 EUR no more').waitFor();
    await page.getByRole('button', { name: 'Cancel subscription' }).dblclick();
    await page.getByText('cancelled', { exact: true }).waitFor();
    expect((await merchant.api.subscriptions.list()).data[0]?.status).toBe('cancelled');
  });
});
