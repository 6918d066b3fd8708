// Guarantees of a brand: set in one operation by people who may, shown on every page and in emails of its own project
// only, and hostile texts, logos and addresses harm nobody.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { previewPages } from '../../src/contract/brand.ts';
import { brandOf } from '../../src/projects/brand.ts';
import { loadProject } from '../../src/projects/project.ts';
import { operatorReader } from '../operator/support.ts';
import { type Browser, personIn } from '../people/support.ts';
import { newSubscription } from '../subscriptions/support.ts';
import { png } from '../support/images.ts';
import { headersOf, type MailServer, startMailServer } from '../support/mail-server.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { openPage } from '../web/support.ts';

let mails: MailServer;
let world: World;
let shop: Merchant;
let other: Merchant;
let owner: Browser;
beforeAll(async () => {
  mails = await startMailServer();
  world = await createWorld(
    { CHAINTILL_SMTP_URL: mails.url, CHAINTILL_MAIL_FROM: 'Till <pay@till.example>' },
    { people: true, coins: ['BTC'] },
  );
  shop = await world.merchant();
  other = await world.merchant();
  owner = await personIn(world, { name: 'Ada', role: 'owner' });
});
beforeEach(() => {
  mails.received.length = 0;
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

const PNG = png(320, 80).toString('base64');
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1" onload="alert(1)"><path d="M0 0"/></svg>',
).toString('base64');
const BRAND = {
  merchant_name: 'Nordlicht',
  accent_color: '#b45309',
  appearance: 'dark',
  legal_name: 'Nordlicht Kaffee GmbH',
  postal_address: 'Hauptstraße 1\n12345 Berlin',
  tax_number: 'DE123456789',
  terms_url: 'https://nordlicht.example/terms',
  page_title: 'Pay Nordlicht',
  mail_sender: 'Nordlicht Kaffee',
};

const update = (values: Record<string, unknown>, project = shop) =>
  operatorReader(world)('projects.update', { project: project.project.id, ...values });
const invoicePath = async (merchant: Merchant) => {
  const { id } = await merchant.api.invoices.create({
    price_amount: '10.00',
    price_currency: 'EUR',
    pay_currency: 'BTC',
    receiver_currency: 'EUR',
  } as never);
  return `/invoices/${id}`;
};

test('logo, colors, title, terms and seller are on the pages of the project, under a strict policy', async () => {
  const { logo } = await update({ ...BRAND, logo: PNG });
  expect(logo).toMatch(/^[0-9a-f]{32}-320x80\.png$/);
  const subscription = await newSubscription(world, shop);
  for (const path of [await invoicePath(shop), `/subscriptions/${subscription.id}`]) {
    const { html, pageText, headers } = await openPage(world, path);
    expect(html).toContain('– Pay Nordlicht</title>');
    expect(html).toContain(
      `<img class="logo" src="/brand/logos/${logo}" alt="" width="320" height="80">`,
    );
    expect(html).toMatch(/href="\/brand\/colors\/b45309-dark\.css\?v=\w{16}" media="screen"/);
    expect(html).toContain('<meta name="color-scheme" content="dark">');
    expect(html).toContain('<a href="https://nordlicht.example/terms" target="_blank"');
    expect(pageText).toContain('Nordlicht Kaffee GmbH, Hauptstraße 1, 12345 Berlin');
    expect(pageText).toContain('Tax number: DE123456789');
    expect(pageText).toContain('Terms: nordlicht.example');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src");
    expect(html).not.toMatch(/<style|\sstyle=/);
  }
  const plain = await openPage(world, await invoicePath(other));
  expect(plain.html).not.toMatch(/brand\/|<footer|Nordlicht/);
});

test('a light page has no dark colors, and an automatic one follows the device', async () => {
  await update({ appearance: 'light' });
  const light = await openPage(world, await invoicePath(shop));
  expect(light.html).not.toMatch(/dark/);
  await update({ unset: ['appearance'] });
  const automatic = await openPage(world, await invoicePath(shop));
  expect(automatic.html).toMatch(
    /-dark\.css\?v=\w+" media="screen and \(prefers-color-scheme: dark\)"/,
  );
});

test('a logo is served as what it is, cached for good, and can run and load nothing', async () => {
  const { logo } = await update({ logo: SVG });
  const response = await fetch(`${world.url}/brand/logos/${logo}`);
  expect(await response.text()).not.toContain('onload');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*; sandbox$/),
  });
  const wrong = `${'0'.repeat(32)}-256x64.svg`;
  for (const path of [wrong, `${logo}x`, shop.project.id, '..%2f..%2fx'])
    expect((await fetch(`${world.url}/brand/logos/${path}`)).status).toBe(404);
});

test('a color is a style sheet of ours, and nothing else is', async () => {
  const page = await openPage(world, await invoicePath(shop));
  const link = /href="(\/brand\/colors\/[^"]+)"/.exec(page.html)?.[1] ?? '';
  const style = await fetch(world.url + link);
  expect(style.headers.get('cache-control')).toContain('immutable');
  expect(await style.text()).toMatch(
    /^:root \{\n( {2}--[a-z-]+: (#[0-9a-f]{6}|var\(--control\));\n)+\}\n$/,
  );
  for (const name of ['red-light.css', 'b45309.css', 'b45309-light.css%0a', 'B45309-dark.css'])
    expect((await fetch(`${world.url}/brand/colors/${name}`)).status).toBe(404);
});

test('all problems are reported at once, and nothing is stored', async () => {
  const before = await loadProject(world.app.db, shop.project.id);
  const refused = update({
    logo: Buffer.from('GIF89a').toString('base64'),
    accent_color: 'red; } body { display: none',
    legal_name: 'two\nlines',
    postal_address: 'a\n'.repeat(9),
    tax_number: '\u202Etxt',
    terms_url: 'javascript:alert(1)',
    page_title: ' ',
    mail_sender: 'PayPal <service@paypal.example>',
  });
  await expect(refused).rejects.toMatchObject({
    details: expect.arrayContaining(
      [
        'logo',
        'accent_color',
        'legal_name',
        'postal_address',
        'tax_number',
        'terms_url',
        'page_title',
        'mail_sender',
      ].map((target) => expect.objectContaining({ target })),
    ),
  });
  expect(await loadProject(world.app.db, shop.project.id)).toEqual(before);
});

test('a person with the permission sends a large logo; the audit log names it instead of storing it', async () => {
  const large = png(64, 64, { padding: 200_000 }).toString('base64');
  const body = { project: shop.project.id, logo: large };
  const answer = await owner.post('/operations/projects.update', body);
  expect(answer).toMatchObject({ status: 200 });
  const [entry] = await world.app.db.query<{ input: unknown; after: unknown }>(
    `select j.input, o.after from journal j join journal_results o on o.journal_id = j.id
     where operation = 'projects.update' order by j.id desc limit 1`,
  );
  expect(entry?.input).not.toHaveProperty('logo');
  expect(entry?.after).toMatchObject({ logo: expect.stringMatching(/-64x64\.png$/) });
  const reader = await personIn(world, { name: 'Eve', role: 'auditor' });
  expect(await reader.post('/operations/projects.update', body)).toMatchObject({ status: 403 });
  const member = await personIn(
    world,
    { name: 'Bob' },
    { projectId: other.project.id, roles: ['admin'] },
  );
  expect(await member.post('/operations/projects.update', body)).toMatchObject({ status: 403 });
});

test('at most ten logos of a project are kept, and none of another is touched', async () => {
  await update({ logo: PNG }, other);
  for (let width = 20; width < 33; width += 1)
    await update({ logo: png(width, 20).toString('base64') });
  const rows = await world.app.db.query<{ project_id: string; count: string }>(
    'select project_id, count(*)::text from project_logos group by project_id',
  );
  expect(rows).toContainEqual({ project_id: shop.project.id, count: '10' });
  expect(rows).toContainEqual({ project_id: other.project.id, count: '1' });
});

test('an email shows the attached logo, the color, the seller and the sender, but no link of the merchant', async () => {
  await update({ ...BRAND, logo: PNG });
  await newSubscription(world, shop);
  await world.settle();
  const [mail] = mails.received;
  const source = mail?.source ?? '';
  expect(mail && headersOf(mail)['from']).toBe('Nordlicht Kaffee <pay@till.example>');
  expect(source).toContain('Content-ID: <merchant-logo>');
  expect(source).toContain('Content-Type: image/png');
  expect(source).toContain(PNG.slice(0, 60));
  const unfolded = source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(unfolded).toContain('src="cid:merchant-logo"');
  expect(unfolded).toContain('background:#b45309');
  expect(unfolded).toContain('Nordlicht Kaffee GmbH');
  expect(unfolded).not.toContain('nordlicht.example');
});

test('an email of a project without a brand is as before', async () => {
  await newSubscription(world, await world.merchant());
  await world.settle();
  const [mail] = mails.received;
  expect(mail && headersOf(mail)['from']).toBe('Till <pay@till.example>');
  expect(mail?.source).not.toMatch(/merchant-logo|<img/);
});

test('a preview shows what is typed, to people of the project only, and nobody could pay to it', async () => {
  const ask = (browser: Browser, values: Record<string, string>) =>
    browser.request(
      `/brand-preview?${new URLSearchParams({ project: shop.project.id, locale: 'en', scheme: 'light', page: 'open', ...values })}`,
    );
  const typed = { merchant_name: '<b>Bold</b>', accent_color: '#ffd400', terms_url: 'not yet' };
  const { body, status } = await ask(owner, typed);
  expect(status).toBe(200);
  const { html, contrasts } = (body as { data: { html: string; contrasts: unknown } }).data;
  expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt;');
  expect(html).toContain('/brand/colors/ffd400-light.css');
  expect(html).toContain('Terms: nordlicht.example');
  expect(html).not.toMatch(/<script|<a [^>]* href=|prefers-color-scheme/);
  expect(contrasts).toMatchObject({ light: { text_color: '#000000', needs_edge: true } });
  for (const page of previewPages)
    expect(await ask(owner, { page })).toMatchObject({ status: 200 });
  const drafted = await ask(owner, { page: 'receipt_mail', draft_logo: '64x64.png' });
  expect(JSON.stringify(drafted.body)).toContain(`/brand/logos/${'0'.repeat(32)}-64x64.png`);
  const stranger = await personIn(
    world,
    { name: 'Sam' },
    { projectId: other.project.id, roles: ['admin'] },
  );
  expect(await ask(stranger, typed)).toMatchObject({ status: 404 });
  expect(await fetch(`${world.url}/admin/api/brand-preview`)).toMatchObject({ status: 401 });
});

test('others read a brand with one function', async () => {
  await update({ ...BRAND, logo: PNG });
  const project = await loadProject(world.app.db, shop.project.id);
  expect(project && brandOf(project)).toMatchObject({
    name: 'Nordlicht',
    legalName: 'Nordlicht Kaffee GmbH',
    addressLines: ['Hauptstraße 1', '12345 Berlin'],
    taxNumber: 'DE123456789',
    logo: { width: 320, height: 80, type: 'png' },
  });
});
