// The accountant closes a month: the statement, the file and the ledger agree.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requestWithdrawal } from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { credit } from '../../../server/test/support/funds.ts';
import { signIn } from '../support/passkey.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the accountant', () => {
  const on = stage();

  test('closes a calendar month in UTC, as reports do: the file adds up from the opening to the closing balance', async () => {
    const { merchant, world, url } = on();
    const api = merchant.api;
    const month = monthAfter(world.clock.now());
    await world.advance(month.from - HALF_AN_HOUR - world.clock.now());
    await credit(world, merchant, { EUR: '1000' });
    await world.advance(2 * HALF_AN_HOUR);
    await credit(world, merchant, { EUR: '0.01' });
    for (const price_amount of ['120', '30.50']) {
      const invoice = await api.invoices.create({
        price_amount,
        price_currency: 'EUR',
        pay_currency: 'BTC',
      });
      await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
    }
    await world.mine('BTC', 3);
    await world.advance(month.to - HALF_AN_HOUR - world.clock.now());
    await requestWithdrawal(merchant, '77.31');
    await world.advance(2 * HALF_AN_HOUR);
    await credit(world, merchant, { EUR: '5' });

    const page = await signIn(on(), { roles: ['viewer'] }, { timezoneId: ZONE });
    await page.clock.setFixedTime(world.clock.now());
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/balances/EUR`);
    await page.getByRole('combobox', { name: 'Month' }).selectOption({ index: 2 });
    const fact = async (name: string) =>
      cents((await page.locator('dl div', { hasText: name }).locator('dd').textContent()) ?? '');
    await page.getByText('1,000.00').first().waitFor();
    const search = new URL(page.url()).searchParams;
    expect([search.get('from'), search.get('to')]).toEqual(month.days);
    const [opening, closing] = [await fact('Opening'), await fact('Closing')];
    const arriving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV file' }).click();
    const [head = [], ...rows] = readFileSync(await (await arriving).path(), 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
    const amounts = rows.flatMap((row) => {
      const text = row[head.indexOf('amount')] ?? '';
      return text === '' ? [] : [cents(text)];
    });
    const ends = [rows.at(-1), rows[0]].map((row) => cents(row?.[head.indexOf('balance')] ?? ''));
    expect(ends).toEqual([opening, closing]);
    expect(amounts.length).toBe(4);
    expect(opening).toBe(100_000n);
    expect(opening + amounts.reduce((sum, each) => sum + each, 0n)).toBe(closing);
    const [booked] = await world.app.db.query<{ sum: bigint }>(
      `select sum(e.amount) as sum from ledger_entries e
       join ledger_accounts a on a.project_id = e.project_id and a.number = e.account
       join ledger_postings p on p.project_id = e.project_id and p.seq = e.posting_seq
       where a.project_id = $1 and a.kind = 'available' and a.currency = 'EUR'
         and p.created_at < $2`,
      [merchant.project.id, new Date(month.to)],
    );
    expect(booked?.sum).toBe(closing);
  });
});

/** Ahead of UTC all year: a local month would start earlier. */
const ZONE = 'Europe/Berlin';
const HALF_AN_HOUR = 30 * 60 * 1000;

/** The first calendar month that starts after the given time: its first and last day, and its start and end. */
function monthAfter(moment: number) {
  const soon = new Date(moment + 2 * HALF_AN_HOUR);
  const [year, next] = [soon.getUTCFullYear(), soon.getUTCMonth() + 1];
  const dayOf = (month: number, day: number) =>
    new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
  const startOf = (day: string) => new Date(`${day}T00:00:00Z`).getTime();
  const [first, over] = [dayOf(next, 1), dayOf(next + 1, 1)];
  return { days: [first, dayOf(next + 1, 0)], from: startOf(first), to: startOf(over) };
}

/** `1,100.50 EUR`, `-77.31`. */
function cents(text: string): bigint {
  const [whole = '', part = ''] = text.replaceAll(/[^\d.]/g, '').split('.');
  const units = BigInt(`${whole}${part.padEnd(2, '0').slice(0, 2)}`);
  return text.startsWith('-') ? -units : units;
}
