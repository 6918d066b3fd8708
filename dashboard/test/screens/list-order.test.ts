// The order of a list: by the heads of its columns or, on a phone, by a choice among the filters; in the URL and in saved
// views.
import { expect, test } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { goTo } from '../support/go-to.ts';
import { type Stage, stage } from '../support/stage.ts';

const PHONE = { width: 390, height: 844 };

describeWithChromium('the order of lists', () => {
  const on = stage();

  test('the heads of columns sort the list, by amount only within one currency', async () => {
    const { enter, merchant } = on();
    await invoices(merchant, 2);
    const price = { price_amount: '40.00', price_currency: 'EUR', pay_currency: 'LTC' };
    await merchant.api.invoices.create({ ...price, name: 'dear' });
    const page = await enter({ roles: ['viewer'] });
    const first = page.getByRole('row').nth(1);
    const created = page.getByRole('columnheader', { name: 'Created' });
    await first.filter({ hasText: 'dear' }).waitFor();
    expect(await created.getAttribute('aria-sort')).toBe('descending');
    await created.getByRole('button').click();
    await page.locator('th[aria-sort="ascending"]').waitFor();
    expect(new URL(page.url()).search).toBe('?sort=oldest');
    expect(await page.getByRole('group', { name: 'Active filters' }).count()).toBe(0);
    const head = page.getByRole('columnheader', { name: 'Price EUR' });
    await head.getByRole('button').focus();
    await page.keyboard.press('Enter');
    const active = page.getByRole('group', { name: 'Active filters' });
    await active.getByRole('button', { name: 'Remove filter Price currency: EUR' }).waitFor();
    await first.filter({ hasText: 'dear' }).waitFor();
    expect(new URL(page.url()).search).toBe('?sort=highest&currency=EUR');
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expect(await created.getAttribute('aria-sort')).toBeNull();
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    await head.getByRole('button').click();
    await first.filter({ hasText: 'order' }).waitFor();
    await active.getByRole('button', { name: 'Remove filter Price currency: EUR' }).click();
    await active.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });

  test('an order is part of a saved view, and chosen from a list on a phone', async () => {
    const { enter, merchant } = on();
    await invoices(merchant, 2);
    const page = await enter({ roles: ['viewer'] });
    await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click();
    await page.getByRole('button', { name: 'Views and columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Views and columns' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Oldest');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await page.keyboard.press('Escape');
    const views = page.getByRole('group', { name: 'Saved views' });
    await views.getByRole('button', { name: 'Oldest', pressed: true }).click();
    await page.locator('th[aria-sort="descending"]').waitFor();
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Oldest first');
    await views.getByRole('button', { name: 'Oldest', pressed: true }).waitFor();
    expect(await page.getByRole('columnheader').getByRole('button').count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
  });

  test('every main list has the oldest rows first', async () => {
    const { enter, merchant } = on();
    await invoices(merchant, 1);
    const page = await enter({ roles: ['viewer'] });
    for (const name of ['invoices', 'transactions', 'withdrawals', 'customers', 'inbox']) {
      const read = page.waitForResponse((response) => /order=oldest/.test(response.url()));
      await goTo(page, `/projects/${merchant.project.id}/${name}?sort=oldest`);
      expect((await read).status()).toBe(200);
    }
    const failed = page.waitForResponse((response) => /order=oldest/.test(response.url()));
    await goTo(page, `/projects/${merchant.project.id}/callbacks?status=failed&sort=oldest`);
    expect((await failed).status()).toBe(200);
  });
});

async function invoices({ api }: Stage['merchant'], count: number): Promise<void> {
  for (let n = count; n > 0; n--)
    await api.invoices.create({
      price_amount: '25.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      name: `order ${n}`,
    });
}
