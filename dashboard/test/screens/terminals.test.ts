// An owner sets up a point of sale without a command line: a terminal, an item and a person, on a wide screen and on a
// phone. Its page then opens for the PIN, sells, and stops when the owner says so. Closes show each paid sale once.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chooseCoin } from '../../../server/src/checkouts/choose.ts';
import { defined } from '../../../server/src/core/assert.ts';
import { operatorReader } from '../../../server/test/operator/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { inspect as inspectThemes } from '../support/appearances.ts';
import { openScreen } from '../support/open-screen.ts';
import { type Stage, stage } from '../support/stage.ts';

const SIZES = [
  [1440, { width: 1440, height: 900 }],
  [390, { width: 390, height: 844 }],
] as const;
const SHOTS = process.env['CHAINTILL_SCREENSHOTS'];

async function inspect(page: Page, name: string): Promise<void> {
  if (SHOTS !== undefined)
    await page.screenshot({ path: `${SHOTS}/terminals-${name}.png`, fullPage: true });
  expect(await faultsOf(page), name).toEqual([]);
}

const fileOf = (buffer: Buffer) => ({ name: 'espresso.png', mimeType: 'image/png', buffer });

/** The device at the counter, without a browser. */
function deviceAt(address: string) {
  const url = address.replace('127.0.0.1', 'localhost');
  let cookie = '';
  const request = async (path: string, body?: object) => {
    const response = await fetch(`${url}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { cookie, origin: new URL(url).origin, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    // biome-ignore lint/suspicious/noExplicitAny: the tests name what they expect
    const answer: any = await response.json().catch(() => null);
    return { status: response.status, body: answer };
  };
  return {
    request,
    /** The status of the response. */
    signIn: async (name: string, pin: string) => {
      const { body } = await request('state');
      const person = body.staff.find((each: { name: string }) => each.name === name);
      return (await request('session', { staff_id: person?.id, pin })).status;
    },
  };
}

async function payFor({ world, merchant }: Stage, checkout: string): Promise<void> {
  const invoice = defined(await chooseCoin(world.app, checkout, { coin: 'BTC' }), 'it is open');
  const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
  await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
  await world.mine('BTC', 6);
}

describeWithChromium('points of sale', () => {
  const on = stage();

  const shown = (id: string) =>
    operatorReader(on().world)('terminals.show', {
      project: on().merchant.project.id,
      terminal_id: id,
    });

  async function choose(page: Page, name: string, action: string) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  }

  async function createTerminal(page: Page, name: string): Promise<string> {
    await page
      .getByRole('button', { name: /^Create (your first )?terminal$/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Create terminal' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('checkbox', { name: 'Give a discount' }).check();
    await dialog.getByRole('checkbox', { name: 'Write a note' }).check();
    await dialog.getByRole('textbox', { name: 'Tip 1' }).fill('5');
    await dialog.getByRole('textbox', { name: 'Tip 2' }).fill('10');
    await dialog.getByRole('textbox', { name: 'Tax in percent' }).fill('190');
    await dialog.getByRole('button', { name: 'Create terminal' }).click();
    await dialog.getByText('at most 100').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Tax in percent' }).fill('19');
    await inspect(page, `create-${name}`);
    await dialog.getByRole('button', { name: 'Create terminal' }).dblclick();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('img', { name: 'QR code: page of the terminal' }).waitFor();
    return defined(/terminals\/([0-9a-f-]{36})/.exec(page.url())?.[1], 'a terminal');
  }

  async function addItem(page: Page, size: number): Promise<void> {
    await page.getByRole('button', { name: 'Add the first item' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add item' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Espresso');
    await dialog.getByRole('textbox', { name: 'Price' }).fill('2.50');
    await dialog.getByText('Category, stock and place').click();
    await dialog.getByRole('textbox', { name: 'Category' }).fill('Coffee');
    await dialog.getByRole('textbox', { name: 'Stock' }).fill('10');
    await dialog.getByText('Choose picture').waitFor();
    await dialog.locator('input[type=file]').setInputFiles(fileOf(Buffer.from('GIF89a')));
    await dialog.getByRole('img', { name: 'new picture' }).waitFor();
    await dialog.getByRole('button', { name: 'Add item' }).click();
    await dialog.getByText('a PNG, JPEG or WebP image').waitFor();
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 48 } });
    await dialog.locator('input[type=file]').setInputFiles(fileOf(picture));
    await inspect(page, `item-${size}`);
    await dialog.getByRole('button', { name: 'Add item' }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    const thumbnail = page.getByRole('table', { name: 'Items' }).locator('img');
    await expect
      .poll(() => thumbnail.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
      .toBe(64);
    await page.getByRole('table', { name: 'Items' }).getByText('0 of 10').waitFor();
  }

  async function addPerson(page: Page, size: number): Promise<void> {
    await page.getByRole('button', { name: 'Add the first person' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add person' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada');
    const pin = dialog.getByLabel('PIN (4 to 8 digits)');
    await pin.fill('1234');
    expect(await pin.getAttribute('type')).toBe('password');
    await dialog.getByRole('button', { name: 'Show PIN' }).click();
    expect(await pin.getAttribute('type')).toBe('text');
    await dialog.getByRole('checkbox', { name: 'May close the day' }).check();
    await inspect(page, `person-${size}`);
    await dialog.getByRole('button', { name: 'Add person' }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Staff' }).getByText('Ada').waitFor();
  }

  test.each(SIZES)(
    'an owner sets one up at %i px, and its page opens for the PIN',
    async (size, viewport) => {
      const { enter } = on();
      const page = await enter({ role: 'owner' }, { viewport });
      const { merchant, url } = on();
      if (size === 1440) {
        await openScreen(page, 'Checkouts');
        await page.getByRole('link', { name: 'Point of sale' }).click();
        await page.getByText('No terminals yet').waitFor();
      } else await page.goto(`${url}/dashboard/projects/${merchant.project.id}/terminals`);
      await page.getByRole('heading', { level: 1, name: 'Point of sale' }).waitFor();
      const id = await createTerminal(page, `Counter ${size}`);
      await addItem(page, size);
      await addPerson(page, size);
      await inspect(page, `detail-${size}`);
      const made = await shown(id);
      expect(made).toMatchObject({
        name: `Counter ${size}`,
        price_currency: 'EUR',
        active: true,
        keypad: true,
        discounts: true,
        note: true,
        tip_percents: ['5.0', '10.0'],
        tax_percent: '19.0',
        coins: [],
        items: [
          {
            name: 'Espresso',
            category: 'Coffee',
            stock: 10,
            tax_percent: null,
            picture: expect.stringContaining(`${made.url}/pictures/`),
          },
        ],
        staff: [{ name: 'Ada', may_close: true, active: true }],
      });
      const device = deviceAt(made.url);
      expect(await device.signIn('Ada', '4321')).toBe(422);
      expect(await device.signIn('Ada', '1234')).toBe(200);
      await page.getByRole('link', { name: 'All terminals' }).click();
      await page.getByRole('link', { name: `Counter ${size}` }).waitFor();
      await inspect(page, `list-${size}`);
    },
  );

  test('changes keep what the form does not show; another PIN replaces the first one; off is off', async () => {
    const { enter, merchant, url, world } = on();
    const operate = operatorReader(world);
    const project = merchant.project.id;
    const rows = await operate('terminals.list', { project });
    const { id, url: address } = defined(rows[0], 'made before');
    const before = await shown(id);
    const page = await enter({ role: 'owner' });
    await page.goto(`${url}/dashboard/projects/${project}/terminals/${id}`);

    await page.getByRole('button', { name: 'Change…' }).first().click();
    const settings = page.getByRole('dialog', { name: 'Change terminal' });
    await settings.getByRole('checkbox', { name: 'Write a note' }).uncheck();
    await settings.getByRole('button', { name: 'Save changes' }).click();
    await settings.waitFor({ state: 'detached' });
    expect(await shown(id)).toEqual({ ...before, note: false });

    await choose(page, 'Espresso', 'Change…');
    const item = page.getByRole('dialog', { name: 'Change item' });
    await item.getByRole('textbox', { name: 'Price' }).fill('3');
    await item.getByRole('img', { name: 'current picture' }).waitFor();
    await item.getByRole('button', { name: 'Save changes' }).click();
    await item.waitFor({ state: 'detached' });
    await choose(page, 'Espresso', 'Switch off…');
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('table', { name: 'Items' }).getByText('off', { exact: true }).waitFor();
    const [espresso] = before.items;
    expect((await shown(id)).items).toEqual([
      { ...espresso, price: { amount: '3.0', currency: 'EUR' }, active: false },
    ]);

    await choose(page, 'Ada', 'Change…');
    const person = page.getByRole('dialog', { name: 'Change person' });
    await person.getByRole('checkbox', { name: 'May close the day' }).uncheck();
    await person.getByRole('button', { name: 'Save changes' }).click();
    await person.waitFor({ state: 'detached' });
    const device = deviceAt(address);
    expect(await device.signIn('Ada', '1234')).toBe(200);
    await choose(page, 'Ada', 'Change…');
    await person.getByLabel('New PIN').fill('12');
    await person.getByRole('button', { name: 'Save changes' }).click();
    await person.getByLabel('New PIN').fill('5678');
    await person.getByRole('button', { name: 'Save changes' }).click();
    await person.waitFor({ state: 'detached' });
    expect((await device.request('state')).body.session).toBeNull();
    expect(await device.signIn('Ada', '1234')).toBe(422);
    expect(await device.signIn('Ada', '5678')).toBe(200);
    await choose(page, 'Ada', 'Switch off…');
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('table', { name: 'Staff' }).getByText('off', { exact: true }).waitFor();
    expect(await device.signIn('Ada', '5678')).not.toBe(200);
    await choose(page, 'Ada', 'Switch on…');
    await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('table', { name: 'Staff' }).getByText('on', { exact: true }).waitFor();
    expect(await device.signIn('Ada', '5678')).toBe(200);

    await page.getByRole('button', { name: 'Switch off…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('Its page sells nothing.').waitFor();
    expect(await device.signIn('Ada', '5678')).not.toBe(200);
    await page.getByText('Person saved, by person').first().waitFor();
    await inspect(page, 'off');
  });

  test('sales and closes are shown, the day is closed once, and a viewer changes nothing', async () => {
    const { enter, merchant, url, world } = on();
    const operate = operatorReader(world);
    const project = merchant.project.id;
    const [, second] = await operate('terminals.list', { project });
    const { id, url: address } = defined(second, 'made before');
    const { items } = await shown(id);
    const page = await enter({ role: 'owner' });
    await page.goto(`${url}/dashboard/projects/${project}/terminals/${id}`);
    await page.getByText('No paid sales since the last close.').waitFor();

    const device = deviceAt(address);
    expect(await device.signIn('Ada', '1234')).toBe(200);
    const sold = await device.request('sales', {
      lines: [{ item_id: items[0]?.id, quantity: 2 }],
      tip_percent: '10',
      nonce: 'one-sale-0123456789',
    });
    await payFor(on(), sold.body.id);
    // Without a reload.
    await page.getByRole('table', { name: 'Items' }).getByText('2 of 10').waitFor();
    await page.getByText('5.50 EUR · Ada (1 sale)').waitFor();
    await page.getByRole('button', { name: 'Close day…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close day' }).dblclick();
    await page.getByText('No paid sales since the last close.').waitFor();
    expect((await shown(id)).closes).toBe(1);
    await page.getByRole('button', { name: 'Show… Close 1' }).click();
    const close = page.getByRole('dialog', { name: 'Close 1' });
    await close.getByText('1 (numbers 1 to 1)').waitFor();
    await close.getByText('5.50 EUR · Ada (1 sale)').waitFor();
    await close.getByText('· 1 payment').waitFor();
    await inspect(page, 'close');
    await page.keyboard.press('Escape');
    await close.waitFor({ state: 'detached' });
    for (const [size, viewport] of SIZES) {
      await page.setViewportSize(viewport);
      await inspect(page, `sold-${size}`);
    }
    await inspectThemes(page, 'terminal-sold', page.getByText('Close 1').first());
    await page.getByRole('table', { name: 'Sales' }).getByRole('link').first().click();
    await page.getByText('Espresso').first().waitFor();

    const viewer = await enter({ roles: ['viewer'] });
    await viewer.goto(`${url}/dashboard/projects/${project}/terminals/${id}`);
    await viewer.getByRole('table', { name: 'Sales' }).waitFor();
    await viewer.getByRole('table', { name: 'Staff' }).getByText('Ada').waitFor();
    for (const name of [/^Switch/, /^Change/, /^Add/, /^Actions/, /^Close day/])
      expect(await viewer.getByRole('button', { name }).count(), `${name}`).toBe(0);
  });
});
