// Donations: what was raised is exactly what is confirmed and not refunded, whatever the order; donors are named only
// if they choose it; a reminder needs the donor's confirmation, asks again a month later, counts, and can be stopped.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NewPaymentLink, PaymentLink } from '../../../client/src/types.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { locales } from '../../src/core/languages.ts';
import { serveAllRoutes } from '../http/all-routes.ts';
import { headersOf, type MailServer, partsOf, startMailServer } from '../support/mail-server.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let mails: MailServer;
let world: World;
let merchant: Merchant;
let fastify: FastifyInstance;
beforeAll(async () => {
  mails = await startMailServer();
  const mail = { CHAINTILL_SMTP_URL: mails.url, CHAINTILL_MAIL_FROM: 'pay@shop.example' };
  world = await createWorld(mail, { coins: ['BTC', 'LTC'] });
  ({ fastify } = serveAllRoutes(world));
});
afterAll(async () => {
  await fastify.close();
  await world.close();
  await mails.close();
});
beforeEach(async () => {
  merchant = await world.merchant({ merchantName: 'Animal shelter' });
  mails.received.length = 0;
});

const newDonation = (terms: Partial<NewPaymentLink> = {}) =>
  merchant.api.paymentLinks.create({
    name: 'New roof',
    price_currency: 'EUR',
    donation: { goal_amount: '500' },
    ...terms,
  });
const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
const textOf = async (link: PaymentLink) => (await page(`${pathOf(link)}?locale=en`)).text;
const raisedOf = async ({ id }: PaymentLink) => {
  const { raised_amount, pending_amount, donations_count } =
    await merchant.api.paymentLinks.get(id);
  return [raised_amount, pending_amount, donations_count];
};

let clients = 0;
async function page(path: string, form?: Record<string, string>) {
  clients += 1;
  const response = await fastify.inject({
    method: form === undefined ? 'GET' : 'POST',
    url: path,
    remoteAddress: `198.51.${Math.floor(clients / 250)}.${clients % 250}`,
    ...(form !== undefined && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    }),
  });
  const { location } = response.headers;
  const checkout = /\/checkouts\/([0-9a-f-]{36})/.exec(String(location ?? ''))?.[1] ?? null;
  return { status: response.statusCode, text: response.body, headers: response.headers, checkout };
}

async function click(link: PaymentLink, amount: string, more: Record<string, string> = {}) {
  const { checkout } = await page(`${pathOf(link)}?locale=en`, { amount, ...more });
  return defined(checkout, 'a checkout');
}

/** Returns the invoice. The payment is not confirmed. */
async function send(id: string, { coin = 'LTC', share = 1 } = {}): Promise<string> {
  const invoice = defined(await chooseCoin(world.app, id, { coin }), 'it is open');
  const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
  const part = share === 1 ? amount : (Number(amount) * share).toFixed(6);
  await world.pay({ invoice_id: invoice, amount: part, risk_level: 'low' });
  await world.settle();
  return invoice;
}

async function give(link: PaymentLink, amount: string, more: Record<string, string> = {}) {
  const id = await click(link, amount, more);
  const invoice = await send(id);
  await world.mine('LTC', 12);
  await world.settle();
  return { id, invoice };
}

test('only confirmed money counts; what is on its way is shown apart, and donors see the sum after they paid', async () => {
  const link = await newDonation({ suggested_amounts: ['20', '50'] });
  expect(link).toMatchObject({
    donation: {
      goal_amount: '500.0',
      shows_progress: true,
      shows_names: true,
      offers_reminders: true,
    },
    raised_amount: '0.0',
    pending_amount: '0.0',
    donations_count: 0,
  });
  expect(await textOf(link)).toContain('€0.00 of €500.00');
  await give(link, '100');
  await give(link, '19.99');
  // A click alone, and a payment that is too small, are nothing.
  await click(link, '77');
  await send(await click(link, '60'), { share: 0.5 });
  expect(await raisedOf(link)).toEqual(['119.99', '0.0', 2]);
  const id = await click(link, '', { suggested: '20.0' });
  await send(id);
  expect(await raisedOf(link)).toEqual(['119.99', '20.0', 2]);
  const text = await textOf(link);
  for (const shown of ['€119.99 of €500.00', '€20.00 on the way', '2 donations', 'value="23"'])
    expect(text).toContain(shown);
  await world.mine('LTC', 12);
  await world.settle();
  expect(await raisedOf(link)).toEqual(['139.99', '0.0', 3]);
  const thanks = (await page(`/checkouts/${id}?locale=en`)).text;
  expect(thanks).toContain('Thank you for your donation.');
  expect(thanks).toContain('€139.99 of €500.00');
  const [listed] = (await merchant.api.paymentLinks.list()).data;
  expect(listed).toMatchObject({ raised_amount: '139.99' });
});

test('a refund lowers the sum to the cent, a canceled one does not, and a whole one removes the gift', async () => {
  const link = await newDonation();
  const { invoice } = await give(link, '100', { 'donor-name': 'Ada', show: 'yes' });
  await give(link, '50');
  let buyers = 0;
  const address = () => {
    buyers += 1;
    return foreignAddress(defined(world.app.coins.get('LTC'), 'LTC'), 'buyer', buyers);
  };
  const refund = (amount: string) =>
    merchant.api.invoices.refund(invoice, { address: address(), amount });
  const first = await refund('33.33');
  expect(await raisedOf(link)).toEqual(['116.67', '0.0', 2]);
  await merchant.api.coinWithdrawals.cancel(
    defined(first.after_completion, 'part').coin_withdrawal_id,
  );
  expect(await raisedOf(link)).toEqual(['150.0', '0.0', 2]);
  // A refund link that waits has returned nothing.
  const claim = await merchant.api.refundClaims.create(invoice, { amount: '10' });
  expect(await raisedOf(link)).toEqual(['150.0', '0.0', 2]);
  await merchant.api.refundClaims.revoke(claim.id);
  await Promise.all([refund('33.33'), refund('33.33')]);
  expect(await raisedOf(link)).toEqual(['83.34', '0.0', 2]);
  expect(await textOf(link)).toContain('Ada');
  await refund('33.34');
  expect(await raisedOf(link)).toEqual(['50.0', '0.0', 1]);
  expect(await textOf(link)).not.toContain('Ada');
  expect((await merchant.api.paymentLinks.donations(link.id)).data).toHaveLength(1);
});

test('a gift in two coins, a late one that is accepted, and many at once are each counted once', async () => {
  const link = await newDonation();
  const two = await click(link, '40');
  await send(two, { share: 0.5 });
  await send(two, { coin: 'BTC' });
  await world.mine('BTC', 12);
  await world.mine('LTC', 12);
  await world.settle();
  expect(await merchant.api.checkouts.get(two)).toMatchObject({ status: 'completed' });
  const [raised, , count] = await raisedOf(link);
  const { paid_amount: paid } = await merchant.api.checkouts.get(two);
  expect([raised, count]).toEqual([paid, 1]);

  const late = await click(link, '10');
  const invoice = defined(await chooseCoin(world.app, late, { coin: 'LTC' }), 'it is open');
  const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
  await world.advance(2 * HOUR);
  await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
  await world.mine('LTC', 12);
  expect((await raisedOf(link))[2]).toBe(1);
  await merchant.api.checkouts.accept(late);
  await world.settle();
  expect((await raisedOf(link))[2]).toBe(2);

  const before = Number((await raisedOf(link))[0]);
  const made = await Promise.all(Array.from({ length: 8 }, (_, n) => click(link, `${n + 5}.01`)));
  for (const id of made) await send(id);
  expect((await raisedOf(link))[1]).toBe('68.08');
  await world.mine('LTC', 12);
  await world.settle();
  const [after, pending, all] = await raisedOf(link);
  expect((Number(after) - before).toFixed(2)).toBe('68.08');
  expect([pending, all]).toEqual(['0.0', 10]);
});

const HOSTILE = `</li><script>alert(1)</script><img src=x onerror=alert(1)>\u202e"'`;

test('donors are named only if they choose it and have given; texts are harmless; the merchant can hide them', async () => {
  const link = await newDonation();
  const named = async (name: string, message: string, show: boolean) =>
    give(link, '10', { 'donor-name': name, message, ...(show && { show: 'yes' }) });
  await named('Ada', 'For  the\ncats', true);
  await named('Secret donor', 'Do not show this', false);
  await named(HOSTILE, `x${'y'.repeat(400)}`, true);
  await click(link, '10', { 'donor-name': 'Only clicked', show: 'yes' });
  await click(link, '10', { 'donor-name': '', message: '', show: 'yes' });
  const text = await textOf(link);
  expect(text).toContain('Ada');
  expect(text).toContain('For the cats');
  for (const hidden of [
    'Secret donor',
    'Do not show this',
    'Only clicked',
    '<script>alert',
    '<img src=x',
  ])
    expect(text).not.toContain(hidden);
  expect(text).toContain('&lt;script&gt;alert');
  const { data } = await merchant.api.paymentLinks.donations(link.id);
  expect(data.map(({ name, public: shown, amount }) => [name?.slice(0, 6), shown, amount])).toEqual(
    [
      ['</li><', true, '10.0'],
      ['Secret', false, '10.0'],
      ['Ada', true, '10.0'],
    ],
  );
  expect(data[0]?.message).toHaveLength(280);
  expect(data[0]?.name).toHaveLength(60);
  const [hostile, secret, ada] = data.map(({ id }) => id);
  const hide = (id = '', hidden = true) =>
    merchant.api.paymentLinks.hideDonation(link.id, id, { hidden });
  expect(await hide(ada)).toMatchObject({ hidden: true, name: 'Ada' });
  await hide(hostile);
  expect(await textOf(link)).not.toContain('Ada');
  await hide(ada, false);
  // Showing one that is not public shows nothing.
  await hide(secret, false);
  expect(await textOf(link)).toContain('Ada');
  expect(await textOf(link)).not.toContain('Secret donor');
  expect(await raisedOf(link)).toEqual(['30.0', '0.0', 3]);
  const other = await newDonation();
  await expect(
    merchant.api.paymentLinks.hideDonation(other.id, ada ?? '', { hidden: true }),
  ).rejects.toMatchObject({ code: 'not_found' });
  await merchant.api.paymentLinks.replace(link.id, {
    name: 'New roof',
    price_currency: 'EUR',
    donation: { shows_names: false, shows_progress: false },
  });
  const quiet = await textOf(link);
  for (const gone of ['Ada', '€30.00', 'Your name']) expect(quiet).not.toContain(gone);
});

const linksIn = () =>
  mails.received.flatMap((mail) => {
    const { text } = partsOf(mail);
    return [...text.matchAll(/\/reminders\/[0-9a-f-]{36}\/[\w-]{43}/g)].map(([path]) => path);
  });

test('a reminder needs a confirmation by email, asks again a month later, counts, and is stopped by its link', async () => {
  const link = await newDonation();
  const form = { email: 'ada@example.com', reminder: 'month' };
  const missing = await page(`${pathOf(link)}?locale=en`, { amount: '15', reminder: 'month' });
  expect(missing).toMatchObject({ status: 422 });
  expect(missing.text).toContain('Enter a valid email address');
  // A click alone asks nobody.
  await click(link, '15', form);
  await world.settle();
  expect(mails.received).toEqual([]);
  await give(link, '15', form);
  const path = defined(linksIn()[0], 'a link');
  expect(linksIn()).toHaveLength(1);
  const subscriptions = async () => (await merchant.api.subscriptions.list()).data;

  // Opening the link, as mail servers do, and foreign links change nothing.
  const asked = await page(`${path}?locale=en`);
  expect(asked.text).toContain('Confirm your reminder');
  expect(asked.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  const wrong = path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  for (const method of [undefined, { step: 'confirm' }])
    expect((await page(wrong, method)).status).toBe(404);
  expect(await subscriptions()).toEqual([]);

  const confirmed = await Promise.all([1, 2, 3].map(() => page(path, { step: 'confirm' })));
  for (const { status } of confirmed) expect(status).toBe(200);
  const [reminder, ...others] = await subscriptions();
  expect(others).toEqual([]);
  expect(reminder).toMatchObject({
    status: 'active',
    amount: '15.0',
    currency: 'EUR',
    period: 'month',
    payer_email: 'ada@example.com',
    current_period_paid: true,
  });
  // A second gift of the same donor does not make a second reminder.
  await give(link, '20', { ...form, email: 'ADA@example.com' });
  const again = defined(linksIn().at(-1), 'another link');
  expect(again).not.toBe(path);
  expect((await page(`${again}?locale=en`, { step: 'confirm' })).text).toContain(
    'Your reminder is set',
  );
  expect(await subscriptions()).toHaveLength(1);

  mails.received.length = 0;
  await world.advance(27 * DAY);
  expect(mails.received).toEqual([]);
  await world.advance(5 * DAY);
  const mail = defined(mails.received[0], 'the reminder');
  expect(mails.received).toHaveLength(1);
  expect(mail.to).toEqual(['ada@example.com']);
  expect(headersOf(mail).subject).toContain('reminder');
  const { text } = partsOf(mail);
  expect(text).toContain('Animal shelter');
  expect(linksIn()).toEqual([path]);

  const before = await raisedOf(link);
  expect(before).toEqual(['35.0', '0.0', 2]);
  const id = /\/subscriptions\/([0-9a-f-]{36})/.exec(text)?.[1];
  const chosen = await page(`/subscriptions/${id}`, { pay_currency: 'LTC' });
  const invoice = /\/invoices\/([0-9a-f-]{36})/.exec(String(chosen.headers['location']))?.[1] ?? '';
  const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
  await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
  await world.mine('LTC', 12);
  await world.settle();
  expect(await raisedOf(link)).toEqual(['50.0', '0.0', 3]);

  expect((await page(`${path}?locale=en`)).text).toContain('Stop reminders');
  expect((await page(`${path}?locale=en`, { step: 'stop' })).text).toContain(
    'Reminders have stopped',
  );
  await page(path, { step: 'stop' });
  await page(path, { step: 'confirm' });
  expect(await merchant.api.subscriptions.get(defined(reminder, 'it').id)).toMatchObject({
    status: 'cancelled',
  });
  mails.received.length = 0;
  await world.advance(40 * DAY);
  expect(mails.received).toEqual([]);
});

test('a refunded gift, an ended donation and one without reminders ask for nothing', async () => {
  const form = { email: 'bob@example.com', reminder: 'year' };
  const ended = await newDonation({
    expires_at: new Date(world.app.clock.now() + DAY).toISOString(),
  });
  await give(ended, '15', form);
  const path = defined(linksIn()[0], 'a link');
  await world.advance(2 * DAY);
  const over = await page(`${path}?locale=en`, { step: 'confirm' });
  expect(over.text).toContain('There is nothing to be reminded of');
  mails.received.length = 0;
  const none = await newDonation({ donation: { offers_reminders: false } });
  expect(await textOf(none)).not.toContain('Remind me');
  await give(none, '15', form);
  const plain = await merchant.api.paymentLinks.create({ name: 'Tea', price_currency: 'EUR' });
  await give(plain, '15', form);
  expect(linksIn()).toEqual([]);
  expect(plain).toMatchObject({ donation: null, raised_amount: null, donations_count: null });
  expect((await merchant.api.subscriptions.list()).data).toEqual([]);
});

test('a donation in satoshis counts satoshis; another currency counts from zero', async () => {
  const link = await newDonation({ price_currency: 'SATS', donation: { goal_amount: '1000000' } });
  await give(link, '20000');
  expect(await raisedOf(link)).toEqual(['20000.0', '0.0', 1]);
  expect(await textOf(link)).toContain('20000 SATS of 1000000 SATS');
  const { raised_amount } = await merchant.api.paymentLinks.replace(link.id, {
    name: 'New roof',
    price_currency: 'EUR',
    donation: {},
  });
  expect(raised_amount).toBe('0.0');
});

test('terms of a donation that contradict each other are refused with the field', async () => {
  for (const [terms, target] of [
    [{ price_amount: '5' }, 'price_amount'],
    [{ stock: 3 }, 'stock'],
    [{ donation: { goal_amount: '0' } }, 'donation.goal_amount'],
    [{ donation: { goal_amount: '1.001' } }, 'donation.goal_amount'],
  ] as const)
    await expect(newDonation(terms), target).rejects.toMatchObject({
      code: 'invalid',
      details: expect.arrayContaining([expect.objectContaining({ target })]),
    });
});

test('the progress fits a frame on any website, without a script, and each language has its texts', async () => {
  const link = await newDonation();
  const frame = await page(`${pathOf(link)}/progress?locale=en`);
  expect(frame).toMatchObject({ status: 200 });
  expect(frame.headers['content-security-policy']).toContain('frame-ancestors *');
  expect(frame.text).toContain('€0.00 of €500.00');
  expect(frame.text).not.toContain('<script');
  const plain = await merchant.api.paymentLinks.create({ name: 'Tea', price_currency: 'EUR' });
  expect((await page(`${pathOf(plain)}/progress`)).status).toBe(404);
  const shown = new Set<string>();
  for (const locale of locales) {
    const { text } = await page(`${pathOf(link)}?locale=${locale}`);
    shown.add(defined(/<label class="check"[^>]*>.*?<span>([^<]+)</.exec(text)?.[1], 'a text'));
  }
  expect(shown.size).toBe(locales.length);
});
