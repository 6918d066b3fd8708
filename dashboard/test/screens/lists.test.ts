// What all lists share: the whole row opens its object, times are relative, and filters are buttons that are removed
// again.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { defined } from '../../../server/src/core/assert.ts';
import { createLink, PRINTED_LINK_LASTS } from '../../../server/src/people/links.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import type { World } from '../../../server/test/support/world.ts';
import { openScreen } from '../support/open-screen.ts';
import { type Stage, stage } from '../support/stage.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

describeWithChromium('lists', () => {
  const on = stage();

  test('the whole row opens its invoice, and its texts can be selected', async () => {
    const { enter, merchant } = on();
    await invoices(merchant, 1);
    const page = await enter({ roles: ['viewer'] });
    const row = page.getByRole('row', { name: /^order 1 / });
    const text = row.getByText('waiting');
    const box = (await row.getByRole('cell').nth(2).boundingBox()) ?? { x: 0, y: 0, height: 0 };
    const end = (await row.getByRole('cell').nth(4).boundingBox()) ?? box;
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(end.x + 20, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => String(getSelection()))).toContain('25.00');
    expect(new URL(page.url()).pathname).toMatch(/invoices$/);
    await page.evaluate(() => getSelection()?.removeAllRanges());
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      text.click({ button: 'middle' }),
    ]);
    await opened.getByRole('heading', { name: 'order 1' }).waitFor();
    await opened.close();
    await text.click();
    await page.getByRole('heading', { name: 'order 1' }).waitFor();
  });

  test('times are relative, and the row with the focus shows the exact one', async () => {
    const { enter, merchant } = on();
    await invoices(merchant, 1);
    const page = await enter({ roles: ['viewer'] });
    const row = page.getByRole('row', { name: /^order 1 / }).first();
    const time = row.locator('time');
    expect(await time.textContent()).toMatch(/minute|hour/);
    const shown = () => time.evaluate((element) => getComputedStyle(element, '::after').content);
    expect(await shown()).toBe('none');
    await row.getByRole('link').focus();
    expect(await shown()).toMatch(/\d{4}, \d\d:\d\d:\d\d UTC/);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await time.hover();
    expect(await shown()).toMatch(/\d{4}, \d\d:\d\d:\d\d UTC/);
  });

  test('the head of a long list stays in view', async () => {
    const { enter, merchant } = on();
    await invoices(merchant, 30);
    const page = await enter({ roles: ['viewer'] });
    await page
      .getByRole('row', { name: /^order 1 / })
      .first()
      .waitFor();
    const head = page.getByRole('columnheader', { name: 'Reference' });
    await page.mouse.wheel(0, 1200);
    await page.waitForFunction(() => scrollY > 300);
    const top = (await head.boundingBox())?.y ?? -1;
    expect(top).toBe((await page.getByRole('banner').boundingBox())?.height);
  });

  test('frequent filters are one click, and each active filter is removed by one', async () => {
    const { enter, merchant } = on();
    await invoices(merchant, 1);
    const page = await enter({ roles: ['viewer'] });
    const presets = page.getByRole('group', { name: 'Frequent filters' });
    await presets.getByRole('button', { name: 'waiting' }).click();
    await presets.getByRole('button', { name: 'Today' }).click();
    const active = page.getByRole('group', { name: 'Active filters' });
    expect(await active.getByRole('button').count()).toBe(2);
    expect(new URL(page.url()).searchParams.get('status')).toBe('new');
    expect(await faultsOf(page)).toEqual([]);
    await active.getByRole('button', { name: 'Remove filter Status: waiting' }).click();
    await active.getByRole('button', { name: /^Remove filter Start date: / }).click();
    await active.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    const expired = presets.getByRole('button', { name: 'expired' });
    await expired.click();
    await page.getByText('No invoices match these filters.').waitFor();
    expect(await expired.getAttribute('aria-pressed')).toBe('true');
    await expired.click();
    await page
      .getByRole('row', { name: /^order 1 / })
      .first()
      .waitFor();
  });

  test('a person hides a column, in this list and for later visits', async () => {
    const { enter, merchant } = on();
    await invoices(merchant, 1);
    const page = await enter({ roles: ['viewer'] });
    const head = page.getByRole('columnheader', { name: 'Amount due' });
    await head.waitFor();
    await page.getByRole('button', { name: 'Views and columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Views and columns' });
    const saved = page.waitForResponse('**/me/lists/columns');
    await dialog.getByRole('checkbox', { name: 'Amount due' }).uncheck();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await head.waitFor({ state: 'detached' });
    await saved;
    await page.reload();
    await page.getByRole('columnheader', { name: 'Created' }).waitFor();
    expect(await head.count()).toBe(0);
  });

  test('a view and a hidden column of one browser are in another one of the person, not in those of others', async () => {
    const { arrive, enter, merchant, world } = on();
    await invoices(merchant, 1);
    const page = await enter({ roles: ['viewer'] });
    const { pathname } = new URL(page.url());
    await page.getByRole('button', { name: 'expired', exact: true }).click();
    await page.getByRole('button', { name: 'Views and columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Views and columns' });
    await dialog.getByRole('textbox', { name: 'View name' }).fill('lost');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByRole('button', { name: 'Delete view “lost”' }).waitFor();
    const stored = page.waitForResponse('**/me/lists/columns');
    await dialog.getByRole('checkbox', { name: 'Amount due' }).uncheck();
    await stored;

    const second = await arrive(await anotherLink(world));
    await second.getByRole('link', { name: 'Invoices', exact: true }).click();
    const views = second.getByRole('group', { name: 'Saved views' });
    await views.getByRole('button', { name: 'lost', pressed: false }).click();
    await second.getByText('No invoices match these filters.').waitFor();
    expect(new URL(second.url()).search).toBe('?status=expired');
    await views.getByRole('button', { name: 'lost', pressed: true }).click();
    await second.getByRole('columnheader', { name: 'Created' }).waitFor();
    expect(await second.getByRole('columnheader', { name: 'Amount due' }).count()).toBe(0);

    // The first browser has the view until its next visit, in which it is deleted here.
    await second.getByRole('button', { name: 'Views and columns' }).click();
    await second.getByRole('button', { name: 'Delete view “lost”' }).click();
    await views.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('group', { name: 'Active filters' }).waitFor();
    await page.getByRole('group', { name: 'Saved views' }).waitFor({ state: 'detached' });

    const other = await enter({ roles: ['viewer'] });
    expect(new URL(other.url()).pathname).toBe(pathname);
    await other.getByRole('columnheader', { name: 'Amount due' }).waitFor();
  });

  test('what an earlier release stored in the browser is taken over once', async () => {
    const { enter, merchant, world } = on();
    await invoices(merchant, 1);
    const page = await enter({ roles: ['viewer'] });
    const { id } = await newestPerson(world);
    const first = `chaintill-list-${id}-${merchant.project.id}-invoices`;
    const other = `chaintill-list-${id}-${'f'.repeat(36)}-invoices`;
    await stored(page, {
      [first]: {
        views: { lost: { status: 'expired' }, open: { status: 'new' } },
        hidden: ['amountDue'],
      },
      [other]: { views: { lost: { status: 'invalid' } }, hidden: ['created'] },
      [`chaintill-views-${merchant.project.id}`]: { paid: { type: 'Invoice' } },
    });
    await page.reload();
    const views = page.getByRole('group', { name: 'Saved views' });
    await views.getByRole('button', { name: 'open' }).waitFor();
    expect(await views.getByRole('button').allTextContents()).toEqual(['lost', 'lost (2)', 'open']);
    await page.getByRole('columnheader', { name: 'Created' }).waitFor();
    await page.getByRole('columnheader', { name: 'Amount due' }).waitFor({ state: 'detached' });
    const left = await page.evaluate(() => Object.keys(localStorage));
    expect(left.filter((key) => /^chaintill-(list|views)-/.test(key))).toEqual([]);
    const sql = `select list, views -> 'lost' ->> 'status' as lost, views -> 'paid' ->> 'type' as paid
       from list_choices where user_id = $1 order by list`;
    expect(await world.app.db.query(sql, [id])).toEqual([
      { list: 'invoices', lost: 'expired', paid: null },
      { list: 'transactions', lost: null, paid: 'Invoice' },
    ]);
  });

  test('a service that is busy loses no view of an earlier release, and a damaged copy does no harm', async () => {
    const { enter, merchant, world } = on();
    await invoices(merchant, 1);
    const page = await enter({ roles: ['viewer'] });
    const { id } = await newestPerson(world);
    const key = `chaintill-list-${id}-${merchant.project.id}-invoices`;
    const copy = `chaintill-lists-${id}`;
    await stored(page, { [key]: { views: { lost: { status: 'expired' } } }, [copy]: [null] });
    const body = JSON.stringify({ error: { code: 'rate_limit_exceeded', message: 'later' } });
    const busy = { status: 429, contentType: 'application/json', body };
    await page.route('**/me/lists/views', (route) => route.fulfill(busy));
    const refused = page.waitForResponse('**/me/lists/views');
    await page.reload();
    await refused;
    await page.getByRole('columnheader', { name: 'Amount due' }).waitFor();
    await page.unroute('**/me/lists/views');
    await page.evaluate(`localStorage.setItem('${copy}', '{')`);
    await page.reload();
    await page.getByRole('group', { name: 'Saved views' }).getByText('lost').waitFor();
  });

  test('an object leads to its neighbors in the list it was opened from, and back to its filters', async () => {
    const { enter, merchant } = on();
    await invoices(merchant, 3);
    const page = await enter({ roles: ['viewer'] });
    await page.getByRole('button', { name: 'waiting', exact: true }).click();
    await page.getByRole('group', { name: 'Active filters' }).waitFor();
    await page
      .getByRole('row', { name: /^order 2 / })
      .first()
      .getByText('waiting')
      .click();
    await page.getByRole('heading', { name: 'order 2' }).waitFor();
    const neighbors = page.getByRole('navigation', { name: 'Neighbors in the list' });
    await neighbors.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('heading', { name: 'order 3' }).waitFor();
    await neighbors.getByRole('link', { name: 'Previous' }).click();
    await page.getByRole('heading', { name: 'order 2' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    await neighbors.waitFor();
    await page.getByRole('link', { name: /^← / }).click();
    await page.getByRole('group', { name: 'Active filters' }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=new');
  });

  test('the next page is read before it is asked for', async () => {
    const { enter, merchant } = on();
    await invoices(merchant, 101);
    const page = await enter({ roles: ['viewer'] });
    const rows = page.getByRole('table', { name: 'Invoices' }).locator('tbody tr');
    await page.getByText(/^100 of \d+ shown/).waitFor();
    const more = page.getByRole('button', { name: 'Show more' });
    const read = page.waitForResponse((response) => response.url().includes('starting_after'));
    await more.scrollIntoViewIfNeeded();
    await read;
    await page.route('**/*starting_after*', (route) => route.abort());
    await more.click();
    await rows.nth(100).waitFor();
  });

  test('selected subscriptions are canceled with a result for each, and a retry cancels only what is left', async () => {
    const { enter, merchant, world } = on();
    for (const name of ['gold', 'silver']) await subscription(merchant, name);
    const page = await enter({ roles: ['admin'] });
    await openScreen(page, 'Subscriptions');
    await page.getByRole('checkbox', { name: 'Select gold · gold@example.com' }).check();
    await page.getByText('1 row selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows' }).check();
    await page.getByText('2 rows selected').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel subscriptions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel subscriptions' });
    const requested: string[] = [];
    let isDown = true;
    await page.route('**/cancel', (route) => {
      requested.push(route.request().url());
      return isDown && requested[0] === requested.at(-1)
        ? route.fulfill({ status: 429, json: { code: 'rate_limit_exceeded' } })
        : route.continue();
    });
    await dialog.getByRole('button', { name: 'Cancel subscriptions' }).click();
    await dialog.getByText('1 of 2 done').waitFor();
    const again = dialog.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    isDown = false;
    await again.click();
    await dialog.getByText('2 of 2 done').waitFor();
    expect(requested.filter((url) => url !== requested[0])).toHaveLength(1);
    expect(await faultsOf(page)).toEqual([]);
    const sql = `select name from subscriptions where status = 'cancelled' order by name`;
    expect(await world.app.db.query(sql)).toEqual([{ name: 'gold' }, { name: 'silver' }]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Cancel subscriptions' }).click();
    await dialog.getByText('This is not possible for the selected rows.').waitFor();
  });

  test('the results of an action stay, even if its rows leave the list', async () => {
    const { enter, merchant } = on();
    await subscription(merchant, 'bronze');
    const page = await enter({ roles: ['admin'] });
    await openScreen(page, 'Subscriptions');
    await page.getByRole('button', { name: 'active', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select all rows' }).check();
    await page.getByRole('button', { name: 'Cancel subscriptions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel subscriptions' });
    await dialog.getByRole('button', { name: 'Cancel subscriptions' }).click();
    await page.getByText('No subscriptions match').waitFor();
    await dialog.getByText('1 of 1 done').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('row selected').waitFor({ state: 'detached' });
  });

  test('selected rows are exported with all their fields', async () => {
    const { enter, merchant } = on();
    await invoices(merchant, 2);
    const page = await enter({ roles: ['viewer'] });
    await page.getByRole('checkbox', { name: 'Select order 1' }).first().check();
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toBe('invoices.csv');
    const [names = '', line = '', ...others] = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(others).toEqual([]);
    const at = names.split(',').indexOf('price.amount');
    expect(line.split(',')[at]).toBe('25.0');
  });

  test('on a phone, fields are behind a button; a card leads with name and amount, and opens as a whole', async () => {
    const { enter, merchant } = on();
    await invoices(merchant, 1);
    const page = await enter({ roles: ['viewer'] }, PHONE);
    const field = page.getByRole('textbox', { name: 'Customer' });
    await page
      .getByRole('row', { name: /order 1/ })
      .first()
      .waitFor();
    expect(await field.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await field.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const [name, status, price, due] = await boxes(page);
    expect([name?.y === price?.y, (price?.x ?? 0) > (name?.x ?? 0)]).toEqual([true, true]);
    expect([status?.x === due?.x, (due?.y ?? 0) > (status?.y ?? 0)]).toEqual([true, true]);
    await corner(page);
    await page.getByRole('heading', { name: 'order 1' }).waitFor();
  });
});

async function newestPerson({ app }: World): Promise<{ readonly id: string }> {
  const [person] = await app.db.query<{ id: string }>(
    'select id from users order by id desc limit 1',
  );
  return defined(person, 'a person');
}

/** Another sign-in link of the person who entered last. */
async function anotherLink(world: World): Promise<string> {
  const { id } = await newestPerson(world);
  return (await createLink(world.app, id, PRINTED_LINK_LASTS)).url;
}

async function stored(page: Page, values: Readonly<Record<string, object>>): Promise<void> {
  await page.evaluate((all) => {
    for (const [key, value] of Object.entries(all))
      localStorage.setItem(key, JSON.stringify(value));
  }, values);
}

/** Where the cells of the first card are. */
function boxes(page: Page) {
  const cells = page.locator('tbody tr').first().getByRole('cell');
  return Promise.all([0, 1, 2, 3].map((n) => cells.nth(n).boundingBox()));
}

/** Clicks beside the texts of the first card. */
async function corner(page: Page): Promise<void> {
  await page
    .locator('tbody tr')
    .first()
    .click({ position: { x: 4, y: 4 } });
}

async function subscription({ api }: Stage['merchant'], name: string): Promise<void> {
  await api.subscriptions.create({
    name,
    amount: '10.00',
    currency: 'EUR',
    period: 'month',
    period_quantity: 1,
    starts_at: new Date(Date.now() + 7 * 86_400_000),
    payer_email: `${name}@example.com`,
  });
}

async function invoices({ api }: Stage['merchant'], count: number): Promise<void> {
  for (let n = count; n > 0; n--)
    await api.invoices.create({
      price_amount: '25.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      name: `order ${n}`,
    });
}
