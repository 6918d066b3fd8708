// One's own account: a person who was invited in live mode sets up a sign-in method and signs in with it from then on;
// sessions and tokens.

import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wallNow } from '../../../server/src/core/clock.ts';
import { createLink, PRINTED_LINK_LASTS } from '../../../server/src/people/links.ts';
import { thinkLive } from '../../../server/test/people/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { openScreen } from '../support/open-screen.ts';
import { agedStepUps, device } from '../support/passkey.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the account screens', () => {
  const on = stage();

  test('other sessions are ended, and a token is shown once', async () => {
    const { enter, world, url } = on();
    const page = await enter({ role: 'owner' });
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('link', { name: 'Passkeys, sessions and tokens' }).click();
    await page.getByRole('heading', { name: 'Active sessions' }).waitFor();
    await page.getByText('Current session').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create token' });
    await dialog.getByRole('textbox', { name: 'Token name' }).fill('nightly export');
    expect(await faultsOf(page)).toEqual([]);
    await agedStepUps(world);
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const stepUp = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await stepUp
      .getByText(
        'create the token “nightly export” with these permissions: read (Everywhere I have access',
      )
      .waitFor();
    await stepUp.getByRole('button', { name: 'Yes, it’s me' }).click();
    const shown = page.getByRole('dialog', { name: 'New token' });
    const token = (await shown.getByText(/^ct_/).textContent()) ?? '';
    const answer = await fetch(`${url}/admin/api/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    await shown.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('button', { name: 'Revoke token “nightly export”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('ended', { exact: true }).waitFor();
    const rows = await world.app.db.query(
      `select name from personal_tokens where revoked_at is not null`,
    );
    expect(rows).toEqual([{ name: 'nightly export' }]);
  });

  test('language, number format, time zone and theme apply to the account in another browser', async () => {
    const { arrive, enter, world, url } = on();
    const page = await enter({ role: 'owner' });
    await page.goto(`${url}/dashboard/account`);
    const kept = (field: string, value: string) =>
      Promise.all([
        page.waitForResponse(
          (answer) =>
            answer.url().endsWith('/admin/api/me') && answer.request().method() === 'POST',
        ),
        page.getByRole('combobox', { name: field }).selectOption(value),
      ]);
    await kept('Time zone', 'Asia/Tokyo');
    await kept('Number and date format', 'de-CH');
    await kept('Theme', 'dark');
    await kept('Language', 'de');
    await page.getByRole('heading', { name: 'Sprache und Darstellung' }).waitFor();
    const [user] = await world.app.db.query<{ id: string }>(
      `select id, language, number_format, time_zone, theme from users where time_zone is not null`,
    );
    expect(user).toMatchObject({
      language: 'de',
      number_format: 'de-CH',
      time_zone: 'Asia/Tokyo',
      theme: 'dark',
    });
    const link = await createLink(world.app, user?.id ?? '', PRINTED_LINK_LASTS);
    const other = await arrive(link.url);
    await other.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    await other.goto(`${url}/dashboard/account`);
    await other.getByRole('heading', { name: 'Sprache und Darstellung' }).waitFor();
    expect(await other.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    const seen = other.getByRole('table').first().getByRole('time').first();
    const [exact, utc] = [
      await seen.getAttribute('data-exact'),
      await seen.getAttribute('dateTime'),
    ];
    const there = { dateStyle: 'medium', timeStyle: 'long', timeZone: 'Asia/Tokyo' } as const;
    expect(exact).toBe(new Intl.DateTimeFormat('de-CH', there).format(new Date(utc ?? '')));
    expect(await faultsOf(other)).toEqual([]);
  });

  test('people choose email notifications among what they can read', async () => {
    const { enter, world, url } = on();
    const page = await enter({ roles: ['viewer'] });
    await page.goto(`${url}/dashboard/account`);
    const save = page.getByRole('button', { name: 'Save notification settings' });
    await save.waitFor();
    await page.getByText('Your account has no confirmed email address').waitFor();
    await page.getByText('No mail server is set up on this instance').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Alerts' }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Invoices to review' }).check();
    await page.getByRole('checkbox', { name: 'Payouts to approve' }).check();
    await save.click();
    await page.getByText('Saved.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    await page.getByRole('checkbox', { name: 'Invoices to review', checked: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Invoices to review' }).uncheck();
    await save.click();
    await page.getByText('Saved.').waitFor();
    expect(await world.app.db.query('select kinds from notices')).toEqual([
      { kinds: ['withdrawals_for_approval'] },
    ]);
    const owner = await enter({ role: 'owner' });
    await owner.goto(`${url}/dashboard/account`);
    await owner.getByRole('checkbox', { name: 'Alerts', checked: false }).waitFor();
    expect(await owner.getByRole('checkbox').count()).toBe(12);
  });

  test('in live mode, an invited person sets up a passkey, signs in and steps up with it', async () => {
    const { arrive, invite, open, world, url } = on();
    thinkLive(world);
    const page = await open(`${url}/dashboard/sign-in`);
    await device(page);
    await arrive(await invite({ role: 'owner' }), page);
    await page.getByRole('heading', { name: /^Welcome, / }).waitFor();
    await page.goto(`${url}/dashboard/people`);
    await page.getByRole('heading', { name: /^Welcome, / }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Passkey name' }).fill('my phone');
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await page.getByRole('link', { name: 'Operations' }).waitFor();
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await openScreen(page, 'People');
    await world.app.db.query(`update sessions set proved_at = proved_at - interval '1 hour'`);
    await page.getByRole('button', { name: 'Invite member' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await page.getByRole('button', { name: 'Create link' }).click();
    const stepUp = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await stepUp.getByText('assign the role “Operator” to Ada').waitFor();
    await stepUp.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await page.getByRole('dialog', { name: 'Invitation' }).waitFor();
    const lines = await world.app.db.query(
      `select j.step_up ->> 'by' as by from journal j join journal_results o on o.journal_id = j.id
       where j.operation = 'users.invite' and o.result = 'done'`,
    );
    expect(lines).toEqual([{ by: 'passkey' }]);
    await page.goto(`${url}/dashboard/account`);
    await page.getByRole('button', { name: 'Rename my phone' }).click();
    const rename = page.getByRole('dialog', { name: 'Rename my phone' });
    await rename.getByRole('textbox', { name: 'Passkey name' }).fill('old phone');
    await rename.getByRole('button', { name: 'Rename passkey' }).click();
    await page.getByRole('button', { name: 'Rename old phone' }).waitFor();
  });

  test('in live mode, a password requires codes, and signs in with one of them', async () => {
    const { arrive, invite, world } = on();
    thinkLive(world);
    const page = await arrive(await invite({ roles: ['viewer'] }));
    const name = (await page.getByRole('heading', { name: /^Welcome, / }).textContent()) ?? '';
    await page.getByRole('button', { name: 'Use a password instead' }).click();
    const password = page.locator('input[type=password]').first();
    await password.fill('password12');
    await page.locator('input[type=password]').last().fill('password12');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Some fields are invalid. Check the form.').waitFor();
    await password.fill('loch-Zebra-17-abends');
    await page.locator('input[type=password]').last().fill('loch-Zebra-17-abends');
    await page.getByRole('button', { name: 'Set password' }).click();
    const secret = (await page.locator('pre').textContent()) ?? '';
    expect(await faultsOf(page)).toEqual([]);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: wallNow(),
    });
    await page.getByRole('textbox', { name: 'Code shown in the app' }).fill(code);
    await page.getByRole('button', { name: 'Confirm setup' }).click();
    const shown = page.getByRole('dialog', { name: 'Recovery codes' });
    const codes = (await shown.locator('pre').textContent())?.split('\n') ?? [];
    expect(codes.length).toBe(10);
    expect(await faultsOf(page)).toEqual([]);
    await shown.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('link', { name: 'Invoices' }).waitFor();
    await signOut(page);
    await page.getByRole('textbox', { name: 'Email' }).fill(name.replace('Welcome, ', ''));
    await page.locator('input[type=password]').first().fill('loch-Zebra-17-abends');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('textbox', { name: /^Authenticator code/ }).fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('link', { name: 'Invoices' }).waitFor();
    const used = await world.app.db.query('select 1 from recovery_codes where used_at is not null');
    expect(used.length).toBe(1);
  });

  async function signOut(page: Page) {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }
});
