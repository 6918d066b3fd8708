// Acceptance tests 4 to 8 of the defects seen in the field (docs/acceptance.md): callbacks arrive, on time and only
// from us, and no secret leaves the service.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyCallback } from '../../../client/src/callbacks.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { modeRules } from '../../src/core/config/mode-rules.ts';
import { isCallbackUrl } from '../../src/events/endpoints.ts';
import { guardedPost } from '../../src/events/guarded-post.ts';
import { decryptSecret } from '../../src/keys/encrypt.ts';
import { undelivered } from '../support/books.ts';
import { until } from '../support/service.ts';
import { type Instance, openInstance } from './instance.ts';

const UNDELIVERED = 100;

let instance: Instance;
beforeAll(async () => {
  instance = await openInstance({ LOG_LEVEL: 'trace' });
});
afterAll(() => instance.close());

const newInvoice = () =>
  instance.api.invoices.create({
    price_amount: '10.00',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });

const waiting = () => undelivered(instance.database.connection, instance.projectId);

test(`killed with ${UNDELIVERED} undelivered callbacks, the service delivers all of them after its restart`, async () => {
  instance.receiver.answerWith(() => 503);
  const invoices = await Promise.all(Array.from({ length: UNDELIVERED }, newInvoice));
  await Promise.all(
    invoices.map(({ id }) => instance.service.sandbox('payments', { invoice_id: id })),
  );
  await until(
    'each has a callback that was refused',
    async () => (await waiting()).length >= UNDELIVERED,
  );
  await instance.service.kill('SIGKILL');
  instance.receiver.answerWith(() => 200);
  await instance.service.start();
  await until('everything is delivered', async () => {
    await instance.advance(30);
    return (await waiting()).length === 0;
  });
  for (const { id } of invoices)
    expect(instance.receiver.eventsOf(id)).toContain('transaction_created');
});

test('while the callback of one object fails for an hour, that of another is delivered immediately', async () => {
  const [failing, other] = [await newInvoice(), await newInvoice()];
  instance.receiver.answerWith(({ data }) => (data.id === failing.id ? 500 : 200));
  await instance.service.sandbox('payments', { invoice_id: failing.id });
  await until(
    'its first try failed',
    async () => instance.receiver.eventsOf(failing.id).length > 0,
  );
  for (let minutes = 0; minutes < 60; minutes += 10) await instance.advance(600);
  await instance.service.sandbox('payments', { invoice_id: other.id });
  await until('the other arrived', async () => instance.receiver.eventsOf(other.id).length > 0);
  expect((await waiting()).length).toBeGreaterThan(0);
  instance.receiver.answerWith(() => 200);
  await until('the first arrives, too', async () => {
    await instance.advance(600);
    return (await waiting()).length === 0;
  });
});

test('the verifier rejects a callback that is replayed more than five minutes later', async () => {
  const { body, headers } = defined(instance.receiver.received.at(-1), 'a callback');
  const secret = instance.callbackSecret;
  const sentAt = Number(headers['webhook-timestamp']) * 1000;
  const verifyAt = (now: number) =>
    verifyCallback({ body, headers: headers as never, secret, now: () => now });
  expect((await verifyAt(sentAt + 5 * MINUTE)).data.id).toBe(JSON.parse(body).data.id);
  await expect(verifyAt(sentAt + 5 * MINUTE + 1001)).rejects.toThrow('outside tolerance');
});

test.each([
  ['169.254.169.254', 'the metadata service of a cloud'],
  ['::1', 'this machine'],
  ['127.0.0.1', 'this machine'],
  ['10.0.0.1', 'our network'],
  ['192.168.1.1', 'our network'],
  ['::ffff:10.0.0.1', 'our network in another form'],
])('a callback address that resolves to %s, %s, is never connected to', async (address) => {
  let connections = 0;
  const listener = http.createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  listener.on('connection', () => {
    connections += 1;
  });
  await new Promise((done) => listener.once('listening', done));
  const { port } = listener.address() as AddressInfo;
  const url = `https://merchant.example:${port}/callbacks`;
  // The name looks harmless when it is stored, and resolves to another address at delivery.
  expect(isCallbackUrl(url, { rules: modeRules.live, callbackAllow: [] })).toBe(true);
  const outcome = await guardedPost(
    { url, headers: {}, body: '{}' },
    { resolve: async () => [address] },
  );
  expect(outcome).toMatchObject({ ok: false, reason: 'refused_address' });
  expect(connections).toBe(0);
  listener.close();
});

test('no stored secret is in any callback, in any line of the log, or in the delivery log', async () => {
  const { api_secret, callback_secret } = instance.service.credentials();
  const masterKey = readFileSync(join(instance.service.folder, 'data/master.key'), 'utf8').trim();
  const [seed] = await instance.database.db.query<{ id: string; sealed: string }>(
    'select id, sealed from wallet_seeds order by id',
  );
  const { id, sealed } = defined(seed, 'a seed');
  const words = decryptSecret(Buffer.from(masterKey, 'hex'), sealed, `wallet_seed:${id}`);
  const secrets = [api_secret, callback_secret, instance.callbackSecret, masterKey, words];
  // Something of each kind must have been sent and printed; otherwise this proves nothing.
  await instance.service.runHere('callbacks', 'test', instance.projectId);
  expect(instance.receiver.received.length).toBeGreaterThan(UNDELIVERED);
  expect(instance.service.output()).toContain('"msg":"request"');
  const sent = instance.receiver.received.map(
    ({ headers, body }) => JSON.stringify(headers) + body,
  );
  const kept = await instance.database.db.query<{ text: string }>(
    'select attempts::text as text from (select to_jsonb(a) as attempts from delivery_attempts a) x',
  );
  const everything = [...sent, ...kept.map((row) => row.text)];
  // `callbacks set` shows the new secret once to the operator: that one line is its purpose.
  const printed = instance.service.output().replace(/Callback secret\s+\S+/g, '');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20);
    expect(printed.includes(secret)).toBe(false);
    expect(everything.filter((text) => text.includes(secret))).toEqual([]);
  }
});
