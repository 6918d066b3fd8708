// Checkouts: created with the coins that are chosen, found in the list, paid in part, accepted by those who may, canceled
// while nothing is paid, and linked with their invoices.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { defined } from '../../../server/src/core/assert.ts';
import { MINUTE } from '../../../server/src/core/clock.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { sampleCases } from '../../../server/test/support/crash-stride.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { openScreen } from '../support/open-screen.ts';
import { type Stage, stage } from '../support/stage.ts';

const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** Expired with half of its price. */
async function halfPaid(
  { world, merchant }: Stage,
  custom_id: string,
  payer_email?: string,
): Promise<string> {
  const price = { price_amount: '100.00', price_currency: 'EUR' };
  const terms = { ...price, custom_id, ...(payer_email !== undefined && { payer_email }) };
  const { id } = await merchant.api.checkouts.create(terms);
  const response = await fetch(`${world.url}/checkouts/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ pay_currency: 'BTC' }),
    redirect: 'manual',
  });
  await response.text();
  const [invoice] = (await merchant.api.checkouts.get(id)).invoices;
  const { id: invoice_id, pay_amount } = defined(invoice, 'an invoice');
  const amount = (Number(pay_amount) / 2).toFixed(8);
  await world.pay({ invoice_id, amount, risk_level: 'low' });
  await world.mine('BTC', 3);
  await world.advance(61 * MINUTE);
  await world.settle();
  return id;
}

async function opened(page: Page, { url, merchant }: Stage, path: string): Promise<void> {
  await page.goto(`${url}/dashboard/projects/${merchant.project.id}/${path}`);
}

describeWithChromium('checkouts', () => {
  const on = stage();

  test.for(sampleCases(VIEWPORTS, 0))(
    'one is created and canceled at $width px',
    async (viewport) => {
      const { enter, merchant } = on();
      const page = await enter({ roles: ['support'] }, { viewport });
      await opened(page, on(), 'checkouts');
      await page.getByRole('button', { name: 'Create checkout' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('24.50');
      await dialog.getByText('Coins: all').click();
      await dialog.getByRole('checkbox', { name: 'Bitcoin (BTC)' }).check();
      await dialog.getByText(/^Coins: 1 of \d/).waitFor();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Twelve tulips');
      const reference = `tulips-${viewport.width}`;
      await dialog.getByRole('textbox', { name: 'Reference' }).fill(reference);
      await dialog.getByRole('combobox', { name: 'Expires after' }).selectOption('86400');
      await dialog.getByText('More options').click();
      await dialog.getByRole('checkbox', { name: 'Ask the customer' }).check();
      expect(await faultsOf(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Create checkout' }).dblclick();

      await page.getByRole('heading', { level: 1, name: reference }).waitFor();
      await page.getByRole('img', { name: 'QR code: link to the payment page' }).waitFor();
      await page.getByText('No invoices yet.').waitFor();
      await page.getByText('No payments yet.').waitFor();
      const made = await merchant.api.checkouts.getByCustomId(reference);
      expect(made).toMatchObject({
        price_amount: '24.5',
        name: 'Twelve tulips',
        pay_currencies: [{ currency: 'BTC', network: 'bitcoin' }],
        payer_email_required: true,
      });
      expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(86_400_000);
      await page.getByText(made.hosted_page_url).first().waitFor();
      expect(await faultsOf(page)).toEqual([]);

      await page.getByRole('button', { name: 'Cancel checkout…' }).click();
      await page.getByRole('button', { name: 'Cancel checkout', exact: true }).dblclick();
      await page.getByText('canceled', { exact: true }).first().waitFor();
      expect((await merchant.api.checkouts.get(made.id)).status).toBe('cancelled');
      expect(await page.getByRole('img', { name: 'QR code' }).count()).toBe(0);
      await page.getByRole('link', { name: 'All checkouts' }).click();
      await page.getByRole('link', { name: reference }).waitFor();
      await page.getByRole('button', { name: 'open', exact: true }).click();
      await page.getByText('No checkouts match these filters.').waitFor();
    },
  );

  test('what was paid too little is accepted by finance, not by support, and its invoice links back', async () => {
    const { enter, merchant } = on();
    const id = await halfPaid(on(), 'half');
    const support = await enter({ roles: ['support'] });
    await openScreen(support, 'Checkouts');
    await support.getByRole('link', { name: 'half' }).click();
    await support.getByText('partly paid').first().waitFor();
    expect(await support.getByRole('button', { name: 'Accept payment…' }).count()).toBe(0);

    const page = await enter({ roles: ['finance'] });
    await opened(page, on(), `checkouts/${id}`);
    await page.getByRole('heading', { level: 2, name: 'Payments' }).waitFor();
    await page.getByRole('table', { name: 'Payments' }).getByText('confirmed').first().waitFor();
    await page.getByRole('button', { name: 'Accept payment…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Less than the price was paid.', { exact: false }).waitFor();
    await dialog.getByText('Counted so far').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Accept payment' }).dblclick();
    await page.getByText('accepted', { exact: true }).first().waitFor();
    expect(await merchant.api.checkouts.get(id)).toMatchObject({
      status: 'completed',
      status_context: 'accepted',
    });

    const invoices = page.getByRole('table', { name: 'Invoices' });
    await invoices.getByRole('link').first().click();
    await page.getByRole('link', { name: 'Open checkout' }).click();
    await page.getByRole('heading', { level: 1, name: 'half' }).waitFor();
  });

  test.for(sampleCases(VIEWPORTS, 1))(
    'a receipt is resent once by support at $width px',
    async (viewport) => {
      const { enter, merchant, world } = on();
      const mailed = { smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'pay@shop.example' };
      Object.assign(world.app.config, mailed);
      const reference = `receipt-${viewport.width}`;
      const id = await halfPaid(on(), reference, `${viewport.width}@example.com`);
      await merchant.api.checkouts.accept(id);
      await world.database.owner.query(
        `update mails set status = 'failed', due_at = null, failure = '550 no such mailbox' where reference_id = $1`,
        [id],
      );
      const page = await enter({ roles: ['support'] }, { viewport });
      await opened(page, on(), `checkouts/${id}`);
      await page.getByText('could not be delivered (550 no such mailbox)').waitFor();
      await page.getByRole('button', { name: 'Resend receipt' }).dblclick();
      await page.getByText(/^sending/).waitFor();
      await page.getByText(/^Receipt resent, by/).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      const mails = await world.app.db.query('select 1 from mails where reference_id = $1', [id]);
      expect(mails).toHaveLength(2);
    },
  );
});
