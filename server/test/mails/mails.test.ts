// Guarantees of subscription emails, against a mail server on a real socket: one for each period, retried until it is
// accepted, never with injected content from the merchant or the customer.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/coins/read-config.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR, MINUTE, wallNow } from '../../src/core/clock.ts';
import { smtpMailer } from '../../src/mails/mailer.ts';
import { ATTEMPTS_MAX } from '../../src/mails/outbox.ts';
import { mailWorker } from '../../src/mails/send.ts';
import { operatorReader } from '../operator/support.ts';
import { newSubscription, payPeriod } from '../subscriptions/support.ts';
import { headersOf, type MailServer, partsOf, startMailServer } from '../support/mail-server.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const FROM = 'Chess Shop <pay@shop.example>';
let mails: MailServer;
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  mails = await startMailServer();
  world = await createWorld({ CHAINTILL_SMTP_URL: mails.url, CHAINTILL_MAIL_FROM: FROM });
  merchant = await world.merchant();
});
beforeEach(() => {
  mails.received.length = 0;
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

const refuse = (command: 'MAIL' | 'RCPT' | 'DATA', reply: string) => mails.answer(command, reply);
const accept = () => {
  for (const command of ['MAIL', 'RCPT', 'DATA'] as const) mails.answer(command, null);
};

async function stored(subscription: { id: string }) {
  return world.app.db.query<{
    id: string;
    status: string;
    attempts: number;
    failure: string | null;
  }>(
    'select id, status, attempts, failure from mails where reference_id = $1 order by created_at, id',
    [subscription.id],
  );
}

test('the customer of a new subscription gets one email with the link, in plain text and in HTML', async () => {
  const subscription = await newSubscription(world, merchant, {
    amount: '1234.50',
    payer_email: 'ada@example.com',
    payer_name: 'Ada Lovelace',
    product_name: 'Schach für Fortgeschrittene',
    product_description: 'All boards',
    starts_at: '2027-03-01T10:20:00Z',
  });
  await world.settle();
  await world.settle();
  expect(mails.received).toHaveLength(1);
  const mail = defined(mails.received[0], 'a mail');
  expect(mail).toMatchObject({ from: 'pay@shop.example', to: ['ada@example.com'] });
  const headers = headersOf(mail);
  const [row] = await stored(subscription);
  expect(headers).toMatchObject({
    from: FROM,
    to: 'ada@example.com',
    'message-id': `<${row?.id}@shop.example>`,
    'auto-submitted': 'auto-generated',
  });
  const { text, html } = partsOf(mail);
  for (const part of [text, html])
    for (const words of [
      'Hello Ada Lovelace,',
      'Test merchant asks you to pay 1,234.50 EUR for Schach für Fortgeschrittene by 1 March 2027',
      '10:20 UTC',
      'All boards',
      subscription.hosted_page_url,
    ])
      expect(part).toContain(words);
  expect(row).toMatchObject({ status: 'sent', attempts: 1, failure: null });
});

test("emails to customers use the project's language and contact", async () => {
  const polish = await world.merchant({
    mailLanguage: 'pl',
    merchantName: 'Piekarnia',
    merchantContact: 'pomoc@piekarnia.example',
  });
  const subscription = await newSubscription(world, polish, {
    amount: '1234.50',
    payer_name: 'Ada',
    product_name: 'Klub',
    starts_at: '2027-03-01T10:20:00Z',
  });
  await world.settle();
  const mail = defined(mails.received[0], 'a mail');
  const { text, html } = partsOf(mail);
  for (const part of [text, html])
    for (const words of [
      'Dzień dobry, Ada,',
      'Piekarnia prosi o zapłatę 1234,50 EUR za Klub do 1 marca 2027 10:20 UTC.',
      'Pytania? Piekarnia: pomoc@piekarnia.example',
    ])
      expect(part.replaceAll('\u00a0', ' ')).toContain(words);
  expect(html).toContain('<html lang="pl">');
  expect(html).toContain('Zapłać 1234,50 EUR');
  await polish.api.subscriptions.cancel(subscription.id);
});

test('every period is requested once, when it begins', async () => {
  const subscription = await newSubscription(world, merchant);
  await payPeriod(world, subscription);
  expect(mails.received).toHaveLength(1);
  await world.advance(Date.parse(subscription.current_period_ends_at) - world.clock.now());
  expect(mails.received).toHaveLength(2);
  await world.advance(HOUR);
  expect(mails.received).toHaveLength(2);
  const ids = mails.received.map((mail) => headersOf(mail)['message-id']);
  expect(new Set(ids).size).toBe(2);
  await merchant.api.subscriptions.cancel(subscription.id);
  await world.advance(60 * DAY);
  expect(mails.received).toHaveLength(2);
});

test('external text is no header, no second recipient and no markup', async () => {
  const evil = 'Club\r\nBcc: all@example.com\r\n\r\n<script>alert(1)</script>';
  const { payer_email: to } = await newSubscription(world, merchant, {
    name: evil,
    product_name: evil,
    product_description: `${evil}\n.\r\n.\r\nQUIT`,
    payer_name: evil,
  });
  await world.settle();
  expect(mails.received).toHaveLength(1);
  const mail = defined(mails.received[0], 'a mail');
  expect(mail.to).toEqual([to]);
  expect(headersOf(mail)['bcc']).toBeUndefined();
  expect(headersOf(mail)['subject']).toContain('Club Bcc: all@example.com');
  expect(partsOf(mail).html).not.toContain('<script>');
  expect(partsOf(mail).html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('a busy server is retried with the same Message-ID until it accepts the email', async () => {
  refuse('DATA', '451 try later');
  const subscription = await newSubscription(world, merchant);
  await world.settle();
  expect(await stored(subscription)).toMatchObject([{ status: 'pending', attempts: 1 }]);
  await world.advance(MINUTE - 1);
  expect(await stored(subscription)).toMatchObject([{ attempts: 1 }]);
  await world.advance(1);
  expect(await stored(subscription)).toMatchObject([{ attempts: 2 }]);
  accept();
  await world.advance(2 * MINUTE);
  expect(await stored(subscription)).toMatchObject([{ status: 'sent', attempts: 3 }]);
  expect(mails.received).toHaveLength(1);
  const [row] = await stored(subscription);
  expect(headersOf(defined(mails.received[0], 'a mail'))['message-id']).toContain(row?.id);
});

test('an unknown recipient is not retried', async () => {
  refuse('RCPT', '550 no such user');
  const subscription = await newSubscription(world, merchant);
  await world.settle();
  accept();
  await world.advance(DAY);
  const [row] = await stored(subscription);
  expect(row).toMatchObject({ status: 'failed', attempts: 1 });
  expect(row?.failure).toContain('550');
  // The subscription continues: the merchant also has the link to its page.
  expect(await merchant.api.subscriptions.get(subscription.id)).toMatchObject({ status: 'active' });
});

test('a rejected sender is for the operator to fix: the email waits', async () => {
  refuse('MAIL', '550 not allowed');
  const subscription = await newSubscription(world, merchant);
  await world.settle();
  expect(await stored(subscription)).toMatchObject([{ status: 'pending', attempts: 1 }]);
  accept();
  await world.advance(MINUTE);
  expect(await stored(subscription)).toMatchObject([{ status: 'sent' }]);
});

test('after a day and a half of attempts, the email fails', async () => {
  refuse('DATA', '451 try later');
  const subscription = await newSubscription(world, merchant, {
    starts_at: new Date(world.clock.now() + 30 * DAY),
  });
  const startedAt = world.clock.now();
  for (let n = 0; n < ATTEMPTS_MAX + 3; n++) {
    await world.settle();
    const [row] = await stored(subscription);
    if (row?.status === 'failed') break;
    await world.advance(MINUTE * 2 ** Math.min(n, 9));
  }
  accept();
  expect(await stored(subscription)).toMatchObject([{ status: 'failed', attempts: ATTEMPTS_MAX }]);
  expect(world.clock.now() - startedAt).toBeGreaterThan(DAY);
});

test('an unsent email of an ended or paid subscription is not sent', async () => {
  refuse('DATA', '451 try later');
  const cancelled = await newSubscription(world, merchant);
  const paid = await newSubscription(world, merchant);
  await world.settle();
  await merchant.api.subscriptions.cancel(cancelled.id);
  await payPeriod(world, paid);
  accept();
  await world.advance(DAY);
  for (const subscription of [cancelled, paid])
    expect(await stored(subscription)).toMatchObject([{ status: 'withdrawn' }]);
  expect(mails.received).toEqual([]);
});

test('concurrent workers send each email once', async () => {
  const made: { id: string }[] = [];
  for (let n = 0; n < 12; n++) made.push(await newSubscription(world, merchant));
  const worker = mailWorker(smtpMailer({ url: mails.url, from: FROM }));
  await Promise.all(Array.from({ length: 6 }, () => worker.run(world.app)));
  await world.settle();
  expect(mails.received).toHaveLength(12);
});

test('an email that was being sent when its process died is sent again when its claim has expired', async () => {
  const subscription = await newSubscription(world, merchant);
  const lease = async (until: number) =>
    world.app.db.query('update mails set leased_until = $2 where reference_id = $1', [
      subscription.id,
      new Date(until),
    ]);
  await lease(wallNow() + MINUTE);
  await world.settle();
  expect(mails.received).toEqual([]);
  await lease(wallNow());
  await world.settle();
  expect(mails.received).toHaveLength(1);
});

test('a process that dies between sending and marking sends one duplicate, which receivers can drop', async () => {
  const subscription = await newSubscription(world, merchant);
  const send = smtpMailer({ url: mails.url, from: FROM });
  const dies = mailWorker(async (mail) => {
    await send(mail);
    throw new Error('killed');
  });
  await expect(dies.run(world.app)).rejects.toThrow('killed');
  expect(await stored(subscription)).toMatchObject([{ status: 'pending', attempts: 1 }]);
  // The claim protects from other processes; it expires because nobody knows whether the email was sent.
  await world.settle();
  expect(mails.received).toHaveLength(1);
  await world.app.db.query('update mails set leased_until = $2 where reference_id = $1', [
    subscription.id,
    new Date(wallNow()),
  ]);
  await world.settle();
  await world.advance(DAY);
  expect(await stored(subscription)).toMatchObject([{ status: 'sent', attempts: 2 }]);
  expect(mails.received).toHaveLength(2);
  const [first, second] = mails.received.map((mail) => headersOf(mail));
  for (const header of ['message-id', 'date', 'subject', 'to'])
    expect(second?.[header]).toBe(first?.[header]);
  const [sent, again] = mails.received.map((mail) => partsOf(mail));
  expect(again).toEqual(sent);
});

test('a process that dies before sending sends nothing twice', async () => {
  const subscription = await newSubscription(world, merchant);
  const dies = mailWorker(() => Promise.reject(new Error('killed')));
  await expect(dies.run(world.app)).rejects.toThrow('killed');
  await world.app.db.query('update mails set leased_until = $2 where reference_id = $1', [
    subscription.id,
    new Date(wallNow()),
  ]);
  await world.settle();
  await world.advance(DAY);
  expect(mails.received).toHaveLength(1);
});

test('a payment request cannot be unsubscribed from', async () => {
  await newSubscription(world, merchant);
  await world.settle();
  const headers = headersOf(defined(mails.received[0], 'a mail'));
  expect(headers['list-unsubscribe']).toBeUndefined();
});

test('a rejected subscription leaves no email', async () => {
  await newSubscription(world, merchant, { custom_id: 'mail once' });
  await newSubscription(world, merchant, { custom_id: 'mail once' }).catch(() => null);
  await world.settle();
  expect(mails.received).toHaveLength(1);
});

test('an unreachable or misbehaving server is a failed delivery, not an internal error', async () => {
  const gone = await startMailServer();
  await gone.close();
  const mail = {
    id: 'x',
    to: 'a@example.com',
    subject: 's',
    text: 't',
    html: 'h',
    createdAt: null,
    unsubscribe: null,
  };
  expect(await smtpMailer({ url: gone.url, from: FROM })(mail)).toMatchObject({ kind: 'failed' });
});

test('without a mail server nothing is put into the outbox', async () => {
  const silent = await createWorld();
  try {
    const own = await silent.merchant();
    const subscription = await newSubscription(silent, own);
    await payPeriod(silent, subscription);
    await silent.advance(Date.parse(subscription.current_period_ends_at) - silent.clock.now());
    expect(await silent.app.db.query('select id from mails limit 1')).toEqual([]);
    expect(await own.api.subscriptions.get(subscription.id)).toMatchObject({ status: 'active' });
  } finally {
    await silent.close();
  }
});

test.each([
  [{ CHAINTILL_SMTP_URL: 'smtp://mail.example' }, 'needs a sender in CHAINTILL_MAIL_FROM'],
  [{ CHAINTILL_SMTP_URL: 'https://mail.example', CHAINTILL_MAIL_FROM: 'a@b.example' }, 'smtp:'],
  [{ CHAINTILL_MAIL_FROM: 'Shop' }, 'CHAINTILL_MAIL_FROM must be an address'],
  [{ CHAINTILL_MAIL_FROM: 'a@b.example, c@d.example' }, 'CHAINTILL_MAIL_FROM must be an address'],
  [{ CHAINTILL_MAIL_FROM: 'A\nBcc: c@d.example <a@b.example>' }, 'must be an address'],
])('the configuration %j is rejected with a reason', (environment, reason) => {
  expect(() => readConfig(environment)).toThrow(reason);
});

test.each(['pay@shop.example', 'Shop <pay@shop.example>', 'Größte Bühne & Co. <pay@shop.example>'])(
  '%s is a valid sender',
  (from) => {
    const config = readConfig({ CHAINTILL_SMTP_URL: 'smtp://x', CHAINTILL_MAIL_FROM: from });
    expect(config).toMatchObject({ smtpUrl: 'smtp://x', mailFrom: from });
  },
);

test("links in merchants' text are not clickable, and the link to the page is", async () => {
  const words =
    'Pay at https://evil.example/pay or evil.example, write me@evil.example. Node.js 2.0';
  const subscription = await newSubscription(world, merchant, {
    name: 'www.evil.example',
    payer_name: 'see http://evil.example',
    product_name: 'evil.example',
    product_description: words,
  });
  await world.settle();
  const mail = defined(mails.received.at(-1), 'a mail');
  expect(headersOf(mail)['subject']).toContain('evil.example: ');
  const { text, html } = partsOf(mail);
  for (const part of [text, html]) {
    const rest = part
      .replaceAll(subscription.hosted_page_url, '')
      .replace(/<style>.*<\/style>/, '');
    expect(rest).not.toMatch(/:\/\/[\p{L}\d]|\w\.example|@\w/u);
    expect(part.replaceAll('\u200B', '')).toContain(words);
    expect(part).toContain(subscription.hosted_page_url);
  }
});

test('one mailbox gets five first emails of a project in a day, however its address is written', async () => {
  const address = (n: number) => (n % 2 === 0 ? `flood+${n}@example.com` : 'FLOOD@example.com');
  const subscribe = (n: number) => newSubscription(world, merchant, { payer_email: address(n) });
  for (let n = 0; n < 5; n++) await subscribe(n);
  const before = await world.app.db.query('select 1 from subscriptions');
  await expect(subscribe(5)).rejects.toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
  expect(await world.app.db.query('select 1 from subscriptions')).toHaveLength(before.length);
  const other = await world.merchant();
  for (let n = 0; n < 5; n++) await newSubscription(world, other, { payer_email: address(n) });
  await world.settle();
  const got = mails.received.filter(({ to }) => to.some((each) => /^flood/i.test(each)));
  expect(got).toHaveLength(10);
  await world.advance(DAY + MINUTE);
  await subscribe(6);
});

test('the status of a subscription email is shown: retried, failed, sent', async () => {
  refuse('RCPT', '451 later');
  const { id } = await newSubscription(world, merchant);
  const shown = async () =>
    (
      await operatorReader(world)('subscriptions.show', {
        project: merchant.project.id,
        subscription_id: id,
      })
    ).mail;
  expect(await shown()).toMatchObject({ status: 'pending', attempts: 0, failure: null });
  await world.settle();
  const later = await shown();
  expect(later).toMatchObject({ status: 'pending', failure: expect.stringContaining('451') });
  expect(later?.next_attempt_at).not.toBeNull();
  refuse('RCPT', '550 no such mailbox');
  await world.advance(2 * MINUTE);
  expect(await shown()).toMatchObject({
    status: 'failed',
    attempts: 2,
    next_attempt_at: null,
    sent_at: null,
    failure: expect.stringContaining('550'),
  });
  accept();
  await sendAgain(id);
  expect(await shown()).toMatchObject({ status: 'pending', attempts: 0, failure: null });
  await world.settle();
  expect(await shown()).toMatchObject({ status: 'sent', attempts: 1, failure: null });
});

const sendAgain = (id: string, project = merchant.project.id) =>
  operatorReader(world)('subscriptions.resend', { project, subscription_id: id });

const mailsAbout = (id: string) =>
  world.app.db.query<{ purpose: string }>(
    'select purpose from mails where reference_id = $1 order by created_at, id',
    [id],
  );

test('a pending email is retried immediately on request, and no second one is stored', async () => {
  refuse('RCPT', '451 later');
  const { id } = await newSubscription(world, merchant);
  await world.settle();
  accept();
  await sendAgain(id);
  await world.settle();
  expect(await mailsAbout(id)).toEqual([{ purpose: 'period 0' }]);
  expect(
    await world.app.db.query('select status, attempts from mails where reference_id = $1', [id]),
  ).toEqual([{ status: 'sent', attempts: 2 }]);
});

test('an email is resent until a cap is reached, and the audit log has each request', async () => {
  const other = await world.merchant();
  const { id } = await newSubscription(world, other, { payer_email: 'again@example.com' });
  for (let n = 0; n < 4; n++) {
    await world.settle();
    await sendAgain(id, other.project.id);
  }
  await world.settle();
  const refused = { status: 429, code: 'rate_limit_exceeded' };
  await expect(sendAgain(id, other.project.id)).rejects.toMatchObject(refused);
  expect(await mailsAbout(id)).toHaveLength(5);
  expect(mails.received.filter(({ to }) => to.includes('again@example.com'))).toHaveLength(5);
  const { rows } = await operatorReader(world)('journal.list', { project: other.project.id });
  const lines = rows.filter(({ operation }) => operation === 'subscriptions.resend');
  expect(lines.map(({ result }) => result)).toEqual(['refused', ...Array(4).fill('done')]);
});

test('no email is resent to a customer who owes nothing', async () => {
  const { id } = await newSubscription(world, merchant);
  await merchant.api.subscriptions.cancel(id);
  const refused = { status: 422, code: 'invalid_status' };
  await expect(sendAgain(id)).rejects.toMatchObject(refused);
  await expect(sendAgain(merchant.project.id)).rejects.toMatchObject({ status: 404 });
});
