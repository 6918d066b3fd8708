// Guarantees of the link that ends notification emails: one request without a sign-in, for this person only, and never
// by merely opening it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { raiseAlert } from '../../src/ledger/alerts.ts';
import { notifyPeople } from '../../src/operator/notify-people.ts';
import { chooseNotices, chosenNotices } from '../../src/people/notices.ts';
import { createUser } from '../../src/people/users.ts';
import { personIn } from '../people/support.ts';
import { headersOf, type MailServer, partsOf, startMailServer } from '../support/mail-server.ts';
import { createWorld, type World } from '../support/world.ts';

let mails: MailServer;
let world: World;
beforeAll(async () => {
  mails = await startMailServer();
  world = await createWorld(
    { CHAINTILL_SMTP_URL: mails.url, CHAINTILL_MAIL_FROM: 'Till <till@shop.example>' },
    { people: true, coins: ['LTC'], sends: false },
  );
});
beforeEach(() => {
  mails.received.length = 0;
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

let people = 0;
async function notifiedPerson() {
  people += 1;
  const email = `person-${people}@shop.example`;
  const user = { name: `Person ${people}`, email, isEmailConfirmed: true, role: 'owner' as const };
  const { id } = await createUser(world.app, user);
  await chooseNotices(world.app, id, ['alerts']);
  return { id, email };
}

async function newAlert(subject: string): Promise<void> {
  await world.app.db.transaction((tx) =>
    raiseAlert(tx, { kind: 'deposit_reversed', subject, facts: {} }),
  );
  await world.advance(20 * MINUTE);
  await notifyPeople(world.app);
  await world.settle();
}

async function mailTo(email: string) {
  const mail = defined(
    mails.received.findLast(({ to }) => to.includes(email)),
    'a mail',
  );
  const { 'list-unsubscribe': header = '', 'list-unsubscribe-post': post } = headersOf(mail);
  return { ...partsOf(mail), link: /^<(.*)>$/.exec(header)?.[1] ?? '', post };
}

/** As a mail program does (RFC 8058, section 3.2): no cookies, and any origin. */
const postTo = (link: string) =>
  fetch(link, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://mail.example',
    },
    body: 'List-Unsubscribe=One-Click',
  });

test('one request of a mail program ends the notifications of its person, and of nobody else', async () => {
  const [ada, bob] = [await notifiedPerson(), await notifiedPerson()];
  await newAlert('LTC');
  const { link, post, text, html } = await mailTo(ada.email);
  expect(post).toBe('List-Unsubscribe=One-Click');
  expect(link).toMatch(/^http:\/\/localhost:\d+\/unsubscribe\?token=v1\./);
  expect(text).toContain(link);
  expect(html).toContain(link.replaceAll('&', '&amp;'));

  const answer = await postTo(link);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Notification emails stopped');
  expect(await chosenNotices(world.app.db, ada.id)).toEqual([]);
  expect(await chosenNotices(world.app.db, bob.id)).toEqual(['alerts']);
  expect((await postTo(link)).status).toBe(200);

  mails.received.length = 0;
  await newAlert('BTC');
  expect(mails.received.map(({ to }) => to)).toEqual([[bob.email]]);
  // The person can choose again.
  await chooseNotices(world.app, ada.id, ['alerts']);
  await newAlert('ETH');
  expect(mails.received.some(({ to }) => to.includes(ada.email))).toBe(true);
});

test('opening the link changes nothing: mail servers open links to check them', async () => {
  const { id, email } = await notifiedPerson();
  await newAlert('XRP');
  const { link } = await mailTo(email);
  for (const method of ['GET', 'HEAD']) expect((await fetch(link, { method })).status).toBe(200);
  const page = await fetch(link);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const body = await page.text();
  expect(body).toContain('Stop notification emails?');
  expect(body).toMatch(/<form class="links" method="post" action="\?token=/);
  expect(body).not.toContain(email);
  expect(await chosenNotices(world.app.db, id)).toEqual(['alerts']);
});

test.each(['', 'x', 'v1.a.b', 'v1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
  'the token %j is nobody: 404, and nothing changes',
  async (token) => {
    const { id } = await notifiedPerson();
    const url = `${world.url}/unsubscribe?${new URLSearchParams({ token })}`;
    expect((await fetch(url)).status).toBe(404);
    expect((await postTo(url)).status).toBe(404);
    expect(await chosenNotices(world.app.db, id)).toEqual(['alerts']);
  },
);

test('what is sealed for another purpose is no token', async () => {
  const { id } = await notifiedPerson();
  const token = world.app.secrets.seal(id, 'another');
  expect((await postTo(`${world.url}/unsubscribe?token=${token}`)).status).toBe(404);
  expect(await chosenNotices(world.app.db, id)).toEqual(['alerts']);
});

test('emails about access cannot be unsubscribed from', async () => {
  const owner = await personIn(world, { name: 'Ada', role: 'owner' });
  const invited = { name: 'Eve', email: 'eve@shop.example', role: 'auditor' };
  expect((await owner.post('/operations/users.invite', invited)).status).toBe(200);
  await world.settle();
  const { link } = await mailTo('eve@shop.example');
  expect(link).toBe('');
});
