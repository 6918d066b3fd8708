// Guarantees of each kind of alert destination: what it receives, what is validated first, and that its secret is never
// shown again.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { AppError } from '../../src/core/errors.ts';
import type { Values } from '../../src/operator/perform.ts';
import { headersOf, type MailServer, partsOf, startMailServer } from '../support/mail-server.ts';
import type { World } from '../support/world.ts';
import { clearAll, operate, quietWorld, type Receiver, raise, startReceiver } from './support.ts';

const TOKEN = '123456:the-secret-of-the-bot';

let world: World;
let receiver: Receiver;
let mails: MailServer;
beforeAll(async () => {
  mails = await startMailServer();
  world = await quietWorld({
    CHAINTILL_SMTP_URL: mails.url,
    CHAINTILL_MAIL_FROM: 'Till <till@shop.example>',
    CHAINTILL_PUBLIC_URL: 'https://pay.shop.example',
  });
  receiver = await startReceiver();
});
beforeEach(async () => {
  await clearAll(world);
  receiver.received.length = 0;
  mails.received.length = 0;
  receiver.answer(200);
});
afterAll(async () => {
  await world.close();
  await receiver.close();
  await mails.close();
});

async function reported(): Promise<void> {
  await raise(world, 'insolvent', 'BTC <&>');
  await world.advance(MINUTE);
}

test('a webhook is signed as callbacks are, and its secret is shown once', async () => {
  const { add, list } = operate(world);
  const made = await add({
    kind: 'webhook',
    name: 'pager',
    secret: `${receiver.url}/hook/secret-path`,
  });
  await reported();
  const { headers, body, json } = defined(receiver.received[0], 'a message');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = defined(made.signing_secret, 'a secret');
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  expect(json).toMatchObject({
    type: 'alerts',
    id: headers['webhook-id'],
    url: 'https://pay.shop.example/dashboard/alerts',
    raised: [{ kind: 'insolvent', severity: 'critical', subject: 'BTC <&>' }],
  });
  expect(JSON.stringify(await list())).not.toMatch(/secret-path|signing/);
  const kept = await world.app.db.query(
    'select j.input, o.after from journal j join journal_results o on o.journal_id = j.id',
  );
  expect(JSON.stringify(kept)).not.toContain('secret-path');
  expect(JSON.stringify(kept)).not.toContain(key);
});

test('a Slack-compatible chat gets text, with its markup escaped', async () => {
  await operate(world).add({ kind: 'slack', name: 'chat', secret: `${receiver.url}/services/T0` });
  await reported();
  const { path, json } = defined(receiver.received[0], 'a message');
  expect(path).toBe('/services/T0');
  expect(Object.keys(json)).toEqual(['text']);
  expect(json.text).toMatch(/^\*Chaintill pay\.shop\.example: CRITICAL, 1 new alert\*\nNew\n/);
  expect(json.text).toContain('(BTC &lt;&amp;&gt;)');
  expect(json.text).toContain('Acknowledge: https://pay.shop.example/dashboard/alerts');
});

test('a Telegram chat gets text, from its bot', async () => {
  const bot = { kind: 'telegram', name: 'phone', to: '-100123', secret: TOKEN };
  await operate(world).add({ ...bot, api_url: receiver.url, language: 'fr' });
  await reported();
  const { path, json } = defined(receiver.received[0], 'a message');
  expect(path).toBe(`/bot${TOKEN}/sendMessage`);
  expect(json).toMatchObject({ chat_id: '-100123' });
  expect(json.text).toMatch(/^Chaintill pay\.shop\.example: CRITIQUE, 1 nouvelle alerte\n/);
});

test('an email has the same text', async () => {
  await operate(world).add({ kind: 'mail', name: 'on call', to: 'oncall@shop.example' });
  await reported();
  const mail = defined(mails.received[0], 'a mail');
  expect(mail.to).toEqual(['oncall@shop.example']);
  expect(headersOf(mail)['subject']).toBe('Chaintill pay.shop.example: CRITICAL, 1 new alert');
  expect(partsOf(mail).text).toContain('What to do: docs/runbook.md#chaintillinsolvent');
  expect(partsOf(mail).html).toContain('BTC &lt;&amp;&gt;');
});

test('a test reports the result for each destination, without returned secrets', async () => {
  const { add, test: tryAll, list } = operate(world);
  await add({ kind: 'mail', name: 'mail', to: 'oncall@shop.example' });
  const bot = { kind: 'telegram', name: 'phone', to: '@ops', secret: TOKEN };
  await add({ ...bot, api_url: receiver.url });
  receiver.answer(404, `no bot ${TOKEN}`);
  expect(await tryAll()).toMatchObject([
    { name: 'mail', delivered: true },
    { name: 'phone', delivered: false, response: 'HTTP 404: no bot …' },
  ]);
  expect((await list())[1]).toMatchObject({ failures: 1, last_error: 'HTTP 404: no bot …' });
  receiver.answer(200);
  expect(await tryAll({ destination: 'phone' })).toMatchObject([{ delivered: true }]);
  expect((await list())[1]).toMatchObject({ failures: 0, last_error: null });
  expect(mails.received).toHaveLength(1);
  await expect(tryAll({ destination: 'nobody' })).rejects.toThrow('not found');
});

test.each<[string, Values, string[]]>([
  ['a mail without an address', { kind: 'mail' }, ['to']],
  ['a mail to nobody', { kind: 'mail', to: 'nobody' }, ['to']],
  ['a webhook without a URL', { kind: 'webhook' }, ['secret']],
  ['a webhook with a password', { kind: 'webhook', secret: 'https://a:b@c.example' }, ['secret']],
  ['a bot of nothing', { kind: 'telegram', api_url: 'ftp://x' }, ['to', 'secret', 'api_url']],
  ['an unknown kind', { kind: 'pigeon' }, ['kind']],
])('%s is rejected', async (_, values, targets) => {
  const refused = await operate(world)
    .add({ name: 'x', ...values })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect((refused as AppError).details.map(({ target }) => target)).toEqual(targets);
});

test('no part of an address that may be secret is shown', async () => {
  await operate(world).add({
    kind: 'webhook',
    name: 'ops',
    secret: `${receiver.url}/hooks/T0KEN-of-it?key=K3Y&empty=`,
  });
  receiver.answer(404, 'Cannot POST /hooks/T0KEN-of-it (key K3Y)');
  expect(await operate(world).test()).toMatchObject([
    { delivered: false, response: 'HTTP 404: Cannot POST … (key …)' },
  ]);
});

test('names are unique', async () => {
  const mail = { kind: 'mail', name: 'on call', to: 'oncall@shop.example' };
  await operate(world).add(mail);
  await expect(operate(world).add(mail)).rejects.toMatchObject({
    details: [{ target: 'name', code: 'must_be_free' }],
  });
});
