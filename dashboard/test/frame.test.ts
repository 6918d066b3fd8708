// The layout around the screens: search, keyboard, language, color scheme, and the step-up that a request may require.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeWithChromium } from '../../server/test/support/chromium.ts';
import { faultsOf } from '../../server/test/support/faults.ts';
import { openScreen } from './support/open-screen.ts';
import { stage } from './support/stage.ts';

describeWithChromium('the frame of the dashboard', () => {
  const on = stage();

  test('from any screen, a reference leads to its invoice with the keyboard only', async () => {
    const { enter, merchant } = on();
    await merchant.api.invoices.create({
      price_amount: '12.50',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: 'order 7',
    });
    const page = await enter({ role: 'owner' });
    await page.goto(page.url().replace(/projects.*/, 'alerts'));
    await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('order 7');
    await page.getByRole('link', { name: /^order 7 · 12.5/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'order 7' }).waitFor();
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('a screen that is left is not rendered again while the next one loads slowly', async () => {
    const { enter, merchant } = on();
    await merchant.api.invoices.create({
      price_amount: '5',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: 'slow order',
    });
    const page = await enter({ role: 'owner' });
    const row = page.getByRole('link', { name: 'slow order' });
    await row.waitFor();
    let load = () => {};
    const isAwaited = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route('**/assets/detail-*.js', async (route) => {
      await isAwaited;
      await route.continue();
    });
    await row.press('Enter');
    await page.getByText('Loading the page').waitFor({ state: 'attached' });
    await row.waitFor({ state: 'detached' });
    load();
    await page.getByRole('heading', { name: 'slow order' }).waitFor();
  });

  test('one entry of the navigation is current, also on the pages below it', async () => {
    const { enter } = on();
    const page = await enter({ role: 'owner' });
    const current = page.getByRole('navigation').locator('[aria-current="page"]');
    const names = async () => (await current.allTextContents()).filter((name) => name !== '');
    expect(await names()).toEqual(['Invoices', 'Invoices']);
    await openScreen(page, 'Policy');
    await page.getByRole('heading', { level: 1, name: 'Policy' }).waitFor();
    expect(await names()).toEqual(['Settings', 'Policy']);
  });

  test('letters typed right after / all reach the search while it loads', async () => {
    const { enter, merchant } = on();
    await merchant.api.invoices.create({
      price_amount: '8',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: 'order 8',
    });
    const page = await enter({ role: 'owner' });
    let load = () => {};
    const isTyped = new Promise<void>((resolve) => {
      load = resolve;
    });
    let loads = 0;
    await page.route('**/assets/search-*.js', async (route) => {
      loads += 1;
      await isTyped;
      await route.continue();
    });
    await page.keyboard.type('/ordx');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('er');
    load();
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(' 8');
    await page.getByRole('link', { name: /^order 8 · / }).waitFor();
    expect(await page.locator('input:focus').inputValue()).toBe('order 8');
    expect(loads).toBe(1);
    await page.keyboard.press('Escape');
    await page.keyboard.type('/again');
    await page.locator('input:focus').waitFor();
    expect(await page.locator('input:focus').inputValue()).toBe('again');
  });

  test('many projects and their objects are found by name', async () => {
    const { enter, world } = on();
    const page = await enter({ roles: ['viewer'] });
    const member = `select user_id from sessions order by began_at desc, id desc limit 1`;
    for (let n = 1; n <= 12; n++) {
      const { project, api } = await world.merchant();
      await world.database.owner.query(
        `update projects set name = 'Branch ' || $2::text where id = $1`,
        [project.id, n],
      );
      await world.database.owner.query(
        `insert into project_members (project_id, user_id, roles, since)
         select $1, (${member}), array['viewer'], now()`,
        [project.id],
      );
      if (n % 11 === 1)
        await api.invoices.create({
          price_amount: '12.50',
          price_currency: 'EUR',
          pay_currency: 'BTC',
          custom_id: `of branch ${n}`,
        });
    }
    await page.reload();
    await page.getByRole('heading', { name: 'Invoices' }).waitFor();
    for (const n of [1, 12]) {
      await page.keyboard.press('/');
      await page.locator('input:focus').fill(`of branch ${n}`);
      await page.getByRole('link', { name: `of branch ${n} ·` }).waitFor();
      await page.locator('input:focus').fill(`branch ${n}`);
      await page.getByRole('link', { name: `Branch ${n} Project`, exact: true }).waitFor();
      await page.keyboard.press('Escape');
    }
  });

  test('language and theme are remembered', async () => {
    const { enter } = on();
    const page = await enter({ role: 'owner' });
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await page.getByRole('combobox', { name: 'Design' }).selectOption('dark');
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: 'Zahlungsanforderungen' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await schemeOf(page)).toBe('dark');
  });

  test('a truncated address, or one of another project, is not found', async () => {
    const { enter } = on();
    const page = await enter({ role: 'owner' });
    const list = page.url();
    await page.goto(`${list}/01a218d7-da2f-7000-bb26`);
    await page.getByText('Not found, or you have no access to it.').waitFor();
    await page.goto(list.replace(/projects\/[^/]+/, 'projects/unknown'));
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    await page.getByRole('link', { name: 'Go to overview' }).waitFor();
  });

  test('another project opens the same screen', async () => {
    const { enter, world } = on();
    const { project } = await world.merchant();
    const page = await enter({ role: 'owner' });
    await page.getByRole('combobox', { name: 'Project' }).selectOption(project.id);
    await page.waitForURL(`**/projects/${project.id}/invoices`);
    await page.getByText('No invoices yet.').waitFor();
  });

  // No existing screen needs one, so the first response is replaced.
  test('a request that requires step-up prompts for it and continues automatically', async () => {
    const { enter, raise } = on();
    await raise({
      kind: 'audit_finding',
      subject: 'test',
      facts: {},
    });
    const page = await enter({ role: 'owner' });
    await page.route('**/operations/alerts.resolve', (route) => route.fulfill(STEP_UP_NEEDED), {
      times: 1,
    });
    await openScreen(page, 'Alerts');
    await page.getByRole('button', { name: 'Resolve…' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('seen to');
    await page.getByRole('button', { name: 'Resolve alert' }).click();
    const requested = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await requested.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await requested.getByRole('button', { name: 'Yes, it’s me' }).click();
    await page.getByText('No open alerts').waitFor();
  });

  test('closing a dialog, or the one that followed it, restores the focus', async () => {
    const { enter } = on();
    const page = await enter({ role: 'owner' });
    await openScreen(page, 'API keys');
    const opener = page.getByRole('button', { name: 'Create API key' });
    const focused = page.locator('button:focus', { hasText: 'Create API key' });
    await opener.press('Enter');
    await page.getByRole('dialog', { name: 'Create API key' }).waitFor();
    await page.keyboard.press('Escape');
    await focused.waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('the shop');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await focused.waitFor();
  });

  const STEP_UP_NEEDED = {
    status: 403,
    contentType: 'application/json',
    body: JSON.stringify({ error: { code: 'step_up_needed' }, meta: { request_id: 'test' } }),
  };

  const schemeOf = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');
});
