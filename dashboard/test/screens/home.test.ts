// The home screen: open tasks, totals and latest events, with links to each.
import { expect, test } from 'vitest';
import { HOUR } from '../../../server/src/core/clock.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import type { Merchant } from '../../../server/test/support/world.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the first screen', () => {
  const on = stage();

  test('shows what needs attention, with links, and updates live', async () => {
    const { enter, merchant, raise, world } = on();
    await raise({ kind: 'node_excluded', subject: 'BTC', facts: { reason: 'behind' } });
    const page = await enter({ role: 'owner' });
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByText('No balances yet. Payments from customers appear here.').waitFor();
    const invoice = await merchant.api.invoices.create({
      price_amount: '100.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
    });
    await world.pay({ invoice_id: invoice.id, amount: invoice.pay_amount });
    await world.mine('BTC', 3);
    // Sooner than the screen polls, every 30 seconds.
    await page.getByRole('table', { name: 'Balances' }).waitFor({ timeout: 20_000 });
    const [account] = (await merchant.api.accounts.list()).data.filter(
      ({ balance }) => !/^0(\.0+)?$/.test(balance),
    );
    const shown = await page
      .getByRole('row', { name: account?.currency ?? '' })
      .first()
      .textContent();
    expect(shown).toContain((account?.balance ?? '?').replace(/0+$/, '').slice(0, 6));
    await page.getByRole('table', { name: 'Recent activity' }).waitFor();
    await page.reload();
    const drawing = page.getByRole('img', { name: 'Money in and out, in EUR' });
    await drawing.locator('rect').first().waitFor();
    await page.getByText('1 created, 1 paid, 0 expired').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Valued in' }).selectOption('USD');
    await page.getByRole('img', { name: 'Money in and out, in USD' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Alerts' }).click();
    await page.getByText('Reason: behind').waitFor();
  });

  test('links to the counted items of all projects or of the selected one', async () => {
    const { enter, merchant, world, url } = on();
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
    await page.goto(`${url}/dashboard/`);
    const main = page.getByRole('main');
    await main.getByText('Invoices to review').waitFor();
    await main.getByRole('link', { name: 'Second shop' }).waitFor();
    await main.getByRole('combobox', { name: 'Project' }).selectOption('Second shop');
    await main.getByRole('link', { name: 'Invoices to review' }).click();
    await page.waitForURL(`**/projects/${other.project.id}/invoices?status=unresolved`);
    await page.getByRole('navigation').getByRole('combobox').selectOption('Test merchant');
    await page.getByRole('link', { name: 'Home' }).click();
    await main.getByRole('combobox', { name: 'Project' }).waitFor();
    await page.getByRole('navigation').getByRole('combobox').selectOption('Second shop');
    await page.waitForURL(`**/dashboard/?project=${other.project.id}`);
  });

  test('project members see only that project', async () => {
    const { enter } = on();
    const page = await enter({ roles: ['viewer'] });
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByText('Test merchant').last().waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Alerts' }).count()).toBe(0);
  });
});
