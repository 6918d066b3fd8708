// People: invited to the instance and to a project by a link that is shown once, given roles, deactivated.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { chooseAction } from '../support/choose-action.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the screens of people', () => {
  const on = stage();

  test('an owner invites a person, who signs in with the link and is deactivated later', async () => {
    const { enter, arrive, world } = on();
    const page = await enter({ role: 'owner' });
    await openScreen(page, 'People');
    await page.getByRole('button', { name: 'Invite member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite member' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada Klein');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('nowhere');
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('auditor');
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Email' }).fill('ada@till.example');
    await dialog.getByRole('button', { name: 'Create link' }).dblclick();
    const link = await shownLink(page);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();

    const hers = await arrive(link);
    await hers.getByRole('heading', { level: 1 }).waitFor();
    await openScreen(hers, 'People');
    await hers.getByText('ada@till.example').waitFor();
    expect(await hers.getByRole('button', { name: 'Invite member' }).count()).toBe(0);
    expect(await hers.getByRole('button', { name: 'Edit Ada Klein' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Edit Ada Klein' }).click();
    const change = page.getByRole('dialog', { name: 'Edit Ada Klein' });
    await change.getByRole('combobox', { name: 'Role' }).selectOption('operator');
    expect(await faultsOf(page)).toEqual([]);
    await change.getByRole('button', { name: 'Save role' }).click();
    await page.getByRole('row', { name: /Ada Klein.*Operator/ }).waitFor();
    await page.getByRole('button', { name: 'Edit Ada Klein' }).click();
    await change.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('row', { name: /Ada Klein.*deactivated/ }).waitFor();
    await hers.reload();
    await hers.getByRole('heading', { name: 'Sign in' }).waitFor();
    const users = await world.app.db.query(
      `select role, disabled_at is null as is_in from users where name = 'Ada Klein'`,
    );
    expect(users).toEqual([{ role: 'operator', is_in: false }]);
  });

  test('a project admin grants and removes roles only in that project', async () => {
    const { enter, merchant, world } = on();
    const page = await enter({ roles: ['admin'] });
    await openScreen(page, 'Members');
    expect(await page.getByRole('link', { name: 'People', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Invite member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite member' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ben Ito');
    await dialog.getByRole('checkbox', { name: 'Support' }).check();
    await dialog.getByRole('checkbox', { name: 'Viewer' }).uncheck();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await shownLink(page);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('row', { name: /Ben Ito.*invited/ }).waitFor();
    const ben = page.getByRole('row', { name: /Ben Ito/ });
    await chooseAction(ben, 'New link…');
    const another = page.getByRole('dialog', { name: 'New link for Ben Ito' });
    expect(await faultsOf(page)).toEqual([]);
    await another.getByRole('button', { name: 'Create link' }).click();
    await shownLink(page);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await chooseAction(ben, 'Roles…');
    const roles = page.getByRole('dialog', { name: 'Roles of Ben Ito' });
    expect(await roles.getByRole('checkbox', { name: 'Approver' }).isDisabled()).toBe(true);
    await roles.getByRole('checkbox', { name: 'Developer' }).check();
    await roles.getByRole('button', { name: 'Save roles' }).click();
    await page.getByRole('row', { name: /Ben Ito.*Support, Developer/ }).waitFor();
    const read = () =>
      world.app.db.query(
        `select m.roles from project_members m join users u on u.id = m.user_id
         where u.name = 'Ben Ito' and m.project_id = $1`,
        [merchant.project.id],
      );
    expect(await read()).toEqual([{ roles: ['support', 'developer'] }]);
    await chooseAction(ben, 'Remove…');
    const remove = page.getByRole('dialog', { name: 'Remove Ben Ito from this project' });
    await remove.getByRole('button', { name: 'Remove', exact: true }).click();
    await ben.waitFor({ state: 'detached' });
    expect(await read()).toEqual([]);
  });

  async function shownLink(page: Page): Promise<string> {
    const shown = page.getByRole('dialog', { name: 'Invitation' });
    const link = await shown.getByText(/\/dashboard\/welcome#/).textContent();
    await shown.getByRole('button', { name: 'Copy the link' }).waitFor();
    return (link ?? '').replace('127.0.0.1', 'localhost');
  }
});
