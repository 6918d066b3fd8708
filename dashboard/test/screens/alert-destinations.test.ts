// The operator adds an alert destination, tests it, and sees which destinations fail.

import { expect, test } from 'vitest';
import { startReceiver } from '../../../server/test/alerts/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { chooseAction } from '../support/choose-action.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('where alerts are told', () => {
  const on = stage();

  test('a destination is added with its secret, tested, disabled and removed', async () => {
    const { enter, world } = on();
    const receiver = await startReceiver();
    const page = await enter({ role: 'operator' });
    await openScreen(page, 'Alerts');
    await page.getByText('Alerts aren’t sent anywhere yet').waitFor();
    await page.getByRole('button', { name: 'Add a destination' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a destination' });
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('webhook');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Pager');
    await dialog.getByLabel('URL').fill(`${receiver.url}/secret-path`);
    // The page renders again for the new width.
    await expect.poll(() => faultsOf(page), { timeout: 30_000 }).toEqual([]);
    await dialog.getByRole('button', { name: 'Add destination' }).dblclick();
    await page.getByText('Standard Webhooks').waitFor();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText(/Test delivered in \d+ ms/).waitFor();
    expect(receiver.received).toHaveLength(1);
    receiver.answer(410, 'gone');
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Test failed: HTTP 410: gone').waitFor();
    await page.getByText('failing').waitFor();
    expect(await page.content()).not.toContain('secret-path');
    await page.setViewportSize({ width: 390, height: 844 });
    // The page renders again for the new width.
    await expect.poll(() => faultsOf(page), { timeout: 30_000 }).toEqual([]);
    const table = page.getByRole('table', { name: 'Alert destinations' });
    await chooseAction(table, 'Disable…');
    await page.getByRole('button', { name: 'Disable destination', exact: true }).dblclick();
    await table.getByText('disabled', { exact: true }).waitFor();
    await chooseAction(table, 'Remove…');
    await page.getByRole('button', { name: 'Remove destination' }).dblclick();
    await page.getByText('Alerts aren’t sent anywhere yet').waitFor();
    const lines = await world.app.db.query<{ operation: string }>(
      `select operation from journal where operation like 'alerts.%' order by id`,
    );
    expect(lines.map(({ operation }) => operation.replace('alerts.', ''))).toEqual([
      'destinations.add',
      'test',
      'test',
      'destinations.disable',
      'destinations.remove',
    ]);
    await receiver.close();
  });

  test('a read-only member sees the status and no button', async () => {
    const page = await on().enter({ role: 'auditor' });
    await openScreen(page, 'Alerts');
    await page.getByText('Alerts aren’t sent anywhere yet').waitFor();
    expect(await page.getByRole('button', { name: 'Add a destination' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Send test' }).count()).toBe(0);
  });
});
