// Three stories with the keyboard alone: Tab, Enter and typing, from the list to the page of the new object.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BTC_ADDRESS } from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { credit, fillWallet } from '../../../server/test/support/funds.ts';
import { countClicks } from '../support/clicks.ts';
import { goTo } from '../support/go-to.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('with the keyboard alone', () => {
  const on = stage();

  test('an invoice is created, and the keyboard is at the heading of its page', async () => {
    const { enter, merchant } = on();
    const page = await enter({ roles: ['support'] });
    const clicks = await countClicks(page);
    await press(page, page.getByRole('button', { name: 'Create invoice' }).first());
    const dialog = page.getByRole('dialog', { name: 'Create invoice' });
    await dialog.getByRole('textbox', { name: 'Amount' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('12.50');
    await type(page, dialog.getByRole('textbox', { name: 'Title' }), 'One lamp');
    await press(page, dialog.locator('summary'));
    await type(page, dialog.getByRole('textbox', { name: 'Description' }), 'Brass');
    await press(page, dialog.getByRole('button', { name: 'Create invoice' }));
    await page.getByRole('heading', { level: 1, name: 'One lamp' }).waitFor();
    await page.locator('h1:focus').waitFor();
    const { data } = await merchant.api.invoices.list();
    expect(data).toMatchObject([{ name: 'One lamp', description: 'Brass', price_amount: '12.5' }]);
    expect(clicks.taken()).toBe(0);
  });

  test('an overpaid invoice is refunded', async () => {
    const { enter, merchant, world } = on();
    const { id } = await merchant.api.invoices.create({
      price_amount: '500.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: 'over',
    });
    await world.pay({ invoice_id: id, amount: '0.5', risk_level: 'low' });
    await world.mine('BTC', 3);
    const page = await enter({ roles: ['finance'] });
    const clicks = await countClicks(page);
    await press(page, page.getByRole('link', { name: 'over', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'over' }).waitFor();
    await press(page, page.getByRole('button', { name: 'Refund to the account…' }));
    await press(page, page.getByRole('button', { name: /^Refund 0\.\d+ BTC$/ }));
    await page.getByText('completed', { exact: true }).first().waitFor();
    expect((await merchant.api.invoices.get(id)).status).toBe('completed');
    expect(clicks.taken()).toBe(0);
  });

  test('coins are sent', async () => {
    const { enter, merchant, world } = on();
    await fillWallet(world, 'BTC', ['1']);
    await credit(world, merchant, { BTC: '1' });
    const page = await enter({ roles: ['finance'] });
    await goTo(page, `projects/${merchant.project.id}/withdrawals`);
    const clicks = await countClicks(page);
    await press(page, page.getByRole('button', { name: 'Send coins' }).first());
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Address' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(BTC_ADDRESS);
    await dialog.getByText('Detected: BTC').waitFor();
    await type(page, dialog.getByRole('textbox', { name: 'Amount' }), '0.02');
    await type(page, dialog.getByRole('textbox', { name: 'Reference' }), 'by keyboard');
    await press(page, dialog.getByRole('button', { name: 'Get quote' }));
    await press(page, dialog.getByRole('button', { name: 'Send 0.02 BTC' }));
    await page.getByRole('heading', { level: 1, name: 'by keyboard' }).waitFor();
    await page.locator('h1:focus').waitFor();
    expect(clicks.taken()).toBe(0);
  });
});

/** More than any of these screens has. */
const TABS_MAX = 80;

/** Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const isFocused = () => target.evaluate((each) => each.matches(':focus'));
  for (let n = 0; n < TABS_MAX; n += 1) {
    if (await isFocused()) return;
    await page.keyboard.press('Tab');
  }
  expect(await isFocused(), `${target} is reached with the Tab key`).toBe(true);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}
