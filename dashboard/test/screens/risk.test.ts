// Risk: an address is blocked, scored high from then on, and taken off the list again.
import { expect, test } from 'vitest';
import { foreignAddress } from '../../../server/src/chains/simulated/pay.ts';
import { known } from '../../../server/src/core/assert.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the screen of risk', () => {
  const on = stage();

  test('an address is blocked, scored and removed; who may only look sees no button', async () => {
    const { enter, world } = on();
    const address = foreignAddress(known(world.app.coins.get('BTC'), 'BTC'), 'thief', 1);
    const page = await enter({ role: 'operator' });
    await page.getByRole('link', { name: 'Risk' }).click();
    await page.getByRole('button', { name: 'Block an address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
    await dialog.getByRole('textbox', { name: 'Who it is' }).fill('a thief');
    await dialog.getByRole('button', { name: 'Block address' }).dblclick();
    const row = page.getByRole('row', { name: 'a thief' });
    await row.waitFor();
    await page.getByRole('textbox', { name: 'Address to assess' }).fill(address);
    await page.getByRole('button', { name: 'Assess' }).click();
    await page.getByText(/ of 10, /).waitFor();
    const auditor = await enter({ role: 'auditor' });
    await auditor.getByRole('link', { name: 'Risk' }).click();
    await auditor.getByRole('row', { name: 'a thief' }).waitFor();
    expect(await auditor.getByRole('button', { name: 'Remove…' }).count()).toBe(0);
    await row.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('button', { name: 'Remove address' }).click();
    await page.getByText('No address is on your lists').waitFor();
    const journal = await world.app.db.query<{ operation: string }>(
      `select operation from journal where operation like 'risk.%' order by id`,
    );
    expect(journal.map(({ operation }) => operation)).toEqual(['risk.block', 'risk.remove']);
  });
});
