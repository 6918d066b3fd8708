// Guarantees of emails about pending work: one email lists everything, nothing twice, nothing that the person can't
// read or didn't select, and at most one email in 15 minutes.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchTaskName } from '../../src/chains/chain.ts';
import { ALERT_KINDS } from '../../src/contract/alert-kinds.ts';
import { NOTICES, type Notice, PROJECT_NOTICES } from '../../src/contract/people/notices.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { raiseAlert } from '../../src/ledger/alerts.ts';
import { notifyPeople } from '../../src/operator/notify-people.ts';
import { ADMINISTRATIVE_NEEDS, PROJECT_NEEDS } from '../../src/operator/overview/contract.ts';
import type { Member } from '../../src/people/members.ts';
import { chooseNotices } from '../../src/people/notices.ts';
import { noticeMail } from '../../src/people/people-mails.ts';
import { createUser, type NewUser, setPreferences, setUser } from '../../src/people/users.ts';
import { publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit } from '../support/funds.ts';
import { headersOf, type MailServer, partsOf, startMailServer } from '../support/mail-server.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { personIn } from './support.ts';

let mails: MailServer;
let world: World;
let shop: Merchant;
let other: Merchant;
beforeAll(async () => {
  mails = await startMailServer();
  const from = { CHAINTILL_SMTP_URL: mails.url, CHAINTILL_MAIL_FROM: 'Till <till@shop.example>' };
  world = await createWorld(from, { people: true, coins: ['LTC'], sends: false });
  shop = await world.merchant();
  other = await world.merchant();
  await credit(world, shop, { EUR: '10000' });
  await publishPolicy(world, shop, { name: 'big', when: { amountAbove: '50' }, do: { hold: 1 } });
  // The new world raises an alert of its own (nobody holds the money, after two audits); it is resolved here.
  await world.advance(20 * MINUTE);
  await world.advance(20 * MINUTE);
  await world.app.db.query('update alerts set resolved_at = created_at');
});
beforeEach(async () => {
  await world.app.db.query(`update notices set kinds = '{}', due_at = null`);
  await world.advance(20 * MINUTE);
  mails.received.length = 0;
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

let people = 0;
async function createPerson(
  kinds: readonly Notice[],
  user: Partial<NewUser>,
  roles?: Member['roles'],
): Promise<{ id: string; email: string }> {
  people += 1;
  const email = `person-${people}@shop.example`;
  const member = roles && { projectId: shop.project.id, roles };
  const one = { name: `Person ${people}`, email, isEmailConfirmed: true, role: null, ...user };
  const { id } = await createUser(world.app, one, member);
  await chooseNotices(world.app, id, kinds);
  return { id, email };
}

const mailsTo = ({ email }: { email: string }) =>
  mails.received
    .filter(({ to }) => to.includes(email))
    .map((mail) => ({ ...partsOf(mail), text: partsOf(mail).text.replaceAll('\r\n', '\n') }));

async function unresolved(merchant: Merchant): Promise<void> {
  const invoice = await merchant.api.invoices.create({
    price_amount: '20',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  await world.pay({ invoice_id: invoice.id, amount: '1' });
  await world.mine('LTC', 10);
}

const raise = (subject: string) =>
  world.app.db.transaction((tx) =>
    raiseAlert(tx, { kind: 'deposit_reversed', subject, facts: {} }),
  );

test('one email lists several items by project, with links, and none twice', async () => {
  await unresolved(shop);
  await unresolved(shop);
  await unresolved(other);
  await requestWithdrawal(shop, '60');
  await raise('one');
  const owner = await createPerson(NOTICES, { role: 'owner' });
  await world.advance(16 * MINUTE);
  await world.advance(16 * MINUTE);
  const all = mailsTo(owner);
  const text = all.map((parts) => parts.text).join('\n');
  const at = (place: string) => `${world.url.replace('127.0.0.1', 'localhost')}/dashboard/${place}`;
  for (const [merchant, invoices] of [
    [shop, '2 invoices to review'],
    [other, '1 invoice to review'],
  ] as const)
    expect(text).toContain(`- ${invoices}\n  ${at(`projects/${merchant.project.id}/invoices`)}`);
  expect(text).toContain('- 1 payout to approve\n');
  expect(text).toMatch(/\n\nAll projects\n- \d open alerts?\n/);
  expect(text).toContain(`\n  ${at('alerts')}\n`);
  expect(text).not.toMatch(/EUR|LTC|amount/);
  expect(all).toHaveLength(1);
  expect(all[0]?.html).toContain('<a href=');
});

test('news right after an email is in the next one a quarter of an hour later', async () => {
  const owner = await createPerson(['alerts'], { role: 'auditor' });
  await raise('two');
  await world.advance(2 * MINUTE);
  const before = mailsTo(owner).length;
  await raise('three');
  await world.advance(7 * MINUTE);
  await raise('four');
  await world.advance(7 * MINUTE);
  expect(mailsTo(owner)).toHaveLength(before);
  await world.advance(2 * MINUTE);
  expect(mailsTo(owner)).toHaveLength(before + 1);
  expect(mailsTo(owner).at(-1)?.text).toContain('- 2 open alerts\n');
});

test('a low hot wallet and an unsynced network are reported once, and again after they recovered', async () => {
  const owner = await createPerson(['hot_wallets_low', 'chains_not_synced'], { role: 'owner' });
  await world.app.db.transaction((tx) =>
    raiseAlert(tx, { kind: 'hot_wallet_low_balance', subject: 'LTC', facts: {} }),
  );
  const fail = (failures: number) =>
    world.app.db.query('update schedules set failures = $1 where name = $2', [
      failures,
      watchTaskName('LTC'),
    ]);
  const report = async () => {
    world.clock.advance(20 * MINUTE);
    await notifyPeople(world.app);
    await world.settle();
  };
  await fail(1);
  await report();
  await report();
  await fail(0);
  await report();
  await fail(2);
  await report();
  const texts = mailsTo(owner).map(({ text }) => text);
  expect(texts).toHaveLength(2);
  expect(texts[0]).toMatch(/- 1 hot wallet running low\n {2}\S+\/dashboard\/wallets\n/);
  expect(texts[0]).toMatch(/- 1 network offline\n {2}\S+\/dashboard\/networks\n/);
  expect(texts[1]).not.toContain('wallet');
});

test('each kind on the home screen is mailed, or covered by another kind', () => {
  const reportedBy = {
    payout_pauses: 'alerts',
    quarantines: 'alerts',
    invoices_high_risk: 'invoices_unresolved',
  };
  // See decision 113.
  const onScreenOnly = ['alerts_unreported', 'corrections_for_approval', 'rates_stale'];
  expect([...NOTICES, ...Object.keys(reportedBy), ...onScreenOnly].sort()).toEqual(
    [...PROJECT_NEEDS, ...ADMINISTRATIVE_NEEDS].sort(),
  );
  for (const kind of Object.values(reportedBy)) expect(NOTICES).toContain(kind);
  expect(ALERT_KINDS).toEqual(expect.arrayContaining(['payouts_paused', 'quarantine']));
});

test('held and failed payouts are reported', async () => {
  await credit(world, other, { EUR: '1000' });
  await publishPolicy(world, other, { name: 'big', when: { amountAbove: '50' }, do: { hold: 0 } });
  const owner = await createPerson(['withdrawals_on_hold', 'withdrawals_failed'], {
    role: 'owner',
  });
  await requestWithdrawal(other, '60');
  const { id } = await requestWithdrawal(other, '7');
  const become = (status: string) =>
    world.database.owner.query('update coin_withdrawals set status = $2 where id = $1', [
      id,
      status,
    ]);
  await become('failed');
  await world.advance(2 * MINUTE);
  await become('pending');
  const [mail] = mailsTo(owner);
  expect(mail?.text).toContain('1 payout on hold');
  expect(mail?.text).toContain('1 failed payout');
});

test('a held channel payment is reported to readers of its project', async () => {
  const finance = await createPerson(['channel_payments_held'], {}, ['finance']);
  const channel = await shop.api.channels.create({
    name: 'held',
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
  });
  await world.pay({ address: channel.address, currency: 'LTC', amount: '1', risk_level: 'high' });
  await world.mine('LTC', 10);
  await world.advance(2 * MINUTE);
  expect(
    mailsTo(finance)
      .map(({ text }) => text)
      .join(''),
  ).toMatch(
    new RegExp(`- 1 channel payment on hold\\n {2}\\S+/projects/${shop.project.id}/channels\\n`),
  );
});

test('concurrent processes notify a person once', async () => {
  const owner = await createPerson(['alerts'], { role: 'owner' });
  await raise('five');
  await Promise.all([notifyPeople(world.app), notifyPeople(world.app), notifyPeople(world.app)]);
  await world.settle();
  expect(mailsTo(owner)).toHaveLength(1);
});

test('a failure for one person delays no other, and is retried', async () => {
  const two = [
    await createPerson(['alerts'], { role: 'owner' }),
    await createPerson(['alerts'], { role: 'owner' }),
  ];
  await raise('six');
  const { app } = world;
  let transactions = 0;
  const transaction: typeof app.db.transaction = (work) => {
    transactions += 1;
    return transactions === 1 ? Promise.reject(new Error('his row')) : app.db.transaction(work);
  };
  await notifyPeople({ ...app, db: { ...app.db, transaction } });
  await world.settle();
  expect(two.flatMap(mailsTo)).toHaveLength(1);
  await world.advance(16 * MINUTE);
  expect(two.map((person) => mailsTo(person).length)).toEqual([1, 1]);
});

test("a project member gets only that project's news, in their language", async () => {
  const support = await createPerson(NOTICES, {}, ['support']);
  const looks = { number_format: null, time_zone: null, theme: null };
  await setPreferences(world.app.db, support.id, { ...looks, language: 'de-AT' });
  const unknown = await createPerson(NOTICES, {});
  await unresolved(shop);
  await unresolved(other);
  await raise('six');
  await world.advance(16 * MINUTE);
  await world.advance(16 * MINUTE);
  const texts = mailsTo(support).map(({ text }) => text);
  expect(texts.join('')).toMatch(/zu prüfende Zahlungsanforderung/);
  expect(texts.join('')).toContain(shop.project.id);
  expect(texts.join('')).not.toContain(other.project.id);
  expect(texts.join('')).not.toContain('Alarm');
  expect(headersOf(defined(mails.received[0], 'a mail'))['subject']).toMatch(/Vorg(ang|=C3=A4nge)/);
  expect(mailsTo(unknown)).toEqual([]);
});

test('deactivated people, and those without address or selection, get none', async () => {
  const out = await createPerson(['alerts'], { role: 'auditor' });
  await setUser(world.app, out.id, { isDisabled: true });
  await createPerson(['alerts'], { role: 'auditor', email: null });
  await createPerson([], { role: 'auditor' });
  const off = await createPerson(['alerts'], { role: 'auditor' });
  await chooseNotices(world.app, off.id, []);
  const invoices = await createPerson(['invoices_unresolved'], { role: 'auditor' });
  await world.advance(2 * MINUTE);
  mails.received.length = 0;
  await raise('seven');
  await world.advance(20 * MINUTE);
  expect(mails.received).toEqual([]);
  await setUser(world.app, out.id, { isDisabled: false });
  await chooseNotices(world.app, off.id, ['alerts']);
  await world.advance(2 * MINUTE);
  expect([out, off, invoices].map((one) => mailsTo(one).length)).toEqual([1, 1, 0]);
});

test('returning items are reported again; more than a hundred are summarized once', async () => {
  const owner = await createPerson(['alerts'], { role: 'owner' });
  for (let n = 0; n < 110; n++) await raise(`many ${n}`);
  await world.advance(2 * MINUTE);
  expect(mailsTo(owner).map(({ text }) => /- (.*) open alerts/.exec(text)?.[1])).toEqual([
    '100 or more',
  ]);
  const newest = `select id from alerts where resolved_at is null order by id desc limit 60`;
  await world.app.db.query(
    `update alerts set acknowledged_at = $1, acknowledged_by = 'Ada', note = 'seen' where id in (${newest})`,
    [new Date(world.clock.now())],
  );
  await world.advance(20 * MINUTE);
  expect(mailsTo(owner)).toHaveLength(1);
  await world.app.db.query(
    `update alerts set acknowledged_at = null, acknowledged_by = null, note = null where acknowledged_by = 'Ada'`,
  );
  await world.advance(20 * MINUTE);
  expect(mailsTo(owner)).toHaveLength(2);
});

test('people choose in their account among what they can read', async () => {
  const roles = ['viewer'] as const;
  const viewer = await personIn(world, { name: 'Vera' }, { projectId: shop.project.id, roles });
  const answer = await viewer.request('/me/notices');
  expect(answer.body.data).toEqual({
    email: null,
    is_mail_set_up: true,
    offered: PROJECT_NOTICES.filter((kind) => kind !== 'proposals_open'),
    chosen: [],
  });
  const refused = await viewer.post('/me/notices', { kinds: ['alerts'] });
  expect(refused.status).toBe(422);
  const kinds = ['invoices_unresolved', 'deposits_unmatched'];
  expect((await viewer.post('/me/notices', { kinds })).status).toBe(200);
  const chosen = async () => (await viewer.request('/me/notices')).body.data.chosen;
  expect(await chosen()).toEqual(kinds.toReversed());
  expect((await viewer.post('/me/notices', { kinds: [] })).status).toBe(200);
  expect(await chosen()).toEqual([]);
});

test.each(['de', 'fr-CA', 'es', 'en', 'xx', null])(
  'in the language %s it says the same',
  (language) => {
    const project = { id: 'p1', name: '<b>Corner\nshop</b>' };
    const counts = PROJECT_NOTICES.map((kind, n) => ({ kind, count: n + 1, isCapped: n === 2 }));
    const { text, html } = noticeMail({
      name: 'Ada\nBcc: x',
      email: 'a@b.example',
      language,
      publicUrl: 'https://till.example',
      token: 'v1.a.b',
      places: [
        { project, counts },
        { project: null, counts: [{ kind: 'deposits_unmatched', count: 1, isCapped: false }] },
      ],
    });
    for (const place of ['inbox', 'withdrawals', 'invoices', 'callbacks?status=failed'])
      expect(text).toContain(`\n  https://till.example/dashboard/projects/p1/${place}\n`);
    expect(text).toContain('Ada Bcc: x');
    expect(text).toContain('<b>Corner shop</b>\n- 1 ');
    expect(html).toContain('&lt;b&gt;Corner shop&lt;/b&gt;');
    expect(text).toContain('https://till.example/dashboard/account\n');
    expect(text).toContain('https://till.example/unsubscribe?token=v1.a.b&locale=');
  },
);
