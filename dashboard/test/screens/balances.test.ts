// Balances: an exchange in two steps, and its row in the statement.

import { expect, test } from 'vitest';
import { HOUR } from '../../../server/src/core/clock.ts';
import { availableIn } from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { credit } from '../../../server/test/support/funds.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the balance screens', () => {
  const on = stage();

  test('finance exchanges once at a valid quote, and finds it in the statement', async () => {
    const { enter, merchant, world } = on();
    await credit(world, merchant, { BTC: '1', EUR: '100' });
    const page = await enter({ roles: ['finance'] });
    await openScreen(page, 'Balances');
    await page.getByRole('link', { name: 'BTC' }).waitFor();
    await page.getByRole('button', { name: 'Exchange funds' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('5');
    await dialog.getByRole('button', { name: 'Get quote' }).click();
    await dialog.getByText('Must be at most 1.0').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.1');
    await dialog.getByRole('button', { name: 'Get quote' }).click();
    await dialog.getByText(/Quote valid for \d+ s/).waitFor();
    expect(await availableIn(merchant, 'BTC')).toBe('0.9');
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Exchange 0\.1 BTC for/ }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'BTC' }).click();
    await page.getByRole('cell', { name: 'Exchange' }).waitFor();
    const opening = page.getByText('Opening balance').locator('xpath=following-sibling::dd');
    const closing = page.getByText('Closing balance').locator('xpath=following-sibling::dd');
    expect(await opening.textContent()).toMatch(/^0(\.0+)? BTC$/);
    expect(await closing.textContent()).toMatch(/^0\.90* BTC$/);
    await page.getByLabel('End date', { exact: true }).fill('2020-01-01');
    await page.getByText('No transactions in this period.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const [made] = await world.app.db.query<{ count: number }>(
      'select count(*)::int as count from exchange_transfers where committed_at is not null',
    );
    expect(made?.count).toBe(1);
    expect(await availableIn(merchant, 'BTC')).toBe('0.9');
  });

  test('a month of the statement is a month in the time zone of the reader, as in reports', async () => {
    const { enter, merchant, url } = on();
    const page = await enter({ roles: ['viewer'] }, { timezoneId: 'Pacific/Kiritimati' });
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/balances/EUR`);
    await page.getByText('Days from midnight to midnight in Pacific/Kiritimati').waitFor();
    const months = page.getByRole('combobox', { name: 'Month' });
    const last = (await months.locator('option').nth(2).getAttribute('value')) ?? '';
    await months.selectOption(last);
    const file = page.getByRole('link', { name: 'CSV' });
    await page.waitForURL(/from=/);
    const requested = new URL((await file.getAttribute('href')) ?? '', url).searchParams;
    // Fourteen hours ahead of UTC.
    expect(requested.get('from')).toBe(new Date(Date.parse(last) - 14 * HOUR).toISOString());
    const until = new Date(Date.parse(requested.get('to') ?? '') + 1 + 14 * HOUR);
    expect(until.toISOString()).toMatch(/-01T00:00:00.000Z$/);
    expect(requested.get('time_zone')).toBe('Pacific/Kiritimati');
    expect(await faultsOf(page)).toEqual([]);
  });

  test('a read-only member sees no exchange', async () => {
    const { enter, url, merchant } = on();
    const page = await enter({ roles: ['viewer'] });
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/balances`);
    await page.getByRole('heading', { name: 'Balances' }).waitFor();
    expect(await page.getByRole('button', { name: 'Exchange funds' }).count()).toBe(0);
  });
});
