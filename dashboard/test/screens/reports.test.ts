// Reports: as charts and tables, of a project and of all projects; the file has the totals of the ledger.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the screen of reports', () => {
  const on = stage();

  test('sales are shown as a chart and a table, and the file matches the ledger', async () => {
    const { enter, merchant, world } = on();
    for (const price_amount of ['120', '30.50']) {
      const invoice = await merchant.api.invoices.create({
        price_amount,
        price_currency: 'EUR',
        pay_currency: 'BTC',
      });
      await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
    }
    await world.mine('BTC', 3);
    const page = await enter({ roles: ['viewer'] });
    await openScreen(page, 'Reports');
    await page.getByRole('img', { name: 'Credited in EUR' }).waitFor();
    await page.getByRole('combobox', { name: 'By' }).selectOption('day');
    await page.getByRole('img', { name: 'Fees in EUR' }).locator('rect').first().waitFor();
    await page.getByText('View as table').first().click();
    expect(await faultsOf(page)).toEqual([]);
    const arriving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV file' }).click();
    const text = readFileSync(await (await arriving).path(), 'utf8');
    const [head = [], ...rows] = text
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
    const cell = (row: readonly string[], name: string) => row[head.indexOf(name)] ?? '';
    const credited = rows
      .filter((row) => cell(row, 'part') === 'sales' && cell(row, 'item') === 'credited')
      .map((row) => cell(row, 'amount'));
    const [booked] = await world.app.db.query<{ sum: bigint }>(
      `select sum(amount) as sum from ledger_postings where reference_type = 'Invoice' and purpose = 'credit'`,
    );
    const cents = credited.map((amount) => BigInt(Math.round(Number(amount) * 100)));
    expect(cents.reduce((sum, each) => sum + each, 0n)).toBe(booked?.sum);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  });

  test('operators see liabilities next to holdings', async () => {
    const { enter } = on();
    const page = await enter({ role: 'auditor' });
    await openScreen(page, 'Reports', 'Operations');
    await page.getByRole('heading', { name: 'All-project reports' }).waitFor();
    await page.getByText('(UTC)').waitFor();
    await page
      .getByRole('img', { name: 'Closing balances in EUR' })
      .locator('rect')
      .first()
      .waitFor();
    await page.getByRole('img', { name: 'Solvency in BTC' }).locator('rect').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('losses are shown as a chart and as a table', async () => {
    const { enter, url } = on();
    const page = await enter({ role: 'auditor' });
    await page.route(/reports\.show/, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const lost = { period: '2026-11', currency: 'BTC', lost: '0.5', restored: '0.125' };
      json.data.losses = [lost];
      await route.fulfill({ response, json });
    });
    await page.goto(`${url}/dashboard/reports`);
    const drawn = page.getByRole('figure').filter({ hasText: 'Losses and recoveries in BTC' });
    await drawn.locator('rect').nth(1).waitFor();
    await drawn.getByText('View as table').click();
    await drawn.getByRole('row', { name: /Nov.* 2026 0\.5 BTC 0\.125 BTC/ }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});
