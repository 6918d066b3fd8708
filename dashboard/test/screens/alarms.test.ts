// Alarms: what a person must look at, and that he did.
import { expect, test } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf, stage } from '../support/stage.ts';

describeWithChromium('the screen of alarms', () => {
  const on = stage();

  test('one is cleared with a reason, once, and is then found among the others', async () => {
    const { enter, raise, world } = on();
    await raise({
      kind: 'node_behind',
      subject: 'BTC',
      facts: { blocks: 12 },
    });
    const page = await enter({ role: 'operator' });
    await page.getByRole('link', { name: 'Alarms' }).click();
    await page.getByText('blocks: 12').waitFor();
    await page.getByRole('button', { name: 'Clear…' }).click();
    const clear = page.getByRole('button', { name: 'Clear alarm' });
    expect(await clear.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Reason' }).fill('node was restarted');
    expect(await faultsOf(page)).toEqual([]);
    await clear.dblclick();
    await page.getByText('No alarm stands').waitFor();
    await page.getByRole('combobox', { name: 'Which' }).selectOption({ index: 1 });
    await page.getByText('node was restarted').waitFor();
    const lines = await world.app.db.query(
      `select reason from journal where operation = 'alarms.clear'`,
    );
    expect(lines).toEqual([{ reason: 'node was restarted' }]);
  });

  test('who may only look sees no button', async () => {
    const { enter, raise } = on();
    await raise({ kind: 'again', subject: 'BTC', facts: {} });
    const page = await enter({ role: 'auditor' });
    await page.getByRole('link', { name: 'Alarms' }).click();
    await page.getByRole('table', { name: 'Alarms' }).waitFor();
    expect(await page.getByRole('button', { name: 'Clear…' }).count()).toBe(0);
  });
});
