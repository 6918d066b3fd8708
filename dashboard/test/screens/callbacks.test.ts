// A developer finds why a callback failed, fixes the endpoint and resends it; keys are created and revoked.

import { expect, test } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { chooseAction } from '../support/choose-action.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

/** The lines of the word `callbacks` in the delivery address. */
const LINES_OF_A_WORD = `(() => {
  const texts = document.createTreeWalker(document.querySelector('main dl'), NodeFilter.SHOW_TEXT);
  while (!texts.nextNode()?.data.includes('callbacks'));
  const { currentNode: text } = texts;
  const word = document.createRange();
  word.setStart(text, text.data.indexOf('callbacks'));
  word.setEnd(text, text.data.indexOf('callbacks') + 'callbacks'.length);
  return word.getClientRects().length;
})()`;

describeWithChromium('the developer screens', () => {
  const on = stage();

  test('a failed delivery shows request and response; it and all failed deliveries are retried', async () => {
    const { enter, merchant, world } = on();
    merchant.answerWith(500);
    const { id } = await merchant.api.invoices.create({
      price_amount: '10',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: 'told late',
    });
    await world.pay({ invoice_id: id });
    const page = await enter({ roles: ['developer'] });
    await openScreen(page, 'Webhooks');
    await page.getByRole('table', { name: 'Sent events' }).getByRole('link').last().click();
    await page.getByText('Attempt 1: 500').waitFor();
    await page.getByText('"custom_id": "told late"').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    // The navigation changes step by step.
    await expect.poll(() => page.evaluate(LINES_OF_A_WORD)).toBe(1);
    await page.setViewportSize({ width: 1280, height: 900 });
    merchant.answerWith(200);
    await Promise.all([
      page.waitForResponse(/callbacks\.retry$/),
      page.getByRole('button', { name: 'Resend webhook' }).click(),
    ]);
    await world.settle();
    await page.reload();
    await page.getByText('Attempt 2: 200').waitFor();
    const address = page.url();
    const support = await enter({ roles: ['support'] });
    await support.goto(address);
    await Promise.all([
      support.waitForResponse(
        (response) => response.url().endsWith('callbacks.retry') && response.ok(),
      ),
      support.getByRole('button', { name: 'Resend webhook' }).click(),
    ]);
    const viewer = await enter({ roles: ['viewer'] });
    await viewer.goto(address);
    await viewer.getByText('This needs the permission “write”').waitFor();
    expect(await viewer.getByRole('button', { name: 'Resend webhook' }).count()).toBe(0);
    await world.settle();
    await world.app.db.query(`update deliveries set status = 'failed', next_attempt_at = null`);
    await page.getByRole('link', { name: '← Webhooks' }).click();
    await page.getByRole('textbox', { name: 'Event' }).fill('refunded');
    await page.keyboard.press('Enter');
    await page.getByText('No deliveries match these filters.').waitFor();
    expect(new URL(page.url()).search).toBe('?event=refunded');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('cell', { name: 'failed' }).first().waitFor();
    await page.getByRole('button', { name: 'Retry all failed…' }).click();
    await page.getByRole('button', { name: 'Retry deliveries' }).dblclick();
    await page.getByRole('cell', { name: 'pending' }).first().waitFor();
    await world.settle();
    const open = await world.app.db.query(`select 1 from deliveries where status <> 'delivered'`);
    expect(open).toEqual([]);
  });

  test('endpoints are added with a secret that is shown once, tested, rotated and disabled', async () => {
    const { enter, merchant, world } = on();
    const page = await enter({ roles: ['developer'] });
    await openScreen(page, 'Webhooks');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(`${world.url}/nothing`);
    await page.getByRole('button', { name: 'Save endpoint' }).click();
    await page.getByRole('button', { name: 'Copy Standard Webhooks' }).waitFor();
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    const endpoints = page.getByRole('table', { name: 'Endpoints' });
    const added = endpoints.getByRole('row', { name: '/nothing' });
    await chooseAction(added, 'Disable…');
    await page.getByRole('button', { name: 'Disable endpoint' }).click();
    await added.getByText('disabled').waitFor();
    await chooseAction(endpoints, 'Rotate secret…');
    await page.getByRole('button', { name: 'Create new secret' }).click();
    await page.getByRole('dialog', { name: 'Secret created' }).waitFor();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('button', { name: 'Send test webhook' }).click();
    await page.getByText('Invoice.test').first().waitFor();
    await world.settle();
    expect(merchant.callbacks.at(-1)).toMatchObject({ event: 'test' });
  });

  test('a key is created with permissions, works, and is revoked; without permission there is no button', async () => {
    const { enter, world } = on();
    const page = await enter({ roles: ['developer'] });
    await openScreen(page, 'API keys');
    await page.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('web shop');
    await dialog.getByRole('checkbox', { name: 'write' }).check();
    expect(await dialog.getByRole('checkbox', { name: 'payout' }).count()).toBe(0);
    await dialog.getByRole('textbox', { name: 'Allowed IPs' }).fill('not an address');
    await dialog.getByRole('button', { name: 'Create API key' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Allowed IPs' }).fill('127.0.0.1');
    await dialog.getByRole('button', { name: 'Create API key' }).dblclick();
    await page.getByRole('dialog', { name: 'API key created' }).waitFor();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    const row = page.getByRole('row', { name: 'web shop' });
    await chooseAction(row, 'Revoke…');
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await row.getByText('revoked').waitFor();
    const keys = await world.app.db.query(
      `select permissions, ip_allow_list, revoked_at is not null as over from api_keys where name = 'web shop'`,
    );
    expect(keys).toEqual([
      { permissions: ['read', 'write'], ip_allow_list: ['127.0.0.1'], over: true },
    ]);
    const viewer = await enter({ roles: ['viewer'] });
    await openScreen(viewer, 'API keys');
    await viewer.getByRole('row', { name: 'web shop' }).waitFor();
    expect(await viewer.getByRole('button', { name: 'Create API key' }).count()).toBe(0);
  });

  test('a shop is connected: address, store and key are shown once, work for its plugin, and are revoked', async () => {
    const { enter, world } = on();
    const page = await enter({ roles: ['developer'] });
    await openScreen(page, 'API keys');
    await page.getByText('No shop is connected yet.').waitFor();
    await page.getByRole('button', { name: 'Connect shop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect shop' });
    await dialog.getByRole('textbox', { name: 'Shop' }).fill('Tea house');
    await dialog.getByRole('button', { name: 'Connect shop' }).dblclick();
    const made = page.getByRole('dialog', { name: 'Shop key created' });
    await made.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const [server, store, key] = await made.locator('pre').allTextContents();
    const call = () =>
      fetch(`${server}/api/v1/stores/${store}/invoices`, {
        method: 'POST',
        headers: { authorization: `token ${key}`, 'content-type': 'application/json' },
        body: '{"amount":"5","currency":"EUR"}',
      });
    expect((await call()).status).toBe(200);
    await made.getByRole('button', { name: 'I’ve saved it' }).click();
    const row = page.getByRole('row', { name: 'Tea house' });
    await chooseAction(row, 'Revoke…');
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await row.getByText('revoked').waitFor();
    expect((await call()).status).toBe(401);
    const kept = await world.app.db.query('select name from shop_keys');
    expect(kept).toEqual([{ name: 'Tea house' }]);
  });
});
