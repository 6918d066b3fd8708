// Transactions: filtered, saved as a view, opened at the object that caused them, and exported as a file.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requestWithdrawal } from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { credit } from '../../../server/test/support/funds.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the screen of transactions', () => {
  const on = stage();

  test('an accountant saves a view, exports it as a file, and opens the object of a row', async () => {
    const { enter, merchant, world } = on();
    await credit(world, merchant, { EUR: '1000', BTC: '1' });
    await requestWithdrawal(merchant, '100', { custom_id: 'rent' });
    const page = await enter({ roles: ['viewer'] });
    await openScreen(page, 'Transactions');
    await page.getByText('3 of 3 shown').waitFor();
    await page.getByRole('combobox', { name: 'Type' }).selectOption('CoinWithdrawal');
    await page.getByText('1 of 1 shown').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Views and columns' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'View name' }).fill('paid out');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByRole('button', { name: 'Delete view “paid out”' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const views = page.getByRole('group', { name: 'Saved views' });
    await views.getByRole('button', { name: 'paid out', pressed: true }).click();
    await page.getByText('3 of 3 shown').waitFor();
    await page.reload();
    await views.getByRole('button', { name: 'paid out', pressed: false }).click();
    await page.getByText('1 of 1 shown').waitFor();
    expect(new URL(page.url()).search).toBe('?type=CoinWithdrawal');
    await page.getByRole('button', { name: 'Views and columns' }).click();
    await dialog.getByRole('button', { name: 'Delete view “paid out”' }).click();
    await page.keyboard.press('Escape');
    await views.waitFor({ state: 'detached' });

    const arriving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV file' }).click();
    const lines = readFileSync(await (await arriving).path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines.length).toBe(2);
    expect(lines[1]).toContain('rent');
    await page.getByRole('table').getByRole('link', { name: 'Payout' }).click();
    await page.getByRole('heading', { name: 'Payout · rent' }).waitFor();
    const postings = page.getByRole('table', { name: 'Postings' });
    await postings.getByText('outgoing payouts').first().waitFor();
    const shown = await postings.locator('tbody').getByRole('row').count();
    const sql = `select 1 from ledger_postings p join coin_withdrawals w on w.id = p.reference_id`;
    expect(shown).toBe((await world.app.db.query(sql)).length);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Payout', exact: true }).click();
    await page.getByRole('heading', { name: 'rent', exact: true }).waitFor();
    await page.getByRole('link', { name: 'View postings and on-chain transactions' }).waitFor();
  });
});
