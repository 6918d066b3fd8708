// Guarantee of every email: whatever merchants, people and nodes enter, it has one recipient and our headers, its
// subject and texts have no control or bidirectional characters, its HTML has only our elements, and its links lead to
// this instance. The senders are found by reading the source.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailKind, type Transports } from '../../src/alerts/kinds/kinds.ts';
import { render } from '../../src/alerts/render.ts';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { NOTICES } from '../../src/contract/people/notices.ts';
import { defined } from '../../src/core/assert.ts';
import { locales } from '../../src/core/languages.ts';
import { smtpMailer } from '../../src/mails/mailer.ts';
import { queueMailToPerson } from '../../src/mails/to-people.ts';
import { invitationMail, noticeMail } from '../../src/people/people-mails.ts';
import { newSubscription } from '../subscriptions/support.ts';
import { hostileCorpus, obeyed } from '../support/hostile.ts';
import {
  headersOf,
  type MailServer,
  partsOf,
  type ReceivedMail,
  startMailServer,
} from '../support/mail-server.ts';
import { createWorld, type World } from '../support/world.ts';
import { codeOf, sources } from '../tidy/files.ts';

const FROM = 'Shop <pay@shop.example>';
let mails: MailServer;
let world: World;
beforeAll(async () => {
  mails = await startMailServer();
  world = await createWorld({ CHAINTILL_SMTP_URL: mails.url, CHAINTILL_MAIL_FROM: FROM });
});
beforeEach(() => {
  mails.received.length = 0;
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

test('every sender of emails is covered here', () => {
  const senders = sources('server/src').filter(({ text }) =>
    /(?<!function )\b(queueMail|queueMailToPerson|mailer)\(/.test(codeOf(text)),
  );
  expect(senders.map(({ path }) => path.replace('server/src/', ''))).toEqual([
    // Alerts; receipts, also repeated; the outbox; notices; invitations; reminders of donors; subscription periods.
    'alerts/kinds/kinds.ts',
    'checkouts/receipt-mail.ts',
    'checkouts/resend-receipt.ts',
    'mails/send.ts',
    'mails/to-people.ts',
    'operator/notify-people.ts',
    'operator/users/handlers.ts',
    'payment-links/reminders.ts',
    'subscriptions/request-payment.ts',
  ]);
});

/** Texts up to this length, which together contain the whole corpus. */
function textsOf(lengthMax: number): readonly string[] {
  const texts = [''];
  for (const text of hostileCorpus)
    if (`${texts.at(-1)} ${text}`.length > lengthMax) texts.push(text);
    else texts[texts.length - 1] += ` ${text}`;
  return texts;
}

const TEXTS = textsOf(200);
const textAt = (n: number) => defined(TEXTS[n % TEXTS.length], 'a text of the corpus');

test('emails to customers, in every language', async () => {
  for (const [n, mailLanguage] of locales.entries()) {
    const merchant = await world.merchant({ mailLanguage, merchantName: 'Shop' });
    await world.database.owner.query('update projects set name = $2 where id = $1', [
      merchant.project.id,
      textAt(n),
    ]);
    for (const part of [0, 1, 2, 3]) {
      const text = textAt(n + part * 3);
      await newSubscription(world, merchant, {
        name: text,
        payer_name: text,
        product_name: text,
        product_description: text,
        payer_email: `payer-${part}@${mailLanguage}.example`,
      });
    }
  }
  await world.settle();
  expect(mails.received).toHaveLength(locales.length * 4);
  for (const mail of mails.received) expectHarmless(mail);
});

test('receipts, in every language', async () => {
  for (const [n, language] of locales.entries()) {
    const merchant = await world.merchant();
    await world.database.owner.query('update projects set name = $2 where id = $1', [
      merchant.project.id,
      textAt(n),
    ]);
    for (const part of [0, 1, 2, 3]) {
      const text = textAt(n + part * 3);
      const { id } = await merchant.api.checkouts.create({
        price_amount: '10.00',
        price_currency: 'EUR',
        payer_email: `payer-${part}@${language}.example`,
        name: text,
        items: [{ name: text, amount: '10.00', tax_percent: '7' }],
        language,
      });
      const invoice = defined(await chooseCoin(world.app, id, { coin: 'LTC' }), 'an invoice');
      const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
      await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
    }
  }
  await world.mine('LTC', 12);
  await world.settle();
  expect(mails.received).toHaveLength(locales.length * 4);
  for (const mail of mails.received) expectHarmless(mail);
});

test('confirmations of reminders, in every language', async () => {
  for (const [n, language] of locales.entries()) {
    const merchant = await world.merchant();
    await world.database.owner.query('update projects set name = $2 where id = $1', [
      merchant.project.id,
      textAt(n),
    ]);
    const link = await merchant.api.paymentLinks.create({
      name: textAt(n + 1),
      description: textAt(n + 2),
      price_currency: 'EUR',
      donation: {},
      language,
    });
    const response = await fetch(link.url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        amount: '10',
        email: `donor@${language}.example`,
        reminder: 'month',
        donor_name: textAt(n + 3),
      }),
    });
    const location = response.headers.get('location') ?? '';
    const id = defined(/\/checkouts\/([0-9a-f-]{36})/.exec(location)?.[1], 'a checkout');
    const invoice = defined(await chooseCoin(world.app, id, { coin: 'LTC' }), 'an invoice');
    const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
    await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
  }
  await world.mine('LTC', 12);
  await world.settle();
  const confirmations = mails.received.filter((mail) => partsOf(mail).text.includes('/reminders/'));
  expect(confirmations).toHaveLength(locales.length);
  for (const mail of mails.received) expectHarmless(mail);
});

test('invitations and notices, in every language', async () => {
  const languages = ['en', 'de', 'fr', 'es', ...TEXTS.slice(0, 2)];
  const to = 'ada@shop.example';
  const expiresAt = new Date(world.clock.now());
  await world.app.db.transaction(async (tx) => {
    for (const language of languages)
      for (const name of TEXTS) {
        const link = `${world.url}/dashboard/welcome#token`;
        const counts = NOTICES.map((kind) => ({ kind, count: 1, isCapped: true }));
        const places = [
          { project: { id: merchantId, name }, counts },
          { project: null, counts },
        ];
        const { value: publicUrl } = tx.instance.publicUrl;
        const person = { name, email: to, language };
        await queueMailToPerson(tx, invitationMail({ ...person, link, expiresAt }));
        await queueMailToPerson(tx, noticeMail({ ...person, publicUrl, token: 'v1.a.b', places }));
      }
  });
  await world.settle();
  expect(mails.received).toHaveLength(languages.length * TEXTS.length * 2);
  for (const mail of mails.received) expectHarmless(mail);
});

const merchantId = '01900000-0000-7000-8000-000000000000';

test('alerts, in every language', async () => {
  const mailer = smtpMailer({ url: mails.url, from: FROM });
  const transports: Transports = { mailer, post: () => Promise.reject(new Error('no post')) };
  const since = new Date(world.clock.now()).toISOString();
  for (const language of ['en', 'de', 'fr', 'es'] as const)
    for (const subject of textsOf(60)) {
      const alert = { alert_id: merchantId, kind: 'node_excluded', subject, since } as const;
      const reported = [alert];
      const content = {
        raised: reported,
        repeated: reported,
        resolved: [{ ...alert, until: since }],
      };
      const message = render({ content, language, publicUrl: world.url });
      const sent = { id: merchantId, ...message, content, to: 'ops' };
      expect(
        await mailKind.send(sent as never, { to: 'ops@shop.example' }, transports),
      ).toMatchObject({
        isTaken: true,
      });
    }
  // The subject of an alert is a name of ours or of a node, which a mail client may turn into a link.
  for (const mail of mails.received) expectHarmless(mail, { mayLink: true });
});

const OUR_HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
];
/** Only in notifications, which are optional. */
const UNSUBSCRIBE_HEADERS = ['list-unsubscribe', 'list-unsubscribe-post'];
const OUR_ELEMENTS = /^(!doctype|html|head|meta|title|style|body|table|tr|td|p|br|a|h2|ul|li)$/;
/** An element, as a mail client parses it. */
const ELEMENT = /<\/?([a-z!][^\s>]*)/gi;
/** Emails contain the instance's address, which browsers know by its name. */
const OURS = /\bhttp:\/\/(127\.0\.0\.1|localhost):\d+/g;
const LINK = /\bhref="([^"]*)"/g;

function expectHarmless(mail: ReceivedMail, { mayLink = false } = {}): void {
  expect(mail.to).toHaveLength(1);
  const headers = headersOf(mail);
  const others = Object.keys(headers).filter((name) => !UNSUBSCRIBE_HEADERS.includes(name));
  expect(others.sort()).toEqual(OUR_HEADERS);
  const { text, html } = partsOf(mail);
  const subject = decoded(headers['subject'] ?? '');
  for (const part of [subject, text, html]) expect(part).not.toMatch(obeyed);
  expect(subject).not.toMatch(/[\r\n]/);
  const elements = [...html.matchAll(ELEMENT)].map(([, name = '']) => name.toLowerCase());
  expect(elements.filter((name) => !OUR_ELEMENTS.test(name))).toEqual([]);
  for (const [, link = ''] of html.matchAll(LINK)) expect(link).toMatch(OURS);
  if (mayLink) return;
  const isLink = /evil\.example|@evil|:\/\/[\p{L}\d]/u;
  for (const part of [text, html]) expect(part.replaceAll(OURS, '')).not.toMatch(isLink);
}

/** RFC 2047. */
function decoded(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, words: string) => {
      const bytes =
        kind.toLowerCase() === 'b'
          ? Buffer.from(words, 'base64')
          : Buffer.from(
              words
                .replaceAll('_', ' ')
                .replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
                  String.fromCharCode(Number.parseInt(hex, 16)),
                ),
              'latin1',
            );
      return bytes.toString('utf8');
    });
}
