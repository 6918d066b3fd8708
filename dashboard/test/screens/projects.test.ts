// Projects: one is created, its fees and settings are changed in a form that shows each change, and members without the
// permission can read them.

import { expect, test } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the screens of projects', () => {
  const on = stage();

  test('an operator creates a project and sets its fees, and sees each change before saving it', async () => {
    const { enter, world } = on();
    const page = await enter({ role: 'operator' });
    await openScreen(page, 'Projects');
    await page.getByRole('button', { name: 'Create project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create project' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Corner shop');
    await dialog.getByRole('button', { name: 'Create project' }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.getByRole('button', { name: 'Add fee' }).click();
    // A reload of the settings discards no unsaved input.
    const requested = page.waitForResponse((response) => response.url().includes('projects.show'));
    const notification = setInterval(() => world.stream.reset(), 500);
    await requested;
    clearInterval(notification);
    await page.getByRole('textbox', { name: 'Percent' }).fill('0.8');
    await page.getByRole('textbox', { name: 'Price lock for held payouts' }).fill('5');
    await page.getByRole('combobox', { name: 'Known customers only' }).selectOption('yes');
    await page.getByRole('textbox', { name: 'Price lock for unresolved invoices' }).fill('100000');
    await page.getByText('4 unsaved changes').waitFor();
    const save = async () => {
      await page.getByRole('button', { name: 'Review changes…' }).click();
      await page
        .getByRole('row', { name: /Price lock for held payouts default 5 hours/ })
        .waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save changes' }).click();
    };
    await save();
    const wrong = page.getByRole('textbox', { name: 'Price lock for unresolved invoices' });
    await page.locator('input[aria-invalid="true"]').waitFor();
    await wrong.fill('48');
    await save();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('unsaved change').waitFor({ state: 'detached' });
    const stored = await world.app.db.query('select name, settings from projects where name = $1', [
      'Corner shop',
    ]);
    expect(stored).toEqual([
      {
        name: 'Corner shop',
        settings: {
          withdrawalPriceHours: 5,
          strictCustomers: true,
          unresolvedPriceHours: 48,
          automaticResolution: {},
          fees: { invoice: '0.8' },
        },
      },
    ]);
  });

  test("cleared settings use the instance's default again", async () => {
    const { enter, merchant, world, url } = on();
    await world.app.db.query(`update projects set settings = '{"withdrawalPriceHours": 5}'
      where name = 'Test merchant'`);
    const page = await enter({ role: 'owner' });
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/settings`);
    const hours = page.getByRole('textbox', { name: 'Price lock for held payouts' });
    expect(await hours.inputValue()).toBe('5');
    await page.getByText('Set for this project. Default: 24 hours').waitFor();
    await page.getByRole('button', { name: 'Reset Price lock for held payouts' }).click();
    await page.getByRole('button', { name: 'Review changes…' }).click();
    await page.getByRole('row', { name: /5 hours default/ }).waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('unsaved change').waitFor({ state: 'detached' });
    expect(await hours.getAttribute('placeholder')).toBe('Default: 24 hours');
  });

  test('a search in the settings shows what matches, and keeps what was typed', async () => {
    const { enter, merchant, url } = on();
    const page = await enter({ role: 'owner' });
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/settings`);
    await page.getByRole('textbox', { name: 'Price lock for held payouts' }).fill('5');
    const search = page.getByRole('searchbox', { name: 'Search settings' });
    await search.fill('UNDERPAID');
    await page.getByRole('combobox', { name: 'Underpaid invoice' }).waitFor();
    expect(
      await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents(),
    ).toEqual(['Payments']);
    expect(await faultsOf(page)).toEqual([]);
    await search.fill('no such setting');
    await page.getByText('No setting matches. Try another word.').waitFor();
    await search.fill('');
    const hours = page.getByRole('textbox', { name: 'Price lock for held payouts' });
    expect(await hours.inputValue()).toBe('5');
    await page.getByText('1 unsaved change').waitFor();
  });

  test('the screens that belong to the settings are one click away, by permission', async () => {
    const { enter } = on();
    const page = await enter({ roles: ['admin'] });
    await openScreen(page, 'Settings');
    await page.getByRole('region', { name: 'Developers' }).getByRole('link').first().waitFor();
    const linked = (name: string) =>
      page.getByRole('region', { name }).getByRole('link').allTextContents();
    expect(await linked('Notifications')).toEqual(['Your notifications']);
    expect(await linked('Developers')).toEqual(['API keys', 'Webhooks', 'Requests']);
    await page.getByRole('region', { name: 'Members' }).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  });

  test('project members can view its settings', async () => {
    const { enter } = on();
    const page = await enter({ roles: ['admin'] });
    await openScreen(page, 'Settings');
    await page.getByText('An operator can change these settings.').waitFor();
    expect(await page.getByRole('button', { name: 'Add fee' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Projects' }).count()).toBe(0);
  });
});
