// A plugin is connected by pairing: the shop leads a developer here, who consents, and the browser posts a key to the
// shop that can do exactly what was asked for.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shortId } from '../../../server/src/shops/ids.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { sampleCases } from '../../../server/test/support/crash-stride.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { stage } from '../support/stage.ts';

/** What WooCommerce asks for. */
const ASKED = [
  'canviewinvoices',
  'cancreateinvoice',
  'canviewstoresettings',
  'canmodifyinvoices',
  'cancreatenonapprovedpullpayments',
  'webhooks.canmodifywebhooks',
].map((name) => `btcpay.store.${name}`);

const REFUNDS = 'btcpay.store.cancreatenonapprovedpullpayments';

interface Arrival {
  readonly url: string;
  readonly type: IncomingHttpHeaders['content-type'];
  readonly form: URLSearchParams;
}

describeWithChromium('a shop that is connected by pairing', () => {
  const on = stage();
  const arrivals: Arrival[] = [];
  const shop = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method === 'POST')
      arrivals.push({
        url: request.url ?? '',
        type: request.headers['content-type'],
        form: new URLSearchParams(body),
      });
    response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,">Saved');
  });
  let redirect = '';
  beforeAll(async () => {
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    const { port } = shop.address() as AddressInfo;
    redirect = `http://localhost:${port}/?rest_route=/callback&secret=a%2Bb%26c`;
  });
  afterAll(() => void shop.close());
  beforeEach(() => void arrivals.splice(0));

  const link = (asked: Readonly<Record<string, string>>, permissions = ASKED) => {
    const query = new URLSearchParams({ applicationName: 'Ada’s “Tea” @ Home', ...asked });
    for (const permission of permissions) query.append('permissions', permission);
    return `${on().url}/api-keys/authorize?${query}`;
  };

  test.each(sampleCases([1440, 390], 1))(
    'a person consents, and the key arrives at the shop, at %i px',
    async (width) => {
      const { enter, merchant, url } = on();
      const page = await enter({ roles: ['developer'] });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(link({ redirect, strict: 'true', selectiveStores: 'true' }));
      await page.getByRole('heading', { name: 'Connect Ada’s “Tea” @ Home' }).waitFor();
      await page.getByText(`The key is sent to ${new URL(redirect).host}`).waitFor();
      await page.getByText('Create refund links, which a person approves').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Connect shop' }).dblclick();
      await page.getByText('Saved').waitFor();
      expect(page.url()).toBe(redirect);

      const [arrival] = arrivals;
      expect(arrivals).toHaveLength(1);
      expect(arrival?.url).toBe(redirect.slice(new URL(redirect).origin.length));
      expect(arrival?.type).toBe('application/x-www-form-urlencoded');
      expect([...new Set(arrival?.form.keys())]).toEqual(['apiKey', 'userId', 'permissions[]']);
      const scoped = ASKED.map((permission) => `${permission}:${merchant.project.id}`);
      expect(arrival?.form.getAll('permissions[]')).toEqual(scoped);
      const key = arrival?.form.get('apiKey');
      const current = await fetch(`${url}/api/v1/api-keys/current`, {
        headers: { authorization: `token ${key}` },
      });
      expect(await current.json()).toEqual({
        apiKey: key,
        label: 'Ada’s “Tea” @ Home',
        permissions: scoped,
      });
    },
  );

  test('the link of an order in the plugin leads its merchant to the invoice', async () => {
    const { enter, merchant, url } = on();
    const { id } = await merchant.api.checkouts.create({
      price_amount: '25',
      price_currency: 'EUR',
      custom_id: 'order-7',
    });
    const page = await enter({ roles: ['support'] });
    await page.goto(`${url}/invoices/${shortId(id)}`);
    await page.waitForURL(`**/dashboard/projects/${merchant.project.id}/checkouts/${id}`);
    await page.goto(`${url}/invoices/${shortId(merchant.project.id)}`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });

  test('a key for refunds is made by hand, and unless it is wanted it cannot refund', async () => {
    const { enter, merchant, url, world } = on();
    const page = await enter({ roles: ['developer'] });
    const permissionsOf = async (name: string) => {
      const keys = await world.app.db.query<{ permissions: string[] }>(
        'select permissions from shop_keys where project_id = $1 and name = $2',
        [merchant.project.id, name],
      );
      return keys[0]?.permissions;
    };
    for (const [name, isWanted] of [
      ['By hand', true],
      ['Without', false],
    ] as const) {
      await page.goto(`${url}/dashboard/projects/${merchant.project.id}/keys`);
      await page.getByRole('button', { name: 'Connect shop' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Shop').fill(name);
      const box = dialog.getByRole('checkbox', { name: /^Create refund links/ });
      expect(await box.isChecked()).toBe(false);
      if (isWanted) await box.check();
      expect(await faultsOf(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Connect shop' }).click();
      await page.getByText('Shop key created').waitFor();
      expect((await permissionsOf(name))?.includes(REFUNDS)).toBe(isWanted);
    }
  });

  test('the link survives the sign-in', async () => {
    const target = link({ redirect });
    const page = await on().open(target);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    const next = new URL(new URL(page.url()).searchParams.get('next') ?? '', page.url());
    expect(next.pathname).toBe('/dashboard/connect-shop');
    expect(next.searchParams.get('request')).toBe(new URL(target).search.slice(1));
  });

  test('a permission can be left out where the plugin allows it; one that shops never get is named', async () => {
    const { enter, merchant } = on();
    const page = await enter({ roles: ['developer'] });
    const store = merchant.project.id;
    const asked = [...ASKED.slice(0, 2).map((name) => `${name}:${store}`), 'unrestricted'];
    await page.goto(link({ redirect, strict: 'False' }, asked));
    await page.getByText('never given to shops: unrestricted').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'View invoices and payments' }).uncheck();
    await page.getByRole('button', { name: 'Connect shop' }).click();
    await page.getByText('Saved').waitFor();
    expect(arrivals[0]?.form.getAll('permissions[]')).toEqual([`${ASKED[1]}:${store}`]);
  });

  test('without an address of the shop, the key is shown once', async () => {
    const page = await on().enter({ roles: ['developer'] });
    await page.goto(link({}));
    await page.getByText('the key is shown here').waitFor();
    await page.getByRole('button', { name: 'Connect shop' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^[0-9a-f]{40}$/)
      .waitFor();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByText('Enter it in the settings of the plugin').waitFor();
  });

  test.each([
    ['javascript:alert(1)', 'an address to which a key cannot be sent'],
    ['https://shop.example@evil.example/', 'an address to which a key cannot be sent'],
    ['http://shop.example/', 'not encrypted'],
  ])('%s: %s', async (address, text) => {
    const page = await on().enter({ roles: ['developer'] });
    await page.goto(link({ redirect: address }));
    await page.getByText(text).waitFor();
    const offered = address.startsWith('http://') ? 1 : 0;
    expect(await page.getByRole('button', { name: 'Connect shop' }).count()).toBe(offered);
  });

  test('a project of another owner, and people who may not create keys', async () => {
    const { enter, world } = on();
    const foreign = await world.merchant();
    const developer = await enter({ roles: ['developer'] });
    await developer.goto(link({ redirect }, [`${ASKED[0]}:${foreign.project.id}`]));
    await developer.getByText('You have no project').waitFor();
    const viewer = await enter({ roles: ['viewer'] });
    await viewer.goto(link({ redirect }));
    await viewer.getByText('You have no project').waitFor();
    expect(arrivals).toEqual([]);
  });

  test('no other site can have a form posted by this one', async () => {
    const { url } = on();
    for (const origin of ['https://evil.example', 'null', undefined]) {
      const response = await fetch(`${url}/api-keys/granted`, {
        method: 'POST',
        headers: { ...(origin !== undefined && { origin }) },
        body: new URLSearchParams({ redirect, apiKey: 'a'.repeat(40) }),
      });
      expect([origin, response.status]).toEqual([origin, 403]);
    }
  });
});
