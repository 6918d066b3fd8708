// The policy of a project: read as sentences, tried on what was, put in force; and its address book.
import { expect, test } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf, stage } from '../support/stage.ts';

const RULES = `{
  "currency": "EUR",
  "rules": [
    { "name": "large", "when": { "amountAbove": "1000" }, "do": { "hold": 0 } },
    { "name": "everything else", "do": "allow" }
  ]
}`;

describeWithChromium('the screens of the policy', () => {
  const on = stage();

  test('an admin is told what is wrong, replays thirty days, and puts it in force', async () => {
    const { enter, merchant, world } = on();
    const page = await enter({ roles: ['admin'] });
    await page.getByRole('link', { name: 'Policy' }).click();
    await page.getByText('The built-in policy').waitFor();
    await page.getByText('the destination is unknown and looks like a known one').waitFor();
    await page.getByRole('link', { name: 'Change the policy' }).click();
    const text = page.getByRole('textbox', { name: 'Policy, as JSON' });
    await text.fill(RULES.replace('"1000"', '1000').replace('"large"', '""'));
    await page.getByRole('button', { name: 'Check and replay 30 days' }).click();
    await page.getByText('rules.0.name').waitFor();
    await page.getByText('rules.0.when.amountAbove').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await text.fill(RULES);
    await page.getByRole('button', { name: 'Check and replay 30 days' }).click();
    await page.getByText('it is worth more than 1000 EUR').waitFor();
    await page.getByText('Nothing of the last 30 days').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Note' }).fill('after the audit');
    await page.getByRole('button', { name: 'Put it in force' }).dblclick();
    await page.getByText('Version 1 is in force.').waitFor();
    await page.getByText('after the audit').waitFor();
    await page.getByRole('link', { name: '1', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Version 1' })
      .getByText(/^\+.*"large"/)
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const rows = await world.app.db.query(
      'select version, note from policies where project_id = $1',
      [merchant.project.id],
    );
    expect(rows).toEqual([{ version: 1, note: 'after the audit' }]);
  });

  test('who may not change rules reads them, and no more', async () => {
    const { enter, merchant, url } = on();
    const page = await enter({ roles: ['support'] });
    await page.getByRole('link', { name: 'Policy' }).click();
    await page.getByRole('heading', { name: 'Address book' }).waitFor();
    expect(await page.getByRole('link', { name: 'Change the policy' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Add an address' }).count()).toBe(0);
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/policy/edit`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });
});
