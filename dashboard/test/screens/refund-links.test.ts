// Refund links: sent from a completed invoice, shown to copy and scan, approved after a preview, declined with a
// reason, and counted at home while they wait.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { foreignAddress } from '../../../server/src/chains/simulated/pay.ts';
import { defined } from '../../../server/src/core/assert.ts';
import { newId } from '../../../server/src/core/ids.ts';
import { askForRefund } from '../../../server/src/invoices/ask-for-refund.ts';
import { findInvoice } from '../../../server/src/invoices/store-invoices.ts';
import { takeClaim } from '../../../server/src/invoices/take-claim.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { sampleCases } from '../../../server/test/support/crash-stride.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { credit } from '../../../server/test/support/funds.ts';
import { type Stage, stage } from '../support/stage.ts';

const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** 10 EUR, paid, with more money in the account for fees. */
async function paidInvoice({ world, merchant }: Stage): Promise<string> {
  await credit(world, merchant, { EUR: '100' });
  const invoice = await merchant.api.invoices.create({
    price_amount: '10.00',
    price_currency: 'EUR',
    pay_currency: 'BTC',
    name: 'Order 7',
  });
  await world.pay({ invoice_id: invoice.id, amount: invoice.pay_amount, risk_level: 'low' });
  await world.mine('BTC', 3);
  await world.settle();
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
  return invoice.id;
}

let strangers = 0;
/** As the customer does on the page. */
async function enterAddress({ world }: Stage, url: string): Promise<string> {
  strangers += 1;
  const coin = defined(world.app.coins.get('BTC'), 'BTC');
  const address = foreignAddress(coin, 'refund links', strangers);
  await takeClaim(world.app, defined(url.split('/').at(-1), 'a token'), address);
  return address;
}

/** As the customer does on the page of the payment. */
async function ask({ world, merchant: { project } }: Stage, invoiceId: string): Promise<string> {
  strangers += 1;
  const { app } = world;
  const coin = defined(app.coins.get('BTC'), 'BTC');
  const address = foreignAddress(coin, 'refund links', strangers);
  const invoice = defined(await findInvoice(app.db, project.id, invoiceId), 'it was paid');
  const id = newId(app.clock, app.random);
  defined(await askForRefund(app, { invoice, project, id, address }), 'it is offered');
  return address;
}

async function opened(page: Page, { url, merchant }: Stage, path: string): Promise<void> {
  await page.goto(`${url}/dashboard/projects/${merchant.project.id}/${path}`);
}

const PICTURES = process.env['CHAINTILL_SCREENSHOTS'];
async function pictured(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined)
    await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

describeWithChromium('refund links', () => {
  const on = stage();

  test.for(sampleCases(VIEWPORTS, 1))(
    'one is sent, approved and paid at $width px',
    async (viewport) => {
      const { enter, merchant, world } = on();
      const id = await paidInvoice(on());
      const page = await enter({ roles: ['finance'] }, { viewport });
      await opened(page, on(), `invoices/${id}`);
      await page.getByRole('button', { name: 'Send refund link…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('At most 10.00 EUR').waitFor();
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('6');
      await dialog.getByRole('combobox', { name: 'Valid for' }).selectOption({ label: '7 days' });
      expect(await faultsOf(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Create refund link' }).dblclick();
      await page.getByRole('img', { name: 'QR code: refund link' }).waitFor();
      const [claim] = (await merchant.api.refundClaims.list({ invoice_id: id })).data;
      const { url, created_at, expires_at } = defined(claim, 'one');
      await dialog.getByText(defined(url, 'its link')).waitFor();
      expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(7 * 86_400_000);
      expect(await faultsOf(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await page.getByText('waiting for the address').waitFor();

      const address = await enterAddress(on(), defined(url, 'its link'));
      await opened(page, on(), '');
      await page.getByRole('link', { name: /1\s*Refunds to approve/ }).click();
      await page.getByText('to approve', { exact: true }).first().waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Approve…' }).click();
      await dialog.getByText('Network fee').waitFor();
      await dialog.getByText(address).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Approve refund' }).dblclick();
      await page.getByText('No refund links match these filters.').waitFor();
      await world.settle();
      const [refund, ...others] = await merchant.api.invoices.refunds(id);
      expect(refund).toMatchObject({ id: claim?.id, address });
      expect(others).toEqual([]);
    },
  );

  test('one is declined with a reason, an open one is shown again and revoked', async () => {
    const { enter, merchant } = on();
    const id = await paidInvoice(on());
    const first = await merchant.api.refundClaims.create(id, { amount: '4.00' });
    const second = await merchant.api.refundClaims.create(id, { amount: '5.00' });
    await enterAddress(on(), defined(first.url, 'its link'));
    const page = await enter({ roles: ['finance'] });
    await opened(page, on(), `invoices/${id}`);
    await page.getByRole('button', { name: 'Decline…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Refunded by card');
    await dialog.getByRole('button', { name: 'Decline refund' }).click();
    await page.getByText('Refunded by card').waitFor();
    await page.getByRole('button', { name: 'Show link…' }).click();
    await dialog.getByText(defined(second.url, 'its link')).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Revoke…' }).click();
    await dialog.getByRole('button', { name: 'Revoke link' }).click();
    await page.getByText('revoked', { exact: true }).waitFor();
    const { data } = await merchant.api.refundClaims.list({ invoice_id: id });
    expect(data.map(({ status, reason }) => [status, reason])).toEqual([
      ['revoked', null],
      ['declined', 'Refunded by card'],
    ]);
  });

  test('a completed invoice is refunded in part to an address', async () => {
    const { enter, merchant } = on();
    const id = await paidInvoice(on());
    const page = await enter({ roles: ['finance'] });
    await opened(page, on(), `invoices/${id}`);
    await page.getByRole('button', { name: 'Refund…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('20');
    const coin = defined(on().world.app.coins.get('BTC'), 'BTC');
    const address = foreignAddress(coin, 'refund links', 99);
    await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
    await dialog.getByRole('button', { name: 'Refund 20.00 EUR' }).click();
    await dialog
      .getByText(/at most 10/i)
      .first()
      .waitFor();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('2.5');
    await dialog.getByRole('button', { name: 'Refund 2.50 EUR' }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    const refunds = await merchant.api.invoices.refunds(id);
    expect(refunds).toMatchObject([{ address }]);
  });

  test.for(sampleCases(VIEWPORTS, 0))(
    'what a customer asked for is approved at $width px',
    async (viewport) => {
      const { enter, merchant, world } = on();
      const invoice = await merchant.api.invoices.create({
        price_amount: '10.00',
        price_currency: 'EUR',
        pay_currency: 'BTC',
        name: 'Order 8',
      });
      await world.pay({ invoice_id: invoice.id, amount: '0.01', risk_level: 'low' });
      await world.mine('BTC', 3);
      await world.settle();
      const address = await ask(on(), invoice.id);
      const page = await enter({ roles: ['finance'] }, { viewport });
      await opened(page, on(), `invoices/${invoice.id}`);
      await page.getByRole('heading', { name: 'Refund requests' }).waitFor();
      await page.getByText('asked on the payment page').waitFor();
      expect(await page.getByRole('button', { name: 'Send refund link…' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Approve…' }).click();
      const dialog = page.getByRole('dialog');
      // It is none of those that the payment came from.
      await dialog.getByText('Check who asked').waitFor();
      await dialog.getByText('Paid from').waitFor();
      await dialog.getByText('From the payment').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Approve refund' }).dblclick();
      await dialog.waitFor({ state: 'detached' });
      await world.settle();
      expect(await merchant.api.invoices.refunds(invoice.id)).toMatchObject([{ address }]);
      expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
    },
  );

  test.for(sampleCases(VIEWPORTS, 1))(
    'the surplus of a checkout is approved at $width px',
    async (viewport) => {
      const { enter, merchant, world, url } = on();
      await credit(world, merchant, { EUR: '100' });
      const checkout = await merchant.api.checkouts.create({
        price_amount: '10.00',
        price_currency: 'EUR',
        pay_currencies: [{ currency: 'BTC' }],
        name: 'Order 9',
      });
      const body = new URLSearchParams({ pay_currency: 'BTC' });
      const chosen = { method: 'POST', body, redirect: 'manual' } as const;
      await fetch(`${url}/checkouts/${checkout.id}`, chosen);
      const [invoice] = (await merchant.api.checkouts.get(checkout.id)).invoices;
      const id = defined(invoice, 'a coin was chosen').id;
      await world.pay({ invoice_id: id, amount: '0.01', risk_level: 'low' });
      await world.mine('BTC', 6);
      await world.settle();
      const address = await ask(on(), id);
      const page = await enter({ roles: ['finance'] }, { viewport });
      await opened(page, on(), `checkouts/${checkout.id}`);
      await page.getByText('asked on the payment page').waitFor();
      await pictured(page, `surplus-${viewport.width}`);
      await page.getByRole('button', { name: 'Approve…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Check who asked').waitFor();
      await dialog.getByText('Network fee').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await pictured(page, `surplus-approve-${viewport.width}`);
      await dialog.getByRole('button', { name: 'Approve refund' }).dblclick();
      await dialog.waitFor({ state: 'detached' });
      await world.settle();
      expect(await merchant.api.invoices.refunds(id)).toMatchObject([{ address }]);
    },
  );

  test('support people send links and decide nothing', async () => {
    const { enter, merchant } = on();
    const id = await paidInvoice(on());
    const claim = await merchant.api.refundClaims.create(id, { amount: '4.00' });
    await enterAddress(on(), defined(claim.url, 'its link'));
    const page = await enter({ roles: ['support'] });
    await opened(page, on(), `invoices/${id}`);
    await page.getByText('to approve', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send refund link…' }).waitFor();
    expect(await page.getByRole('button', { name: /Approve|Decline|^Refund…/ }).count()).toBe(0);
  });
});
