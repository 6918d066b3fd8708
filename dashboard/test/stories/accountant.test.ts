// The accountant closes a month, at a desk and on a phone: from home it takes at most three clicks to the statement of
// all currencies, and statement, report and ledger agree on the month in the accountant's time zone.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dayAt, dayStartIn } from '../../../server/src/core/time-zone.ts';
import { requestWithdrawal } from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { sampleCases } from '../../../server/test/support/crash-stride.ts';
import { credit } from '../../../server/test/support/funds.ts';
import { signIn } from '../support/passkey.ts';
import { stage } from '../support/stage.ts';

/** Ahead of UTC all year: a month in UTC would start later. */
const ZONE = 'Europe/Berlin';
const HALF_AN_HOUR = 30 * 60 * 1000;
const CLICKS_MAX = 3;

describeWithChromium('the accountant', () => {
  const on = stage();
  let month = { from: 0, until: 0 };

  test('closes a month in their own time zone: statement, report and ledger have the same balances', async () => {
    const { merchant, world, url } = on();
    month = monthAfter(world.clock.now());
    await world.advance(month.from - HALF_AN_HOUR - world.clock.now());
    await credit(world, merchant, { EUR: '1000' });
    await world.advance(2 * HALF_AN_HOUR);
    await credit(world, merchant, { EUR: '0.01', BTC: '0.25' });
    for (const price_amount of ['120', '30.50']) {
      const price = { price_amount, price_currency: 'EUR', pay_currency: 'BTC' };
      const invoice = await merchant.api.invoices.create(price);
      await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
    }
    await world.mine('BTC', 3);
    await world.advance(month.until - HALF_AN_HOUR - world.clock.now());
    await requestWithdrawal(merchant, '77.31');
    await world.advance(2 * HALF_AN_HOUR);
    await credit(world, merchant, { EUR: '5' });

    const page = await signIn(on(), { roles: ['viewer'] }, { timezoneId: ZONE });
    await page.clock.setFixedTime(world.clock.now());
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/balances/EUR`);
    await page.getByRole('combobox', { name: 'Month' }).selectOption({ index: 2 });
    await page.getByText('1,000.00').first().waitFor();
    const fact = async (name: string) =>
      cents((await page.locator('dl div', { hasText: name }).locator('dd').textContent()) ?? '');
    const [opening, closing] = [await fact('Opening'), await fact('Closing')];
    expect(opening).toBe(100_000n);
    expect(closing).toBe(await ledgerBefore(month.until));

    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByRole('button', { name: 'Last month' }).click();
    const balances = page.getByRole('table', { name: 'In each currency' });
    const cell = async (name: string) =>
      cents(
        (await balances.getByRole('row', { name }).getByRole('cell').nth(2).textContent()) ?? '',
      );
    await balances.getByRole('columnheader', { name: 'EUR' }).waitFor();
    expect([await cell('Opening balance'), await cell('Closing balance')]).toEqual([
      opening,
      closing,
    ]);
  });

  test.each(sampleCases([1440, 390], 1))(
    'gets the statement of all currencies within three clicks at %i px',
    async (width) => {
      const { world, url } = on();
      const viewport = { width, height: 900 };
      const page = await signIn(on(), { roles: ['viewer'] }, { timezoneId: ZONE, viewport });
      await page.clock.setFixedTime(world.clock.now());
      await page.goto(`${url}/dashboard`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const clicks = countClicks(page);
      const menu = page.getByRole('button', { name: 'Open navigation' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('link', { name: 'Reports', exact: true }).click();
      const shown = await statementOf(page);
      expect(await clicks()).toBeLessThanOrEqual(CLICKS_MAX);

      const [head = [], ...rows] = shown
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(','));
      const at = (row: readonly string[], name: string) => row[head.indexOf(name)] ?? '';
      for (const currency of ['BTC', 'EUR']) {
        const own = rows.filter((row) => at(row, 'currency') === currency);
        const ends = [own.at(-1), own[0]].map((row) => units(at(row ?? [], 'balance')));
        const sum = own.reduce((total, row) => total + units(at(row, 'amount') || '0'), 0n);
        expect((ends[0] ?? 0n) + sum).toBe(ends[1]);
        expect(new Set(own.map((row) => at(row, 'zone')))).toEqual(new Set([ZONE]));
      }
      const closing = rows.find(
        (row) => at(row, 'type') === 'closing_balance' && at(row, 'currency') === 'EUR',
      );
      expect(cents(at(closing ?? [], 'balance'))).toBe(await ledgerBefore(month.until));
    },
  );

  /** The EUR balance of the merchant, in cents, from the postings before a time. */
  async function ledgerBefore(moment: number): Promise<bigint | undefined> {
    const { merchant, world } = on();
    const [booked] = await world.app.db.query<{ sum: bigint }>(
      `select sum(e.amount) as sum from ledger_entries e
       join ledger_accounts a on a.project_id = e.project_id and a.number = e.account
       join ledger_postings p on p.project_id = e.project_id and p.seq = e.posting_seq
       where a.project_id = $1 and a.kind = 'available' and a.currency = 'EUR' and p.created_at < $2`,
      [merchant.project.id, new Date(moment)],
    );
    return booked?.sum;
  }
});

async function statementOf(page: Page): Promise<string> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Statement of last month: CSV file' }).click();
  return readFileSync(await (await arriving).path(), 'utf8').replace(/^\uFEFF/, '');
}

/** Counts the clicks of the person in the page, across navigations within the dashboard. */
function countClicks(page: Page): () => Promise<number> {
  const started = page.evaluate(
    `(window.clicks = 0, document.addEventListener('click', () => (window.clicks += 1), true))`,
  );
  return async () => {
    await started;
    return Number(await page.evaluate('window.clicks'));
  };
}

/** The first calendar month that starts after the given time: its start and its end, exclusive. */
function monthAfter(moment: number): { readonly from: number; readonly until: number } {
  const startOf = (months: number) => {
    const [year = 0, month = 0] = dayAt(ZONE, moment + 2 * HALF_AN_HOUR)
      .split('-')
      .map(Number);
    const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
    return dayStartIn(ZONE, first);
  };
  return { from: startOf(1), until: startOf(2) };
}

/** `1,100.50 EUR`, `-77.31`. */
function cents(text: string): bigint {
  return scaledBy(text, 2);
}

function units(text: string): bigint {
  return scaledBy(text, 18);
}

function scaledBy(text: string, digits: number): bigint {
  const [whole = '', part = ''] = text.replaceAll(/[^\d.]/g, '').split('.');
  const size = BigInt(`${whole}${part.padEnd(digits, '0').slice(0, digits)}`);
  return text.startsWith('-') ? -size : size;
}
