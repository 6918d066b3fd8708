// A shop owner with a phone makes a payment link, a customer opens it and pays, and the owner sees the payment. Later
// the owner changes the price, shares a button, and switches the link off.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { defined } from '../../../server/src/core/assert.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { stage } from '../support/stage.ts';

const PHONE = {
  viewport: { width: 390, height: 844 },
  permissions: ['clipboard-read', 'clipboard-write'],
};

/** The browser's name of the host. */
const here = (url: string) => url.replace('127.0.0.1', 'localhost');

describeWithChromium('a payment link', () => {
  const on = stage();

  /** On a phone. */
  async function make(page: Page): Promise<string> {
    const { url, merchant } = on();
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/payment-links`);
    await page.getByRole('button', { name: 'Create your first payment link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create payment link' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Honey, 500 g');
    await dialog.getByRole('textbox', { name: 'Price' }).fill('9.50');
    await dialog.getByText('Description, quantity and limits').click();
    await dialog.getByRole('textbox', { name: 'Most pieces at once' }).fill('3');
    await dialog.getByRole('textbox', { name: 'Stock' }).fill('10');
    await dialog.getByText('What the page asks for').click();
    await dialog.getByRole('combobox', { name: 'Email address' }).selectOption('required');
    await dialog.getByRole('checkbox', { name: 'Ask for a shipping address' }).check();
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Kind');
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('list');
    await dialog.getByRole('textbox', { name: 'Choices' }).fill('Forest\nMeadow');
    await dialog.getByText('After the payment', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Text after the payment' }).fill('Bees thank you.');
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create payment link' }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'Honey, 500 g' }).waitFor();
    await page.getByRole('img', { name: 'QR code: payment link' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const { data } = await merchant.api.paymentLinks.list();
    expect(data).toHaveLength(1);
    await page.getByRole('button', { name: 'Copy link', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied).toBe(data[0]?.url);
    return here(copied);
  }

  /** Without a script, as the page needs none. */
  async function order(url: string): Promise<string> {
    const page = await on().open(url, { ...PHONE, javaScriptEnabled: false });
    await page.getByRole('heading', { level: 1, name: 'Honey, 500 g' }).waitFor();
    await page.getByText('Available: 10').waitFor();
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Meadow');
    await page.getByRole('textbox', { name: 'Your email address' }).fill('ada@example.com');
    await page.getByRole('textbox', { name: 'Full name' }).fill('Ada Lovelace');
    await page.getByRole('textbox', { name: 'Street and number' }).fill('Main Street 1');
    await page.getByRole('textbox', { name: 'City' }).fill('London');
    await page.getByRole('textbox', { name: 'Country' }).fill('United Kingdom');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('heading', { name: 'Choose how to pay' }).waitFor();
    const id = defined(/\/checkouts\/([0-9a-f-]{36})/.exec(page.url())?.[1], 'a checkout');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('heading', { name: 'Waiting for your payment' }).waitFor();
    return id;
  }

  test('is made on a phone, paid by a customer without a script, and seen by the owner', async () => {
    const { enter, merchant, world, open } = on();
    const owner = await enter({ role: 'owner' }, PHONE);
    const url = await make(owner);
    const visitor = await open(`${url}?locale=en`, PHONE);
    await visitor.getByRole('heading', { level: 1, name: 'Honey, 500 g' }).waitFor();
    expect(await faultsOf(visitor)).toEqual([]);
    // A visit makes nothing.
    expect((await merchant.api.checkouts.list()).data).toEqual([]);
    const id = await order(`${url}?locale=en&ref=market`);

    const [invoice] = (await merchant.api.checkouts.get(id)).invoices;
    const { id: invoice_id, pay_amount: amount } = defined(invoice, 'an invoice');
    await world.pay({ invoice_id, amount, risk_level: 'low' });
    await world.mine('BTC', 6);
    const paid = await open(`${on().url}/invoices/${invoice_id}?locale=en`, PHONE);
    await paid.getByText('Bees thank you.').waitFor();

    await owner.reload();
    await owner.getByRole('heading', { level: 1, name: 'Honey, 500 g' }).waitFor();
    await owner.getByText('2 of 10').waitFor();
    await owner.getByRole('table', { name: 'Payments' }).getByRole('link').first().click();
    for (const text of ['ada@example.com', 'Meadow', 'Main Street 1', 'market'])
      await owner.getByText(text).first().waitFor();
    expect(await faultsOf(owner)).toEqual([]);
    await owner.getByRole('link', { name: 'Show payment link' }).click();
    await owner.getByRole('heading', { level: 1, name: 'Honey, 500 g' }).waitFor();
  });

  test('has a button for a website and a poster, gets another price, and is switched off', async () => {
    const { enter, merchant, open, url } = on();
    const [link] = (await merchant.api.paymentLinks.list()).data;
    const { id, url: address } = defined(link, 'made before');
    const owner = await enter({ role: 'owner' }, PHONE);
    await owner.goto(`${url}/dashboard/projects/${merchant.project.id}/payment-links/${id}`);
    await owner.getByRole('button', { name: 'Copy button', exact: true }).click();
    await owner.getByRole('button', { name: 'Copied' }).waitFor();
    const snippet = String(await owner.evaluate('navigator.clipboard.readText()'));
    expect(snippet).toBe(`<a href="${address}?ref=website">Pay with crypto</a>`);
    await owner.getByRole('button', { name: 'Copy window button' }).click();
    const script = `<script src="${address.replace(/pay\/.*/, 'pay.js')}" async></script>`;
    await expect
      .poll(() => owner.evaluate('navigator.clipboard.readText()'))
      .toBe(`${script}\n<a href="${address}?ref=website" data-chaintill>Pay with crypto</a>`);

    const poster = await open(`${here(address)}/poster?locale=en`);
    await poster.getByRole('img', { name: 'Scan to pay' }).waitFor();
    await poster.emulateMedia({ media: 'print' });
    expect(await faultsOf(poster)).toEqual([]);

    await owner.getByRole('button', { name: 'Change…' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Change payment link' });
    expect(await dialog.getByRole('textbox', { name: 'Price' }).inputValue()).toBe('9.5');
    await dialog.getByRole('textbox', { name: 'Price' }).fill('11');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const changed = await merchant.api.paymentLinks.get(id);
    expect({ ...changed, price_amount: '9.5' }).toEqual(link);
    expect(changed.price_amount).toBe('11.0');

    await owner.getByRole('button', { name: 'Switch off…' }).click();
    await owner.getByRole('button', { name: 'Switch off', exact: true }).click();
    await owner.getByText('off', { exact: true }).first().waitFor();
    const visitor = await open(`${here(address)}?locale=en`);
    await visitor.getByRole('heading', { name: 'This link is switched off' }).waitFor();
    expect(await visitor.getByRole('button').count()).toBe(0);
  });
});
