// The accountant closes a month: statement, file, and the ledger say the same.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask } from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { credit } from '../../../server/test/support/funds.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the accountant', () => {
  const on = stage();

  test('closes a month: what was exported adds up from the opening to the closing balance', async () => {
    const { enter, merchant, world, url } = on();
    const api = merchant.api;
    await credit(world, merchant, { EUR: '1000' });
    await world.advance(32 * DAY);
    for (const price_amount of ['120', '30.50']) {
      const invoice = await api.invoices.create({
        ...{ price_amount, price_currency: 'EUR', pay_currency: 'BTC' },
      });
      await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
    }
    await world.mine('BTC', 3);
    await ask(merchant, '77.31');
    const [from, to] = [world.clock.now() - 5 * DAY, world.clock.now()].map(dayOf);
    await world.advance(40 * DAY);
    await credit(world, merchant, { EUR: '5' });

    const page = await enter({ roles: ['viewer'] });
    const search = `from=${from}&to=${to}`;
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/balances/EUR?${search}`);
    const fact = async (name: string) =>
      cents((await page.locator('dl div', { hasText: name }).locator('dd').textContent()) ?? '');
    await page.getByText('Opening').first().waitFor();
    const [opening, closing] = [await fact('Opening'), await fact('Closing')];
    const arriving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV file' }).click();
    const [head = [], ...rows] = readFileSync(await (await arriving).path(), 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
    const amounts = rows.map((row) => cents(row[head.indexOf('amount')] ?? ''));
    expect(amounts.length).toBe(3);
    expect(opening).toBe(100_000n);
    expect(opening + amounts.reduce((sum, each) => sum + each, 0n)).toBe(closing);
    const [booked] = await world.app.db.query<{ sum: bigint }>(
      `select sum(e.amount) as sum from ledger_entries e
       join ledger_accounts a on a.project_id = e.project_id and a.id = e.account_id
       join ledger_postings p on p.project_id = e.project_id and p.seq = e.posting_seq
       where a.project_id = $1 and a.kind = 'available' and a.currency = 'EUR'
         and p.created_at < $2`,
      [merchant.project.id, new Date(Date.parse(to ?? '') + DAY)],
    );
    expect(booked?.sum).toBe(closing);
  });
});

const DAY = 24 * 60 * 60 * 1000;

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** `1,100.50 EUR`, `-77.31`. */
function cents(text: string): bigint {
  const [whole = '', part = ''] = text.replaceAll(/[^\d.]/g, '').split('.');
  const units = BigInt(`${whole}${part.padEnd(2, '0').slice(0, 2)}`);
  return text.startsWith('-') ? -units : units;
}
