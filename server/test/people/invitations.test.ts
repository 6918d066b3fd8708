// Guarantees of email invitations: the mail has the sign-in link in both parts, the link is not readable in the
// database, and it signs the person in.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { invitationMail } from '../../src/people/people-mails.ts';
import { type MailServer, partsOf, startMailServer } from '../support/mail-server.ts';
import { createWorld, type World } from '../support/world.ts';
import { browserOf, personIn } from './support.ts';

let mails: MailServer;
let world: World;
beforeAll(async () => {
  mails = await startMailServer();
  const from = { CHAINTILL_SMTP_URL: mails.url, CHAINTILL_MAIL_FROM: 'Till <till@shop.example>' };
  world = await createWorld(from, { people: true, coins: [] });
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

const stored = () =>
  world.database.owner.query<{ text: string; status: string }>(
    'select m::text as text, status from people_mails m order by id',
  );

test('an invited person gets the link by email, which is sealed until then and deleted afterwards', async () => {
  const owner = await personIn(world, { name: 'Ada', role: 'owner' });
  const invited = { name: '<b>Bea</b>', email: 'Bea@shop.example', role: 'auditor' };
  const { data } = (await owner.post('/operations/users.invite', invited)).body;
  expect(data).toMatchObject({ mailed: true, link: null });
  const before = (await stored())[0]?.text;
  await world.settle();
  const mail = defined(mails.received[0], 'a mail');
  expect(mail).toMatchObject({ from: 'till@shop.example', to: ['bea@shop.example'] });
  const { text, html } = partsOf(mail);
  const [link = '', token = ''] = /http\S+#(\S+)/.exec(text) ?? [];
  expect(before).not.toContain(defined(token, 'a token'));
  expect(html).toContain(`href="${link}"`);
  expect(html).toContain('&lt;b&gt;Bea&lt;/b&gt;');
  expect(await stored()).toMatchObject([{ status: 'sent' }]);
  const bea = browserOf(world);
  expect((await bea.post('/session/link', { token })).status).toBe(200);
  expect((await bea.request('/me')).body.data.user.email).toBe('bea@shop.example');
});

test('without an address there is no email, and a failing mail server is retried', async () => {
  const owner = await personIn(world, { name: 'Carl', role: 'owner' });
  const without = await owner.post('/operations/users.invite', { name: 'Dan' });
  expect(without.body.data.mailed).toBe(false);
  mails.answer('RCPT', '451 later');
  await owner.post('/operations/users.invite', { name: 'Eva', email: 'eva@shop.example' });
  const before = mails.received.length;
  await world.settle();
  expect((await stored()).at(-1)).toMatchObject({ status: 'pending' });
  mails.answer('RCPT', null);
  await world.advance(61_000);
  expect((await stored()).at(-1)).toMatchObject({ status: 'sent' });
  expect(mails.received).toHaveLength(before + 1);
});

test('another link ends the one before, which perhaps went to a wrong address', async () => {
  const owner = await personIn(world, { name: 'Finn', role: 'owner' });
  const first = await owner.post('/operations/users.invite', { name: 'Gil', role: 'auditor' });
  const { user_id, link } = first.body.data;
  const second = (await owner.post('/operations/users.sign-in-link', { user_id })).body.data.link;
  const opened = (url: string) =>
    browserOf(world).post('/session/link', { token: defined(url.split('#')[1], 'a token') });
  expect((await opened(link)).body.error.code).toBe('link_expired');
  expect((await opened(second)).status).toBe(200);
});

test("without a chosen language the email uses the inviter's", async () => {
  const owner = await personIn(world, { name: 'Heidi', role: 'owner' });
  await owner.post('/me', { language: 'de' });
  await owner.post('/operations/users.invite', { name: 'Ivo', email: 'ivo@shop.example' });
  await world.settle();
  const { text } = partsOf(defined(mails.received.at(-1), 'a mail'));
  expect(text).toContain('Guten Tag Ivo,');
});

test.each(['de', 'fr-CA', 'es', 'en', 'xx', null])(
  'in the language %s it says the same',
  (language) => {
    const link = 'https://till.example/dashboard/welcome#token';
    const expiresAt = new Date('2026-12-01T10:00:00Z');
    const { text, html } = invitationMail({
      name: 'Ada\nBcc: x',
      email: 'a@b.example',
      language,
      link,
      expiresAt,
    });
    expect(text).toContain(`\n${link}\n\n`);
    expect(text).toMatch(/2026.*UTC/);
    expect(text).toContain('Ada Bcc: x');
    expect(html).toContain('till.example');
  },
);

test('a mailbox gets five invitations per day, and a rejected one leaves the last link valid', async () => {
  const owner = await personIn(world, { name: 'Jana', role: 'owner' });
  const email = 'jo@shop.example';
  const { data } = (await owner.post('/operations/users.invite', { name: 'Jo', email })).body;
  const again = () => owner.post('/operations/users.sign-in-link', { user_id: data.user_id });
  for (let n = 1; n < 5; n++) expect((await again()).status).toBe(200);
  const open = () =>
    world.app.db.query(
      'select token_hash from sign_in_links where user_id = $1 and used_at is null',
      [data.user_id],
    );
  const before = await open();
  const refused = await again();
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
  expect(await open()).toEqual(before);
  const alias = { name: 'Jo again', email: 'JO+1@shop.example' };
  expect((await owner.post('/operations/users.invite', alias)).status).toBe(429);
});

test('an invitation that could not be delivered is shown with its person', async () => {
  const owner = await personIn(world, { name: 'Kai', role: 'owner' });
  mails.answer('RCPT', '550 no such mailbox');
  const lost = { name: 'Lost', email: 'lost@shop.example' };
  const { data } = (await owner.post('/operations/users.invite', lost)).body;
  const mail = async () => {
    const rows = (await owner.request('/operations/users.list')).body.data;
    return rows.find(({ id }: { id: string }) => id === data.user_id).invitation_mail;
  };
  expect(await mail()).toBe('pending');
  await world.settle();
  expect(await mail()).toBe('failed');
  mails.answer('RCPT', null);
  await owner.post('/operations/users.sign-in-link', { user_id: data.user_id });
  await world.settle();
  expect(await mail()).toBe('sent');
});
