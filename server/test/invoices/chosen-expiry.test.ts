// Guarantees of an invoice whose merchant chose the expiry or the language: both are as requested, a converted price is
// quoted for two hours at most, and an open invoice is counted as waiting until its own expiry.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { waitingByDay } from '../../src/invoices/shown-status.ts';
import { expectError } from '../support/api-shapes.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
  merchant = await world.merchant();
});
afterAll(() => world.close());

const IN_EUROS = { price_amount: '10', price_currency: 'EUR', pay_currency: 'LTC' };
const IN_COINS = { price_amount: '0.5', price_currency: 'LTC', pay_currency: 'LTC' };

const create = (fields: object, version?: 1 | 2) =>
  signedCall(world.url, merchant.key, {
    method: 'POST',
    target: '/api/invoices',
    body: fields,
    ...(version !== undefined && { version }),
  });

async function made(fields: object) {
  const answer = await create(fields);
  expect(answer.status).toBe(201);
  return JSON.parse(answer.text).data;
}

const validityOf = (invoice: { expires_at: string; created_at: string }) =>
  Date.parse(invoice.expires_at) - Date.parse(invoice.created_at);

async function waitingCount(): Promise<number> {
  const days = await waitingByDay(world.app.db, {
    projectId: merchant.project.id,
    now: new Date(world.clock.now()),
  });
  return days.reduce((sum, { count }) => sum + count, 0);
}

test.each([
  [300, IN_EUROS],
  [7200, IN_EUROS],
  ['7200', IN_EUROS],
  [300, IN_COINS],
  [604_800, IN_COINS],
])('expires_in %s is accepted', async (seconds, price) => {
  const invoice = await made({ ...price, expires_in: seconds });
  expect(validityOf(invoice)).toBe(Number(seconds) * SECOND);
  expect(await merchant.api.invoices.get(invoice.id)).toEqual(invoice);
});

test.each([
  [299, IN_EUROS, 'must_be_greater_than_or_equal', 300],
  [7201, IN_EUROS, 'must_be_less_than_or_equal', 7200],
  [604_801, IN_COINS, 'must_be_less_than_or_equal', 604_800],
])('expires_in %i is rejected', async (seconds, price, code, value) => {
  const details = [{ code, target: 'expires_in', args: { value: String(value) } }];
  expectError(await create({ ...price, expires_in: seconds }), {
    status: 422,
    code: 'invalid',
    details,
  });
});

test('all problems of a request are reported together', async () => {
  const answer = await create({
    ...IN_EUROS,
    price_amount: '0',
    expires_in: 86_400,
    language: 'xx',
  });
  expect(answer.status).toBe(422);
  for (const target of ['price_amount', 'expires_in', 'language'])
    expect(answer.text).toContain(`"target":"${target}"`);
});

test('an invoice is payable, and counted as waiting, until the expiry that the merchant chose', async () => {
  await world.advance(8 * DAY);
  expect(await waitingCount()).toBe(0);
  const invoice = await made({ ...IN_COINS, expires_in: 6 * 86_400 });
  await made({ ...IN_COINS });
  expect(await waitingCount()).toBe(2);
  await world.advance(3 * HOUR);
  expect(await waitingCount()).toBe(1);
  await world.advance(5 * DAY);
  expect(await waitingCount()).toBe(1);
  await world.pay({ invoice_id: invoice.id });
  await world.advance(5 * MINUTE);
  await world.mine('LTC');
  expect((await merchant.api.invoices.get(invoice.id)).status).toBe('completed');
  expect(await waitingCount()).toBe(0);
});

test('unpaid, it is canceled after 14 days like every other', async () => {
  const invoice = await made({ ...IN_COINS, expires_in: 604_800 });
  await world.advance(7 * DAY + MINUTE);
  expect(await waitingCount()).toBe(0);
  expect((await merchant.api.invoices.get(invoice.id)).status).toBe('new');
  await world.advance(7 * DAY);
  expect((await merchant.api.invoices.get(invoice.id)).status).toBe('cancelled');
});

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['PT_br', 'pt'],
])('language %s opens the page in it', async (language, locale) => {
  const invoice = await made({ ...IN_EUROS, language });
  expect(invoice.hosted_page_url).toMatch(
    new RegExp(`/invoices/${invoice.id}\\?locale=${locale}$`),
  );
  const page = await fetch(`${world.url}/invoices/${invoice.id}?locale=${locale}`, {
    headers: { 'accept-language': 'ja' },
  });
  expect(await page.text()).toContain(`<html lang="${locale}"`);
});

test.each(['xx', 'deutsch', 'de-', 7, '../de'])('language %s is rejected', async (language) => {
  const answer = await create({ ...IN_EUROS, language });
  expect(answer.status).toBe(422);
  expect(answer.text).toContain('"target":"language"');
});
