// A day at a counter in a real browser: a person signs in with a PIN, sells by keypad and items with a discount and a
// tip, the customer's display follows, the customer pays, and the day is closed. Offline, nothing can be sold.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { defined } from '../../../server/src/core/assert.ts';
import { operatorReader } from '../../../server/test/operator/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { openShop } from '../../../server/test/terminals/support.ts';
import { stage } from '../support/stage.ts';

const TABLET = { viewport: { width: 1024, height: 768 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const SHOTS = process.env['CHAINTILL_SCREENSHOTS'];

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS !== undefined)
    await page.screenshot({ path: `${SHOTS}/pos-${name}.png`, fullPage: true });
}

describeWithChromium('a point of sale', () => {
  const on = stage();

  async function signedIn(url: string, size: typeof PHONE): Promise<Page> {
    const page = await on().open(`${url.replace('127.0.0.1', 'localhost')}?locale=en`, size);
    await page.getByRole('combobox', { name: 'Your name' }).selectOption('Ada');
    await page.getByLabel('PIN').fill('1234');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Cart' }).waitFor();
    return page;
  }

  test('sells, shows the customer what they pay, and closes the day', async () => {
    const { world, merchant } = on();
    const { url } = await openShop(world, merchant);
    const page = await signedIn(url, TABLET);
    const popup = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Customer display' }).click();
    const display = await popup;
    await display.getByRole('heading', { name: 'Welcome' }).waitFor();
    await page.getByRole('button', { name: /^Coffee/ }).click();
    await page.getByRole('button', { name: /^Coffee/ }).click();
    await page.getByRole('button', { name: 'Keypad' }).click();
    for (const key of ['1', '.', '5'])
      await page.getByRole('button', { name: key, exact: true }).click();
    await page.getByRole('button', { name: 'Add amount' }).click();
    await page.getByLabel('Discount in percent').fill('10');
    await page.getByLabel('Note').fill('no sugar');
    await page.getByText('€5.85').first().waitFor();
    await display.getByText('2 × Coffee').waitFor();
    await display.getByRole('heading', { name: 'Total: €5.85' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await faultsOf(display)).toEqual([]);
    await shoot(page, 'shop-1024');
    await shoot(display, 'display-cart');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: '10 %' }).click();
    await shoot(page, 'tip-1024');
    await page.getByRole('button', { name: 'Charge €6.43' }).dblclick();
    await page.getByRole('heading', { name: 'Sale 1: €6.43' }).waitFor();
    const { data } = await merchant.api.checkouts.list();
    expect(data).toHaveLength(1);
    const { id } = defined(data[0], 'one');
    const pay = page.frameLocator('iframe');
    await pay.getByRole('button', { name: 'Continue to payment' }).click();
    await pay.getByRole('heading', { name: 'Waiting for your payment' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, 'payment-1024');
    // The display follows to the address that staff chose with the customer.
    await display
      .frameLocator('iframe')
      .getByRole('img', { name: /^QR code/ })
      .first()
      .waitFor();
    await shoot(display, 'display-payment');
    const [invoice] = (await merchant.api.checkouts.get(id)).invoices;
    const { id: invoice_id, pay_amount: amount } = defined(invoice, 'an invoice');
    await world.pay({ invoice_id, amount, risk_level: 'low' });
    await world.mine('BTC', 6);
    await page.getByText('✓ Paid').waitFor();
    await shoot(page, 'paid-1024');
    await display.getByText('✓ Thank you').waitFor();
    const receipt = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Receipt' }).click();
    await (await receipt).getByText('no sugar').waitFor();
    await page.getByRole('button', { name: 'New sale' }).click();
    await page.getByRole('button', { name: 'Daily close' }).click();
    await page.getByRole('button', { name: 'Close now' }).click();
    await page.getByRole('heading', { name: 'Close 1' }).waitFor();
    await page.getByText('Ada (1)').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, 'close-1024');
  });

  test('fits a phone, and sells nothing offline', async () => {
    const { world, merchant } = on();
    const { url, id, items } = await openShop(world, merchant, { name: 'Counter 2' });
    const operate = operatorReader(world);
    const screen = await on().open(url.replace('127.0.0.1', 'localhost'));
    const picture = await screen.screenshot({ clip: { x: 0, y: 0, width: 64, height: 48 } });
    await operate('terminals.save-item', {
      project: merchant.project.id,
      terminal_id: id,
      item_id: items['coffee'],
      name: 'Coffee',
      price_amount: '2.50',
      picture: picture.toString('base64'),
    });
    const page = await signedIn(url, PHONE);
    const image = page.getByRole('button', { name: /^Coffee/ }).locator('img');
    await expect
      .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
      .toBe(64);
    await page.getByRole('button', { name: /^Coffee/ }).click();
    await page.getByText('€2.50').nth(1).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, 'shop-390');
    await page.context().setOffline(true);
    await page.getByRole('alert').filter({ hasText: 'No connection' }).waitFor();
    expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
    await shoot(page, 'offline-390');
    await page.context().setOffline(false);
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    const { sales } = await operate('terminals.show', {
      project: merchant.project.id,
      terminal_id: id,
    });
    expect(sales).toBe(0);
  });

  test('opens without a network after one visit, sells nothing then, and goes on with it', async () => {
    const { world, merchant } = on();
    const { url, id } = await openShop(world, merchant, { name: 'Counter 3' });
    const page = await signedIn(url, PHONE);
    const kept = () =>
      page.evaluate(async () => {
        const all = await Promise.all(
          (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
        );
        return all.flat().map((request) => new URL(request.url).pathname);
      });
    const path = new URL(url).pathname;
    await expect
      .poll(kept, { timeout: 30_000 })
      .toEqual(expect.arrayContaining([path, '/assets/terminal.js', '/assets/terminal-parts.js']));
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'No connection' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, 'reloaded-offline-390');
    for (const name of [/^Coffee/, 'Continue', 'Sign in'])
      expect(await page.getByRole('button', { name }).count(), `${name}`).toBe(0);
    // Never a price, an address or a QR code.
    const paths = await kept();
    expect(paths.filter((each) => each !== path && !each.startsWith('/assets/'))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: /^Coffee/ }).click();
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    const shown = { project: merchant.project.id, terminal_id: id };
    expect((await operatorReader(world)('terminals.show', shown)).sales).toBe(0);
  });
});
