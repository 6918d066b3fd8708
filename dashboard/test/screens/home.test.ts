// The home screen: open tasks, totals and latest events, with links to each.

import { expect, test } from 'vitest';
import { HOUR } from '../../../server/src/core/clock.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import type { Merchant } from '../../../server/test/support/world.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the first screen', () => {
  const on = stage();

  test('shows what needs attention, with links, and updates live', async () => {
    const { enter, merchant, raise, world } = on();
    await raise({ kind: 'node_excluded', subject: 'BTC', facts: { reason: 'behind' } });
    const page = await enter({ role: 'owner' });
    await openScreen(page, 'Overview');
    await page.getByText('No balances yet. Payments from customers appear here.').waitFor();
    const invoice = await merchant.api.invoices.create({
      price_amount: '100.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      name: 'Two shirts',
      customer_id: 'ada',
    });
    await world.pay({ invoice_id: invoice.id, amount: invoice.pay_amount });
    await world.mine('BTC', 3);
    // Sooner than the screen polls, every 30 seconds.
    const balances = page.getByRole('list', { name: 'Balances' });
    await balances.waitFor({ timeout: 20_000 });
    const [account] = (await merchant.api.accounts.list()).data.filter(
      ({ balance }) => !/^0(\.0+)?$/.test(balance),
    );
    const shown = await balances
      .getByRole('listitem')
      .filter({ hasText: account?.currency ?? '' })
      .first()
      .textContent();
    expect(shown).toContain((account?.balance ?? '?').replace(/0+$/, '').slice(0, 6));
    const paid = page.getByRole('row', { name: /Two shirts/ });
    await paid.getByText('completed').waitFor();
    for (const text of ['Invoice', 'ada', /100\.00/]) await paid.getByText(text).first().waitFor();
    await page.reload();
    await page.getByRole('img', { name: /^Total balance over the last 30 days/ }).waitFor();
    const drawing = page.getByRole('img', { name: 'Money in and out, in EUR' });
    await drawing.locator('rect').first().waitFor();
    await page.getByText('1 of 1').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Valued in' }).selectOption('USD');
    await page.getByRole('img', { name: 'Money in and out, in USD' }).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: /Alerts$/ })
      .click();
    await page.getByText('Reason: behind').waitFor();
  });

  test('links to the counted items, and each project opens on its own overview', async () => {
    const { enter, merchant, world } = on();
    const other = await world.merchant();
    const named = `update projects set name = 'Second shop' where id = $1`;
    await world.database.owner.query(named, [other.project.id]);
    const underpaid = async (of: Merchant) => {
      const invoice = await of.api.invoices.create({
        price_amount: '100.00',
        price_currency: 'EUR',
        pay_currency: 'BTC',
      });
      await world.pay({ invoice_id: invoice.id, amount: '0.0001' });
    };
    await underpaid(merchant);
    await underpaid(other);
    await world.mine('BTC', 3);
    world.clock.advance(HOUR);
    await world.settle();
    const page = await enter({ role: 'owner' });
    const main = page.getByRole('main');
    await openScreen(page, 'Overview', 'Operations');
    await main.getByText('Invoices to review').waitFor();
    await main.getByRole('link', { name: 'Second shop' }).click();
    await page.waitForURL(`**/projects/${other.project.id}/invoices?status=unresolved`);
    await openScreen(page, 'Overview');
    await page.waitForURL(`**/projects/${other.project.id}`);
    await main.getByRole('link', { name: /Invoices to review$/ }).waitFor();
    await page.getByRole('combobox', { name: 'Project' }).selectOption('Test merchant');
    await page.waitForURL(`**/projects/${merchant.project.id}`);
    await main.getByRole('link', { name: /Invoices to review$/ }).click();
    await page.waitForURL(`**/projects/${merchant.project.id}/invoices?status=unresolved`);
  });

  test('project members see only that project, and no operations', async () => {
    const { enter } = on();
    const page = await enter({ roles: ['viewer'] });
    await openScreen(page, 'Overview');
    await page.getByRole('main').getByText('Test merchant').waitFor();
    expect(await page.getByRole('link', { name: 'Operations' }).count()).toBe(0);
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: /Alerts$/ })
        .count(),
    ).toBe(0);
  });

  test('a phone fits the overview on three screens', async () => {
    const { enter, merchant, world } = on();
    for (let n = 0; n < 6; n++) {
      const { id } = await merchant.api.invoices.create({
        price_amount: '100.00',
        price_currency: 'EUR',
        pay_currency: 'BTC',
        custom_id: `order ${n}`,
      });
      await world.pay({ invoice_id: id });
    }
    await world.mine('BTC', 3);
    const page = await enter({ role: 'owner' }, { viewport: { width: 390, height: 844 } });
    await page.goto(page.url().replace(/\/invoices.*/, ''));
    await page.getByText('order 5').waitFor();
    expect(
      await page.getByRole('table', { name: 'Recent payments' }).locator('tbody tr').count(),
    ).toBe(6);
    await page.getByRole('img', { name: 'Money in and out, in EUR' }).waitFor();
    const height = await page.evaluate('document.documentElement.scrollHeight');
    expect(Number(height)).toBeLessThanOrEqual(3 * 844);
  });
});
