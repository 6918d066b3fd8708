// A payer with a phone whose exchange deducts its fee: too little arrives, and the page says how much is missing, where
// to send it, and until when. The payer sends the rest, or is late and the merchant accepts what arrived.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { sampleCases } from '../../../server/test/support/crash-stride.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { countClicks } from '../support/clicks.ts';
import { stage } from '../support/stage.ts';

/** Copies the amount and the address. */
const CLICKS_TO_PAY = 2;
/** Copies the missing amount; the address is still the same. */
const CLICKS_FOR_THE_REST = 1;
const EXCHANGE_FEE = 20_000n;
const SATOSHIS = 100_000_000n;

const devices: readonly (readonly [string, BrowserContextOptions])[] = [
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ['a computer', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
];

describeWithChromium('a payer whose exchange deducts its fee', () => {
  const on = stage();

  const newInvoice = async () => {
    const invoice = await on().merchant.api.invoices.create({
      price_amount: '90000.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      name: 'Order 1042',
      custom_id: crypto.randomUUID(),
    });
    return { ...invoice, page: `${on().url}/invoices/${invoice.id}` };
  };

  /** What the payer pastes into the form of the exchange. */
  async function copied(page: Page, id: string): Promise<string> {
    await page.locator(`#${id}`).click();
    await expect.poll(() => page.locator('#announcement').textContent()).toBe('Copied');
    return String(await page.evaluate('navigator.clipboard.readText()'));
  }

  async function sees(page: Page, title: string): Promise<void> {
    await page.getByRole('heading', { level: 2, name: title }).waitFor();
    expect(await faultsOf(page), title).toEqual([]);
  }

  test.each(sampleCases(devices, 0))(
    'on %s, sends the rest and gets a receipt',
    async (_name, device) => {
      const { open, world } = on();
      const invoice = await newInvoice();
      const permissions = ['clipboard-read', 'clipboard-write'];
      const page = await open(invoice.page, { ...device, permissions });
      const clicks = await countClicks(page);
      await sees(page, 'Waiting for your payment');
      // The page warns before the payment.
      await page.getByText(`Make sure that the full ${invoice.pay_amount} BTC arrives.`).waitFor();
      const asked = await copied(page, 'copy-amount');
      expect(await copied(page, 'copy-address')).toBe(invoice.address);
      expect(clicks.taken()).toBe(CLICKS_TO_PAY);

      const arrived = btc(satoshis(asked) - EXCHANGE_FEE);
      await world.pay({ invoice_id: invoice.id, amount: arrived, risk_level: 'low' });
      await sees(page, 'Part of the payment has arrived');
      const missing = btc(EXCHANGE_FEE);
      const words = `${arrived} BTC of ${asked} BTC has arrived, ${missing} BTC is missing.`;
      await page.locator('#status-text').getByText(words).waitFor();
      await expect.poll(() => page.locator('#announcement').textContent()).toContain(words);
      expect(await page.locator('code.address').textContent()).toBe(invoice.address);
      await page.getByText('Pay before').waitFor();
      expect(await page.locator('.facts time').last().getAttribute('datetime')).toBe(
        new Date(invoice.expires_at).toISOString(),
      );
      expect(await page.locator('#countdown').textContent()).toMatch(/^\d+:\d\d left$/);
      expect(await copied(page, 'copy-amount')).toBe(missing);
      expect(clicks.taken()).toBe(CLICKS_FOR_THE_REST);

      await world.pay({ invoice_id: invoice.id, amount: missing, risk_level: 'low' });
      await sees(page, 'Payment seen');
      await page.getByText('There is nothing more for you to do.').waitFor();
      await world.mine('BTC', 3);
      await sees(page, 'Payment complete');
      expect(await page.locator('.transactions li').count()).toBe(2);
      expect(clicks.taken()).toBe(0);
      expect(await on().merchant.api.invoices.get(invoice.id)).toMatchObject({
        status: 'completed',
      });
    },
  );

  test.each(sampleCases(devices, 1))(
    'on %s, is late, and the merchant accepts it',
    async (_name, device) => {
      const { enter, open, url, merchant, world } = on();
      const invoice = await newInvoice();
      const page = await open(invoice.page, device);
      const clicks = await countClicks(page);
      const arrived = btc(satoshis(invoice.pay_amount) - EXCHANGE_FEE);
      await world.pay({ invoice_id: invoice.id, amount: arrived, risk_level: 'low' });
      await sees(page, 'Part of the payment has arrived');
      await world.mine('BTC', 3);
      await world.advance(660_000);
      await sees(page, 'Not the full amount');
      await page.locator('#status-text').getByText('Please do not send more').waitFor();
      expect(await page.locator('code.address').count()).toBe(0);

      const member = await enter({ roles: ['finance'] });
      await member.goto(`${url}/dashboard/projects/${merchant.project.id}/invoices/${invoice.id}`);
      await member.getByRole('button', { name: 'Accept at today’s rate…' }).click();
      await member.getByRole('button', { name: /^Settle for [\d.,]+ EUR$/ }).click();
      await member.getByText('completed', { exact: true }).first().waitFor();
      await sees(page, 'Payment complete');
      expect(clicks.taken()).toBe(0);
    },
  );
});

function satoshis(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole) * SATOSHIS + BigInt(part.padEnd(8, '0'));
}

/** As the page shows amounts: without trailing zeros. */
function btc(amount: bigint): string {
  const part = String(amount % SATOSHIS).padStart(8, '0');
  return `${amount / SATOSHIS}.${part}`.replace(/\.?0+$/, '');
}
