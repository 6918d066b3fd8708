// Emails to donors: in the language of the page on which they gave, unless the merchant chose one; reminders stop with
// one request of a mail program; and nobody can fill the mailbox of another person, or many mailboxes.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NewPaymentLink, PaymentLink } from '../../../client/src/types.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { findCheckoutById } from '../../src/checkouts/store-checkouts.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY } from '../../src/core/clock.ts';
import { headersOf, type MailServer, partsOf, startMailServer } from '../support/mail-server.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let mails: MailServer;
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  mails = await startMailServer();
  const mail = { CHAINTILL_SMTP_URL: mails.url, CHAINTILL_MAIL_FROM: 'pay@shop.example' };
  world = await createWorld(mail, { coins: ['BTC', 'LTC'] });
});
afterAll(async () => {
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
    donation: {},
    ...terms,
  });

const post = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });

async function click({ url }: PaymentLink, locale: string, form: Record<string, string>) {
  const response = await post(`${url}?locale=${locale}`, { amount: '15', ...form });
  const location = response.headers.get('location') ?? '';
  return defined(/\/checkouts\/([0-9a-f-]{36})/.exec(location)?.[1], 'a checkout');
}

async function pay(id: string): Promise<string> {
  const invoice = defined(await chooseCoin(world.app, id, { coin: 'LTC' }), 'it is open');
  const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
  await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
  await world.mine('LTC', 12);
  await world.settle();
  return invoice;
}

const languageOf = async (id: string) => (await findCheckoutById(world.app.db, id))?.payer_language;
const languagesIn = () =>
  mails.received.map((mail) => /<html lang="([a-z]+)/.exec(partsOf(mail).html)?.[1]);
const reminderIn = () =>
  defined(
    mails.received
      .map((mail) => /\/reminders\/[0-9a-f-]{36}\/[\w-]{43}/.exec(partsOf(mail).text)?.[0])
      .find((path) => path !== undefined),
    'a reminder',
  );

test('receipt, confirmation and reminders are in the language of the page', async () => {
  const id = await click(await newDonation(), 'fr', { email: 'ada@x.example', reminder: 'month' });
  // Opening a page in another language changes nothing.
  await fetch(`${world.url}/checkouts/${id}?locale=ja`);
  expect(await languageOf(id)).toBe('fr');
  await pay(id);
  expect(languagesIn()).toEqual(['fr', 'fr']);
  await post(`${world.url}${reminderIn()}`, { step: 'confirm' });
  mails.received.length = 0;
  await world.advance(32 * DAY);
  expect(languagesIn()).toEqual(['fr']);
});

test('choosing a coin keeps the language, which is one of twelve; that of the merchant wins', async () => {
  const terms = { price_amount: '10', price_currency: 'EUR', payer_email: 'eve@x.example' };
  const { id } = await merchant.api.checkouts.create(terms);
  const choose = (of: string, locale: string) =>
    post(`${world.url}/checkouts/${of}?locale=${locale}`, { pay_currency: 'LTC' });
  await choose(id, 'de');
  expect(await languageOf(id)).toBe('de');
  await choose(id, "xx'; drop");
  expect(await languageOf(id)).toBe('en');
  await choose(id, 'pl');
  await pay(id);
  const chosen = await merchant.api.checkouts.create({ ...terms, language: 'nl' });
  await choose(chosen.id, 'tr');
  await pay(chosen.id);
  expect(languagesIn()).toEqual(['pl', 'nl']);
  // One that has ended changes no more.
  await choose(id, 'ru');
  expect(await languageOf(id)).toBe('pl');
});

test('a mail program stops a reminder with one request, which can do nothing else', async () => {
  const form = { email: 'bob@x.example', reminder: 'month' };
  await pay(await click(await newDonation(), 'en', form));
  const confirmation = defined(
    mails.received.find(({ source }) => source.includes('/reminders/')),
    'a mail',
  );
  expect(headersOf(confirmation)['list-unsubscribe']).toBeUndefined();
  const path = `${world.url}${reminderIn()}`;
  const list = async () => (await merchant.api.subscriptions.list()).data;
  // Before the confirmation, and with a body that asks for it.
  await post(`${path}?stop=1`, { step: 'confirm' });
  expect(await list()).toEqual([]);
  await post(path, { step: 'confirm' });
  mails.received.length = 0;
  await world.advance(32 * DAY);
  const headers = headersOf(defined(mails.received[0], 'the reminder'));
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const url = defined(/^<(.*)>$/.exec(headers['list-unsubscribe'] ?? '')?.[1], 'an address');
  expect(url).toBe(`${path}?stop=1`);

  await fetch(url);
  await fetch(url, { method: 'HEAD' });
  expect((await post(url.replace(/.\?/, '_?'), {})).status).toBe(404);
  expect(await list()).toMatchObject([{ status: 'active' }]);
  // As RFC 8058 asks for: as a form with parts, without cookies, answered without a redirect.
  const body = new FormData();
  body.set('List-Unsubscribe', 'One-Click');
  for (const _repeated of [1, 2]) {
    const response = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    expect(response.status).toBe(200);
    expect(await list()).toMatchObject([{ status: 'cancelled' }]);
  }
  mails.received.length = 0;
  await world.advance(40 * DAY);
  expect(mails.received).toEqual([]);
});

/** Emails of the last hour, stored directly. */
const stored = (count: number, purpose: string, to: string) =>
  world.database.owner.query(
    `insert into mails (project_id, id, reference_id, purpose, recipient, subject, text_body, html_body, status,
       created_at)
     select $1, gen_random_uuid(), gen_random_uuid(), $2, $3, 's', 't', 'h', 'sent', $4
     from generate_series(1, $5)`,
    [merchant.project.id, purpose, to, new Date(world.clock.now()), count],
  );

test('nobody fills the mailbox of another person with receipts', async () => {
  const link = await newDonation();
  await stored(19, 'receipt', 'victim@x.example');
  await pay(await click(link, 'en', { email: 'victim+1@x.example' }));
  await pay(await click(link, 'en', { email: 'Victim+2@x.example' }));
  expect(mails.received.map(({ to }) => to[0])).toEqual(['victim+1@x.example']);
});

test('a project asks a bounded number of strangers to confirm', async () => {
  const link = await newDonation();
  await stored(999, 'confirm reminder', 'others@y.example');
  for (const email of ['one@x.example', 'two@x.example'])
    await pay(await click(link, 'en', { email, reminder: 'year' }));
  const asked = mails.received.filter((mail) => partsOf(mail).text.includes('/reminders/'));
  expect(asked.map(({ to }) => to[0])).toEqual(['one@x.example']);
});

test('a payment that a reorganization removes after its refund lowers the sum, and stops nothing', async () => {
  const link = await newDonation();
  const id = await click(link, 'en', {});
  const invoice = await pay(id);
  const raised = async () => (await merchant.api.paymentLinks.get(link.id)).raised_amount;
  expect(await raised()).toBe('15.0');
  const address = foreignAddress(defined(world.app.coins.get('LTC'), 'LTC'), 'donor', 1);
  await merchant.api.invoices.refund(invoice, { address, amount: '5' });
  await world.settle();
  expect(await raised()).toBe('10.0');
  const become = (share: string) =>
    world.database.owner.query(
      `update invoices set paid_amount = trunc(pay_amount * ${share}) where id = $1`,
      [invoice],
    );
  await become('0.8');
  expect(await raised()).toBe('6.99');
  await become('0');
  expect(await raised()).toBe('0.0');
  await become('1');
  expect(await raised()).toBe('10.0');
});
