// Reports: the summary of a period agrees with the ledger, compares with the period before, leads to its entries, and is
// in the reader's time zone, like statements and files.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dayAt, dayStartIn } from '../../../server/src/core/time-zone.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { credit } from '../../../server/test/support/funds.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

/** Half an hour beside whole hours, and ahead of UTC all year. */
const ZONE = 'Asia/Tehran';

describeWithChromium('the screen of reports', () => {
  const on = stage();

  const lineOf = (page: Page, name: string) =>
    page.getByRole('table', { name: 'Summary in EUR' }).getByRole('row', { name });

  const report = (project: string) => `${on().url}/dashboard/projects/${project}/reports`;

  test('the summary starts with last month at midnight of the reader, and each line leads to its entries', async () => {
    const { enter, merchant, world } = on();
    const project = merchant.project.id;
    const now = world.clock.now();
    const month = (text: string) => `${text.slice(0, 7)}-01`;
    const next = month(dayAt('UTC', Date.parse(month(dayAt(ZONE, now))) + 33 * 86_400_000));
    const midnight = dayStartIn(ZONE, next);
    await world.advance(midnight - 60_000 - world.clock.now());
    await credit(world, merchant, { EUR: '100' });
    await world.advance(120_000);
    await credit(world, merchant, { EUR: '-0.75' });
    for (const price_amount of ['120', '30.50']) {
      const price = { price_amount, price_currency: 'EUR', pay_currency: 'BTC' };
      const invoice = await merchant.api.invoices.create(price);
      await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
    }
    await world.mine('BTC', 3);

    const page = await enter({ roles: ['viewer'] }, { timezoneId: ZONE });
    await page.clock.setFixedTime(world.clock.now());
    await page.goto(report(project));
    await page.getByText(`(${ZONE}).`).waitFor();
    await lineOf(page, 'Corrections -0.75 EUR 0.00 EUR -0.75 EUR').waitFor();
    await lineOf(page, 'Sales').getByText('150.50').first().waitFor();
    await page.getByRole('img', { name: 'Money in and out, in EUR' }).locator('canvas').waitFor();
    await page.getByText('View as table').click();
    await page.getByRole('table', { name: 'Money in and out, in EUR' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await page.getByRole('button', { name: 'Last month' }).click();
    // Of the correction a minute before midnight.
    await lineOf(page, 'Corrections 100.00 EUR 0.00 EUR 100.00 EUR').waitFor();
    await lineOf(page, 'Sales 0.00 EUR').waitFor();
    const days = new URL(page.url()).searchParams;
    await page.goto(
      `${on().url}/dashboard/projects/${project}/balances/EUR?${new URLSearchParams({ from: days.get('from') ?? '', to: days.get('to') ?? '' })}`,
    );
    await page.locator('dl div', { hasText: 'Closing balance' }).getByText('100.00').waitFor();

    await page.goto(report(project));
    await page
      .getByRole('table', { name: 'Summary in EUR' })
      .getByRole('link', { name: 'Sales' })
      .click();
    await page.getByRole('heading', { name: 'Sales' }).waitFor();
    await page.getByText('2 entries').waitFor();
    const entries = page.getByRole('table', { name: 'Sales' });
    await entries.getByRole('row').nth(2).waitFor();
    expect(await entries.getByRole('row').count()).toBe(3);
    expect(await faultsOf(page)).toEqual([]);
    await entries.getByRole('link').first().click();
    await page.waitForURL(/transactions\//);
  });

  test('the files have what is shown, and add up to the ledger', async () => {
    const { enter, merchant, world } = on();
    const page = await enter({ roles: ['viewer'] }, { timezoneId: ZONE });
    await page.clock.setFixedTime(world.clock.now());
    await page.goto(report(merchant.project.id));
    const rows = await downloaded(page, 'CSV file');
    const of = (line: string) =>
      rows.find((row) => row['line'] === line && row['currency'] === 'EUR');
    const [booked] = await world.app.db.query<{ sales: string; fees: string }>(
      `select (sum(amount) / 100)::numeric(20,2)::text as sales,
         (-sum(amount) filter (where purpose = 'fee') / 100)::numeric(20,2)::text as fees
       from ledger_postings where reference_type = 'Invoice' and currency = 'EUR'`,
    );
    expect(Number(of('sales')?.['amount'])).toBe(Number(booked?.sales));
    expect(Number(of('fees')?.['amount'])).toBe(Number(booked?.fees));
    expect(of('closing')?.['zone']).toBe(ZONE);
    const statement = await downloaded(page, 'Statement: CSV file');
    const last = statement.at(-1);
    expect(last).toMatchObject({ type: 'opening_balance', currency: 'EUR', balance: '100.0' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  });

  test('the other views show what the ledger has: sales by type and coin, fees and network fees', async () => {
    const { enter, merchant, world } = on();
    const page = await enter({ roles: ['viewer'] }, { timezoneId: ZONE });
    await page.clock.setFixedTime(world.clock.now());
    await page.goto(report(merchant.project.id));
    const views = page.getByRole('navigation', { name: 'Views of the report' });
    const view = async (name: string) => views.getByRole('link', { name, exact: true }).click();
    await view('Sales');
    await page.getByRole('row', { name: /^Invoice BTC 2 / }).waitFor();
    await view('Fees');
    await page.getByRole('heading', { name: 'Spread' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await view('Network');
    await page.getByText('No activity in this period.').waitFor();
    await view('By coin');
    await page.getByRole('row', { name: /^BTC 2 / }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('operators see all projects together, and liabilities next to holdings', async () => {
    const { enter, world, url } = on();
    const page = await enter({ role: 'auditor' });
    await page.clock.setFixedTime(world.clock.now());
    await page.goto(`${url}/dashboard`);
    await openScreen(page, 'Reports', 'Operations');
    await page.getByRole('heading', { name: 'All-project reports' }).waitFor();
    await page.getByText('(UTC).').waitFor();
    await page.getByRole('link', { name: 'By coin' }).click();
    await page.getByRole('table', { name: 'Current solvency' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('on a phone nothing is wider than the screen', async () => {
    const { enter, merchant, world } = on();
    const viewport = { width: 390, height: 844 };
    const page = await enter({ roles: ['viewer'] }, { viewport, timezoneId: ZONE });
    await page.clock.setFixedTime(world.clock.now());
    await page.goto(report(merchant.project.id));
    const summary = page.getByRole('table', { name: 'Summary in EUR' });
    await summary.getByRole('link', { name: 'Sales' }).waitFor();
    await page.getByRole('img', { name: 'Money in and out, in EUR' }).locator('canvas').waitFor();
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(viewport.width);
  });
});

async function downloaded(page: Page, name: string): Promise<Readonly<Record<string, string>>[]> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('link', { name, exact: true }).click();
  const text = readFileSync(await (await arriving).path(), 'utf8').replace(/^\uFEFF/, '');
  const [head = [], ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  return rows.map((cells) => Object.fromEntries(head.map((key, n) => [key, cells[n] ?? ''])));
}
