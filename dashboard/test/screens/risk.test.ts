// Risk: an address is blocked, has a high score from then on, and is removed from the list again.

import { expect, test } from 'vitest';
import { foreignAddress } from '../../../server/src/chains/simulated/pay.ts';
import { defined } from '../../../server/src/core/assert.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the screen of risk', () => {
  const on = stage();

  test('an address is blocked, scored and removed; a read-only member sees no button', async () => {
    const { enter, world } = on();
    const address = foreignAddress(defined(world.app.coins.get('BTC'), 'BTC'), 'thief', 1);
    const page = await enter({ role: 'operator' });
    await openScreen(page, 'Risk');
    await page.getByRole('button', { name: 'Block an address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
    await dialog.getByRole('textbox', { name: 'Note' }).fill('a thief');
    await dialog.getByRole('button', { name: 'Block address' }).dblclick();
    const row = page.getByRole('row', { name: 'a thief' });
    await row.waitFor();
    await page.getByRole('textbox', { name: 'Address to assess' }).fill(address);
    await page.getByRole('button', { name: 'Assess' }).click();
    await page.getByText(/ of 10, /).waitFor();
    const auditor = await enter({ role: 'auditor' });
    await openScreen(auditor, 'Risk');
    await auditor.getByRole('row', { name: 'a thief' }).waitFor();
    expect(await auditor.getByRole('button', { name: 'Remove…' }).count()).toBe(0);
    await row.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('button', { name: 'Remove address' }).click();
    await page.getByText('No addresses yet').waitFor();
    const journal = await world.app.db.query<{ operation: string }>(
      `select operation from journal where operation like 'risk.%' order by id`,
    );
    expect(journal.map(({ operation }) => operation)).toEqual(['risk.block', 'risk.remove']);
  });

  test('each invoice on hold shows the known source of its funds', async () => {
    const { enter, merchant, world } = on();
    const price = { price_amount: '50.00', price_currency: 'EUR', pay_currency: 'BTC' };
    for (const customer_id of ['listed', 'stranger']) {
      const { id } = await merchant.api.invoices.create({ ...price, customer_id });
      await world.pay({ invoice_id: id, risk_level: 'high' });
    }
    await world.mine('BTC', 6);
    const [risky] = await world.app.db.query<{ risk: object }>(
      `select d.risk from deposits d join invoices i on i.id = d.owner_id
       where i.customer_id = 'listed'`,
    );
    // As from a risk provider, which the sandbox does not have.
    const known = { ...risky?.risk, resource_category: 'sanctions' };
    await world.app.db.query(
      `update deposits d set risk = $1 from invoices i
       where i.id = d.owner_id and i.customer_id = 'listed'`,
      [JSON.stringify(known)],
    );
    const page = await enter({ role: 'auditor' });
    await openScreen(page, 'Risk');
    await page.getByRole('row', { name: /listed.*high risk · on a sanctions list/ }).waitFor();
    await page.getByRole('row', { name: /stranger.*high risk · source unknown/ }).waitFor();
  });

  test('a file is checked with all its errors, and imported as a whole', async () => {
    const { enter, world } = on();
    const coin = defined(world.app.coins.get('BTC'), 'BTC');
    const [first, second] = [1, 2].map((n) => foreignAddress(coin, 'listed', n));
    const page = await enter({ role: 'operator' });
    await openScreen(page, 'Risk');
    await page.getByRole('button', { name: 'Import a list' }).click();
    const dialog = page.getByRole('dialog');
    const choose = (text: string) =>
      dialog.locator('input[type=file]').setInputFiles({
        name: 'list.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(text),
      });
    await choose(`address,currency\n${first},BTC\nnobody,BTC\n`);
    await dialog.getByRole('button', { name: 'Check the file' }).click();
    await dialog.getByRole('row', { name: /line 3 nobody not a BTC address/ }).waitFor();
    await dialog.getByText('1 new, 0 already on the list').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await choose(`address,currency\n${first},BTC\n${second},BTC\n${second},BTC\n`);
    await dialog.getByRole('textbox', { name: 'Note' }).fill('of the police');
    await dialog.getByRole('button', { name: 'Check the file' }).click();
    await dialog.getByRole('button', { name: 'Import 2 new addresses' }).dblclick();
    await page.getByRole('row', { name: 'of the police' }).nth(1).waitFor();
    const listed = await world.app.db.query('select address from risk_entries order by address');
    expect(listed).toHaveLength(2);
    expect(await faultsOf(page)).toEqual([]);
  });
});
