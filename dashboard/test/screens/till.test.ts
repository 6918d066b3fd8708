// The whole till: payouts are stopped and go on again with a reason each; what the doctor finds, and what is owed.
import { expect, test } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf, stage } from '../support/stage.ts';

describeWithChromium('the screens of the whole till', () => {
  const on = stage();

  test('an operator stops the payouts of a project, and lifts it when he has looked', async () => {
    const { enter, merchant, world } = on();
    const page = await enter({ role: 'operator' });
    await page.getByRole('link', { name: 'Stops' }).click();
    await page.getByRole('button', { name: 'Stop a project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop a project' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('a strange payout');
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Stop a project' }).dblclick();
    await page.getByRole('row', { name: /Test merchant.*a strange payout/ }).waitFor();
    const read = () =>
      world.app.db.query('select reason, lifted_reason from payout_stops where project_id = $1', [
        merchant.project.id,
      ]);
    expect(await read()).toEqual([{ reason: 'a strange payout', lifted_reason: null }]);
    await page.getByRole('button', { name: 'Lift…' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('it was ours');
    await page.getByRole('button', { name: 'Lift', exact: true }).click();
    await page.getByText('Every project pays.').waitFor();
    expect(await read()).toEqual([{ reason: 'a strange payout', lifted_reason: 'it was ours' }]);
  });

  test('an auditor sees what the doctor finds, and stops nothing', async () => {
    const { enter } = on();
    const page = await enter({ role: 'auditor' });
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('row', { name: /books.*every invariant holds/ }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Stops' }).click();
    await page.getByText('No coin is in quarantine.').waitFor();
    expect(await page.getByRole('button', { name: 'Stop a project' }).count()).toBe(0);
  });
});
