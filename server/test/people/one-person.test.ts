// Guarantee: approvals take two people. Accounts whose sign-in link a person saw count as that person, an address
// identifies no one before an email to it was opened, and committing a quote counts as requesting it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUserOfProvider, findUsersByLogin } from '../../src/people/users.ts';
import { operatorReader } from '../operator/support.ts';
import { BTC_ADDRESS, publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Answer, type Browser, browserOf, mailedToken, personIn } from './support.ts';

let mails: MailServer;
let world: World;
let merchant: Merchant;
let owner: Browser;
beforeAll(async () => {
  mails = await startMailServer();
  const from = { CHAINTILL_SMTP_URL: mails.url, CHAINTILL_MAIL_FROM: 'till@shop.example' };
  world = await createWorld(from, { people: true, coins: ['BTC'] });
  await fillWallet(world, 'BTC', ['1', '1', '1']);
  merchant = await world.merchant();
  await credit(world, merchant, { EUR: '5000' });
  await publishPolicy(world, merchant, {
    name: 'big',
    when: { amountAbove: '1' },
    do: { hold: 2 },
  });
  owner = await personIn(world, { name: 'the owner', role: 'owner' });
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

const project = () => ({ project: merchant.project.id });
const codeOf = (answer: Answer) => answer.body.error?.code;
const approve = (browser: Browser, withdrawal_id: string) =>
  browser.post('/operations/withdrawals.approve', { withdrawal_id });
const member = (name: string, ...roles: ('admin' | 'approver' | 'finance' | 'viewer')[]) =>
  personIn(world, { name }, { projectId: merchant.project.id, roles });

interface Invited {
  readonly id: string;
  readonly link: string | null;
}

async function invite(
  by: Browser,
  name: string,
  roles: string[],
  email?: string,
): Promise<Invited> {
  const invited = { ...project(), name, roles, ...(email !== undefined && { email }) };
  const { status, body } = await by.post('/operations/members.invite', invited);
  expect(status, JSON.stringify(body)).toBe(200);
  return { id: body.data.user_id, link: body.data.link };
}

async function open(userId: string, link: string | null): Promise<Browser> {
  const browser = browserOf(world, userId);
  const answer = await browser.post('/session/link', { token: link?.split('#')[1] });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return browser;
}

/** Invited by email, and signed in with the link in it. */
async function letIn(name: string, ...roles: string[]): Promise<Browser> {
  const { id, link } = await invite(owner, name, roles, `${name.toLowerCase()}@shop.example`);
  expect(link, 'nobody sees a link that is mailed').toBeNull();
  return open(id, `#${await mailedToken(world, mails, name)}`);
}

async function requestAs(browser: Browser, isCommitted = true): Promise<string> {
  const made = await browser.request(`/projects/${merchant.project.id}/coin_withdrawals`, {
    method: 'POST',
    body: {
      address: BTC_ADDRESS,
      charged_currency: 'EUR',
      received_currency: 'BTC',
      charged_amount_to_send: '100',
      force_commit: isCommitted,
    },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.data.id;
}

const commitAs = (browser: Browser, id: string) =>
  browser.request(`/projects/${merchant.project.id}/coin_withdrawals/${id}/commit`, {
    method: 'POST',
    headers: { 'idempotency-key': crypto.randomUUID() },
  });

const openLinks = (userId: string) =>
  world.app.db.query('select 1 from sign_in_links where user_id = $1 and used_at is null', [
    userId,
  ]);

test('an admin gets no link for a member invited by another, and a request for one voids none', async () => {
  const eve = await member('Eve', 'admin', 'approver');
  const mia = await invite(owner, 'Mia', ['viewer']);
  const refused = await eve.post('/operations/members.sign-in-link', {
    ...project(),
    user_id: mia.id,
  });
  expect(codeOf(refused)).toBe('owner_required');
  expect(await openLinks(mia.id)).toHaveLength(1);
  const ofOwner = { ...project(), user_id: owner.userId };
  expect(codeOf(await eve.post('/operations/members.sign-in-link', ofOwner))).toBe('not_found');
});

test('a role change of a person who has not signed in voids their link', async () => {
  const eve = await member('Erin', 'admin');
  const ida = await invite(owner, 'Ida', ['viewer']);
  const change = { ...project(), user_id: ida.id, roles: ['finance'] };
  expect((await eve.post('/operations/members.set', change)).status).toBe(200);
  expect(await openLinks(ida.id)).toHaveLength(0);
  const jim = (await owner.post('/operations/users.invite', { name: 'Jim' })).body.data;
  const added = { ...project(), user_id: jim.user_id, roles: ['viewer'] };
  await owner.post('/operations/members.add', added);
  expect(await openLinks(jim.user_id)).toHaveLength(0);
  const kim = (await owner.post('/operations/users.invite', { name: 'Kim' })).body.data;
  await owner.post('/operations/users.set-role', { user_id: kim.user_id, role: 'operator' });
  expect(await openLinks(kim.user_id)).toHaveLength(0);
  // A person with an active session keeps the link that replaces a lost security key.
  const leo = await letIn('Leo', 'viewer');
  await owner.post('/operations/users.sign-in-link', { user_id: leo.userId });
  await owner.post('/operations/members.set', {
    ...project(),
    user_id: leo.userId,
    roles: ['finance'],
  });
  expect(await openLinks(leo.userId)).toHaveLength(1);
});

test('a person who saw the link and its user approve nothing of each other', async () => {
  const { id, link } = await invite(owner, 'Nick', ['finance', 'approver']);
  const nick = await open(id, link);
  expect(codeOf(await approve(owner, await requestAs(nick)))).toBe('self_approval_forbidden');
  expect(codeOf(await approve(nick, await requestAs(owner)))).toBe('self_approval_forbidden');
});

test('two people whose links one person saw are one: to request and approve, and to approve twice', async () => {
  const seen = [
    await invite(owner, 'Olga', ['finance', 'approver']),
    await invite(owner, 'Paul', ['approver']),
  ];
  const [olga, paul] = await Promise.all(seen.map(({ id, link }) => open(id, link)));
  if (olga === undefined || paul === undefined) throw new Error('two people');
  expect(codeOf(await approve(paul, await requestAs(olga)))).toBe('self_approval_forbidden');
  const { id } = await requestWithdrawal(merchant, '100');
  expect((await approve(olga, id)).body.data).toMatchObject({ given: 1, needed: 2 });
  expect(codeOf(await approve(paul, id))).toBe('already_approved');
  expect(codeOf(await approve(owner, id))).toBe('already_approved');
});

test("a person who saw an admin's link counts as those whose links the admin saw", async () => {
  const invited = await invite(owner, 'Rita', ['admin']);
  const rita = await open(invited.id, invited.link);
  const sam = await invite(rita, 'Sam', ['finance']);
  const asSam = await open(sam.id, sam.link);
  expect(codeOf(await approve(owner, await requestAs(asSam)))).toBe('self_approval_forbidden');
});

test('a link that ended unused links no people, and neither does an emailed or printed one', async () => {
  const { id } = await invite(owner, 'Tom', ['finance', 'approver']);
  const printed = await operatorReader(world)('users.sign-in-link', { user_id: id });
  const [tom, una] = [await open(id, printed.link), await letIn('Una', 'approver')];
  const own = await requestAs(tom);
  expect((await approve(owner, own)).body.data).toMatchObject({ given: 1, needed: 2 });
  expect((await approve(una, own)).body.data).toMatchObject({ given: 2 });
});

test("committing another person's quote is requesting it, for its creator too", async () => {
  const [wes, xia] = [
    await letIn('Wes', 'finance', 'approver'),
    await letIn('Xia', 'finance', 'approver'),
  ];
  const id = await requestAs(wes, false);
  expect((await commitAs(xia, id)).body.data.status).toBe('on_hold');
  expect(codeOf(await approve(xia, id))).toBe('self_approval_forbidden');
  expect(codeOf(await approve(wes, id))).toBe('self_approval_forbidden');
  expect((await approve(owner, id)).body.data).toMatchObject({ given: 1 });
});

const confirmedAt = async (userId: string) => {
  const [row] = await world.app.db.query<{ at: Date | null }>(
    'select email_confirmed_at as at from users where id = $1',
    [userId],
  );
  return row?.at ?? null;
};

test('an address identifies no one before an email to it was opened, and stays usable', async () => {
  const email = 'zoe@shop.example';
  const other = await world.merchant();
  const roles = ['admin'] as const;
  const edith = await personIn(world, { name: 'Edith' }, { projectId: other.project.id, roles });
  const elsewhere = { project: other.project.id, name: 'Zoe', roles: ['viewer'], email };
  const first = (await edith.post('/operations/members.invite', elsewhere)).body.data;
  expect(first).toMatchObject({ mailed: true, link: null });
  expect(await confirmedAt(first.user_id)).toBeNull();
  await world.settle();
  const zoe = await letIn('Zoe', 'viewer');
  expect(await confirmedAt(zoe.userId)).not.toBeNull();
  const [found] = await findUsersByLogin(world.app.db, email);
  expect(found?.id).toBe(zoe.userId);
  const sso = { email, subject: 'https://id.example zoe' };
  expect((await findUserOfProvider(world.app.db, sso))?.id).toBe(zoe.userId);
  // An older link to the same address signs in its own account, and does not confirm the address again.
  const again = await operatorReader(world)('members.sign-in-link', {
    project: other.project.id,
    user_id: first.user_id,
  });
  await open(first.user_id, again.link);
  expect(await confirmedAt(first.user_id)).toBeNull();
  const taken = { name: 'Another', email, role: 'auditor' };
  expect(codeOf(await owner.post('/operations/users.invite', taken))).toBe('invalid');
});

test('single sign-on finds no one by an address whose shown link was opened', async () => {
  const printed = await operatorReader(world)('users.invite', {
    name: 'Yan',
    email: 'yan@shop.example',
  });
  await world.settle();
  const yan = await open(printed.user_id, printed.link);
  const sso = { email: 'yan@shop.example', subject: 'https://id.example yan' };
  expect(await findUserOfProvider(world.app.db, sso)).toBeNull();
  await owner.post('/operations/users.sign-in-link', { user_id: yan.userId });
  await open(yan.userId, `#${await mailedToken(world, mails, 'Yan')}`);
  expect((await findUserOfProvider(world.app.db, sso))?.id).toBe(yan.userId);
});

test("an admin learns nothing about other projects' people, and several can share a name", async () => {
  const other = await world.merchant();
  const roles = ['admin'] as const;
  const fay = await personIn(world, { name: 'Fay' }, { projectId: other.project.id, roles });
  const invited = { project: other.project.id, name: 'Gail', roles: ['viewer'] };
  const first = await letIn('Gail', 'viewer');
  await first.post('/me/password', { password: 'seventeen green herons' });
  const { status, body } = await fay.post('/operations/members.invite', invited);
  expect({ status, link: typeof body.data?.link }).toEqual({ status: 200, link: 'string' });
  const second = await open(body.data.user_id, body.data.link);
  await second.post('/me/password', { password: 'eighteen blue herons' });
  expect(codeOf(await fay.post('/operations/members.invite', invited))).toBe('invalid');
  for (const [password, gail] of [
    ['seventeen green herons', first],
    ['eighteen blue herons', second],
  ] as const) {
    const browser = browserOf(world);
    await browser.post('/session/password', { email: 'gail', password });
    expect((await browser.request('/me')).body.data?.user.id).toBe(gail.userId);
  }
});
