// Invoices: searched, created manually, and tracked until they are paid.
import { expect, test } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the invoice screens', () => {
  const on = stage();

  test('the list is paged, and its filters are in the URL', async () => {
    const { enter, merchant } = on();
    await merchant.api.customers.create({ id: 'anna', currency: 'EUR' });
    for (let n = 1; n <= 27; n++)
      await merchant.api.invoices.create({
        price_amount: `${n}.50`,
        price_currency: 'EUR',
        pay_currency: 'BTC',
        custom_id: `order ${n}`,
        ...(n === 3 ? { customer_id: 'anna', payer_email: 'Anna@a.example' } : {}),
      });
    const page = await enter({ roles: ['viewer'] });
    const rows = page.getByRole('table', { name: 'Invoices' }).locator('tbody').getByRole('row');
    await page.getByText('27 of 27 shown').waitFor();
    const cells = await rows.first().getByRole('cell').allTextContents();
    expect(cells.map((text) => text.trim())).toEqual([
      'order 27',
      'waiting',
      '27.50 EUR',
      expect.stringMatching(/^0\.000\d+ BTC$/),
      expect.stringMatching(/minute|hour/),
      '',
    ]);

    await page.getByRole('textbox', { name: 'Customer' }).fill('anna');
    await page.keyboard.press('Enter');
    await page.getByText('1 of 1 shown').waitFor();
    expect(new URL(page.url()).search).toBe('?customer_id=anna');
    await page.getByRole('textbox', { name: 'Customer' }).fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText('No invoices match these filters.').waitFor();
    await page.goBack();
    await page.getByText('1 of 1 shown').waitFor();
    expect(await page.getByRole('textbox', { name: 'Customer' }).inputValue()).toBe('anna');
    await page.getByRole('textbox', { name: 'Customer' }).fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /^order 27/ }).waitFor();
    await page.getByRole('textbox', { name: 'Payer email' }).fill('anna@');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /^order 27/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /^order 3 / }).waitFor();
    expect(await rows.count()).toBe(1);
  });

  test('an unpaid invoice is expired from its expiry on, in the list and on its page', async () => {
    const { enter, merchant } = on();
    const made = await merchant.api.invoices.create({
      price_amount: '33.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: 'never paid',
    });
    const page = await enter({ roles: ['viewer'] });
    const row = page.getByRole('row', { name: /^never paid/ });
    await row.getByText('waiting').waitFor();
    await page.clock.setFixedTime(new Date(new Date(made.expires_at).getTime() + 1000));
    await page.reload();
    await row.getByText('expired').waitFor();
    expect(await row.getByText('waiting').count()).toBe(0);
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: 'never paid' }).waitFor();
    await page.locator('dd').getByText('expired', { exact: true }).waitFor();
    expect(await merchant.api.invoices.get(made.id)).toMatchObject({ status: 'new' });
  });

  test('filtering by status, coin and day finds an invoice to review', async () => {
    const { enter, merchant, world } = on();
    const short = await merchant.api.invoices.create({
      price_amount: '40.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: 'paid too little',
    });
    await world.pay({ invoice_id: short.id, amount: '0.0001', risk_level: 'low' });
    await world.mine('BTC', 3);
    await world.advance(660_000);
    const page = await enter({ roles: ['viewer'] });
    await page.getByRole('combobox', { name: 'Status' }).selectOption('unresolved');
    const rows = page.getByRole('table', { name: 'Invoices' }).locator('tbody').getByRole('row');
    // The previous rows stay until the response arrives.
    await page.getByRole('row', { name: /^order 27/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /^paid too little unresolved/ }).waitFor();
    expect(await rows.count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await page.clock.setFixedTime(new Date(world.clock.now()));
    await page.getByRole('combobox', { name: 'Status' }).selectOption('expired');
    await page.getByRole('row', { name: /^never paid expired/ }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('unresolved');
    await page.getByRole('row', { name: /^paid too little unresolved/ }).waitFor();
    await page.getByRole('combobox', { name: 'Paid in' }).selectOption('BTC');
    await page.getByLabel('End date', { exact: true }).fill('2020-01-01');
    await page.getByText('No invoices match these filters.').waitFor();
    const search = new URL(page.url()).searchParams;
    expect(Object.fromEntries(search)).toEqual({
      status: 'unresolved',
      coin: 'BTC',
      to: '2020-01-01',
    });
  });

  test('an invoice is created manually: errors are shown at their fields, and after a fix it is created once', async () => {
    const { enter, world } = on();
    const page = await enter({ roles: ['support'] });
    await page.getByRole('button', { name: 'Create invoice' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create invoice' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('-1');
    await dialog.getByRole('textbox', { name: 'Reference' }).fill('by hand');
    await dialog.getByRole('button', { name: 'Create invoice' }).click();
    await dialog.getByText('Must be more than 0.0.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('120.00');
    await dialog.getByRole('button', { name: 'Create invoice' }).dblclick();
    await page.getByRole('heading', { name: 'by hand' }).waitFor();
    // The keyboard continues where the person looks.
    await page.locator('h1:focus').waitFor();
    const payer = page.getByRole('region', { name: 'Payment details' });
    await payer.getByRole('img', { name: /^QR code: 0\.\d+ BTC to tb1q/ }).waitFor();
    await payer.getByRole('button', { name: 'Copy link to the payment page' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const made = await world.app.db.query(`select 1 from invoices where custom_id = 'by hand'`);
    expect(made.length).toBe(1);
    const done = await world.app.db.query(
      `select j.actor, j.source from journal j join journal_results o on o.journal_id = j.id
       where j.operation = 'createInvoice' and o.result = 'done'`,
    );
    expect(done).toEqual([{ actor: expect.stringMatching(/^person/), source: 'dashboard' }]);
  });

  test('the rarely used fields of an invoice are folded, and the preview shows what the payer will see', async () => {
    const { enter, merchant } = on();
    await merchant.api.customers.create({ id: 'bert', currency: 'EUR' });
    const page = await enter({ roles: ['support'] });
    await page.getByRole('button', { name: 'Create invoice' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create invoice' });
    const box = (name: string) => dialog.getByRole('textbox', { name });
    await box('Amount').fill('99.90');
    await box('Title').fill('Two lamps');
    await box('Reference').fill('lamps');
    expect(await box('Description').isVisible()).toBe(false);
    await dialog.getByText('More options').click();
    await box('Description').fill('Brass, 40 cm');
    await dialog.locator('datalist option[value="bert"]').waitFor({ state: 'attached' });
    await dialog.getByRole('combobox', { name: 'Customer' }).fill('bert');
    await box('Payer email').fill('bert@a.example');
    await dialog.getByText('The customer has 10 minutes to pay at the current rate.').waitFor();
    await dialog.getByRole('combobox', { name: 'Expires after' }).selectOption('2 hours');
    await dialog.getByText('The customer has 2 hours to pay at the current rate.').waitFor();
    await dialog.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
    await box('Link after payment').fill('https://lamps.example/thanks');
    await dialog.getByRole('button', { name: 'Add metadata' }).click();
    await dialog.getByRole('button', { name: 'Add metadata' }).click();
    await box('Key').first().fill('basket');
    await box('Value').first().fill('7');
    await box('Key').nth(1).fill('basket');
    const preview = dialog.getByRole('region', { name: 'What the payer sees' });
    for (const text of ['Two lamps', 'Brass, 40 cm', '99.90 EUR', 'Back to lamps.example'])
      await preview.getByText(text).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create invoice' }).click();
    await dialog.getByText('Each key can be used once.').waitFor();
    await box('Key').nth(1).fill('desk');
    await box('Value').nth(1).fill('3');
    await box('Link without payment').fill('https://lamps.example/cart');
    await dialog.getByRole('button', { name: 'Create invoice' }).click();
    await page.getByRole('heading', { name: 'lamps' }).waitFor();
    const made = await merchant.api.invoices.getByCustomId('lamps');
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(7_200_000);
    expect(made.hosted_page_url).toMatch(/\?locale=de$/);
    expect(made).toMatchObject({
      name: 'Two lamps',
      description: 'Brass, 40 cm',
      customer_id: 'bert',
      metadata: { basket: '7', desk: '3' },
      success_redirect_url: 'https://lamps.example/thanks',
      unsuccess_redirect_url: 'https://lamps.example/cart',
    });
  });

  test('its page shows what happened, and links to the payment page', async () => {
    const { enter, merchant, world } = on();
    const invoice = await merchant.api.invoices.create({
      price_amount: '90000.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: 'large',
    });
    const txid = await world.pay({ invoice_id: invoice.id, amount: '2' });
    await world.mine('BTC', 3);
    const page = await enter({ roles: ['support'] });
    await page.getByRole('link', { name: 'large' }).click();
    await page.getByRole('heading', { name: 'large' }).waitFor();
    await page.getByText('overpaid').waitFor();
    await page.getByText('Needs review').waitFor();
    expect(await page.getByRole('region', { name: 'Payment details' }).count()).toBe(0);
    await page.getByText('90,000.00 EUR').waitFor();
    await page
      .getByRole('button', { name: `: ${txid.slice(0, 8)}` })
      .first()
      .waitFor();
    const link = page.getByRole('link', { name: 'Open payment page' });
    expect(await link.getAttribute('href')).toBe(invoice.hosted_page_url);
  });

  test('an overpaid invoice is refunded and an underpaid one settled: each amount is shown first and then posted', async () => {
    const { enter, merchant, world } = on();
    const ask = (custom_id: string) =>
      merchant.api.invoices.create({
        price_amount: '500.00',
        price_currency: 'EUR',
        pay_currency: 'BTC',
        custom_id,
      });
    const over = await ask('over');
    await world.pay({ invoice_id: over.id, amount: '0.5', risk_level: 'low' });
    await world.mine('BTC', 3);
    const page = await enter({ roles: ['finance'] });
    await page.getByRole('link', { name: 'over', exact: true }).click();
    await page.getByRole('table', { name: 'Webhooks' }).waitFor();
    await page.getByRole('button', { name: 'Refund to the account…' }).click();
    const refund = page.getByRole('button', { name: /^Refund 0\.\d+ BTC$/ });
    await refund.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const reported = /[\d.]+/.exec((await refund.textContent()) ?? '')?.[0];
    await refund.dblclick();
    await page.getByText('completed', { exact: true }).first().waitFor();
    const accounts = await merchant.api.accounts.list();
    expect(accounts.data.find(({ currency }) => currency === 'BTC')?.balance).toBe(reported);

    const under = await ask('under');
    await world.pay({ invoice_id: under.id, amount: '0.001', risk_level: 'low' });
    await world.mine('BTC', 3);
    await world.advance(660_000);
    await page.goto(page.url().replace(over.id, under.id));
    await page.getByRole('button', { name: 'Accept at today’s rate…' }).click();
    const settle = page.getByRole('button', { name: /^Settle for [\d.]+ EUR$/ });
    await settle.waitFor();
    const price = /[\d.]+/.exec((await settle.textContent()) ?? '')?.[0];
    await settle.dblclick();
    await page.getByText('completed', { exact: true }).first().waitFor();
    expect(await merchant.api.invoices.get(under.id)).toMatchObject({
      status: 'completed',
      price_amount: price?.replace(/0$/, ''),
    });
  });
});
