// Guarantee: a person who invites people into a project gains no second vote. They can't make anyone an approver, can't
// approve requests of people they invited, and can't remove the rule.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../src/projects/api-keys.ts';
import { BTC_ADDRESS, publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Browser, browserOf, mailedToken, personIn } from './support.ts';

let mails: MailServer;
let world: World;
let merchant: Merchant;
let owner: Browser;
let eve: Browser;
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
    do: { hold: 1 },
  });
  owner = await personIn(world, { name: 'the owner', role: 'owner' });
  eve = await letIn(owner, 'Eve', ['admin', 'approver']);
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

const project = () => ({ project: merchant.project.id });
const codeOf = (answer: Awaited<ReturnType<Browser['post']>>) => answer.body.error?.code;
const approve = (browser: Browser, withdrawal_id: string) =>
  browser.post('/operations/withdrawals.approve', { withdrawal_id });

/** The owner's invitations are emailed, so that the owner never sees the link. */
async function letIn(by: Browser, name: string, roles: readonly string[]): Promise<Browser> {
  const address = by === owner ? { email: `${name}@shop.example` } : {};
  const invited = { ...project(), ...address, name, roles };
  const { status, body } = await by.post('/operations/members.invite', invited);
  expect(status, JSON.stringify(body)).toBe(200);
  const browser = browserOf(world, body.data.user_id);
  const token = body.data.link?.split('#')[1] ?? (await mailedToken(world, mails, name));
  expect((await browser.post('/session/link', { token })).status).toBe(200);
  return browser;
}

async function requestAs(browser: Browser): Promise<string> {
  const made = await browser.request(`/projects/${merchant.project.id}/coin_withdrawals`, {
    method: 'POST',
    body: {
      address: BTC_ADDRESS,
      charged_currency: 'EUR',
      received_currency: 'BTC',
      charged_amount_to_send: '100',
      force_commit: true,
    },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(made.body.data?.status, JSON.stringify(made.body)).toBe('on_hold');
  return made.body.data.id;
}

test("a project's admin creates no approver; an owner does", async () => {
  const invite = { ...project(), name: 'Mallory', roles: ['viewer', 'approver'] };
  expect(codeOf(await eve.post('/operations/members.invite', invite))).toBe('owner_required');
  const bob = await letIn(eve, 'Bob', ['viewer']);
  const set = (by: Browser, ...roles: string[]) =>
    by.post('/operations/members.set', { ...project(), user_id: bob.userId, roles });
  expect(codeOf(await set(eve, 'approver'))).toBe('owner_required');
  expect((await set(owner, 'approver')).status).toBe(200);
  // The admin may still change an approver's other roles, and remove the approver role.
  expect((await set(eve, 'approver', 'support')).status).toBe(200);
  expect((await set(eve, 'support')).status).toBe(200);
  expect(codeOf(await set(eve, 'approver', 'support'))).toBe('owner_required');
});

test("a project's admin creates another link for a person they invited, until the first sign-in", async () => {
  const link = (by: Browser, user_id: string) =>
    by.post('/operations/members.sign-in-link', { ...project(), user_id });
  const invite = async (by: Browser, name: string, ...roles: string[]) =>
    (await by.post('/operations/members.invite', { ...project(), name, roles })).body.data;
  const invited = await invite(eve, 'Olga', 'viewer');
  const again = await link(eve, invited.user_id);
  expect(again.status, JSON.stringify(again.body)).toBe(200);
  const olga = browserOf(world, invited.user_id);
  const enter = (of: { link: string }) =>
    olga.post('/session/link', { token: of.link.split('#')[1] });
  expect(codeOf(await enter(invited)), 'the link before it').toBe('link_expired');
  const members = await eve.request(`/operations/members.list?project=${merchant.project.id}`);
  expect(members.body.data).toContainEqual(
    expect.objectContaining({ name: 'Olga', first_signed_in_at: null }),
  );
  expect((await enter(again.body.data)).status).toBe(200);
  expect(codeOf(await link(eve, invited.user_id)), 'she came in').toBe('owner_required');
  const approver = await invite(owner, 'Pia', 'viewer', 'approver');
  expect(codeOf(await link(eve, approver.user_id)), 'who approves').toBe('owner_required');
  const operator = await owner.post('/operations/users.invite', { name: 'Rob', role: 'operator' });
  const { user_id } = operator.body.data;
  expect(codeOf(await link(eve, user_id)), 'no member').toBe('not_found');
  await owner.post('/operations/members.add', { ...project(), user_id, roles: ['viewer'] });
  expect(codeOf(await link(eve, user_id)), 'a role elsewhere').toBe('owner_required');
  expect((await link(owner, approver.user_id)).status).toBe(200);
});

test('nor does a token with all their permissions', async () => {
  const made = await eve.post('/me/tokens', { name: 'all', permissions: ['team', 'rules'] });
  const headers = { authorization: `Bearer ${made.body.data.token}` };
  const invite = { ...project(), name: 'Mallet', roles: ['approver'] };
  const requested = { method: 'POST', body: invite, headers };
  expect(codeOf(await browserOf(world).request('/operations/members.invite', requested))).toBe(
    'owner_required',
  );
});

test('no one approves requests of people they invited, directly or not, or of their keys', async () => {
  const mallory = await letIn(eve, 'Mallory', ['admin', 'finance']);
  const trudy = await letIn(mallory, 'Trudy', ['finance']);
  for (const principal of [eve, mallory, trudy])
    expect(codeOf(await approve(eve, await requestAs(principal)))).toBe('self_approval_forbidden');
  const key = await createApiKey(world.app, merchant.project.id, {
    name: 'hers',
    apiVersion: 2,
    permissions: ['read', 'write', 'payout'],
    ipAllowList: [],
    madeBy: trudy.userId,
  });
  const { id } = await requestWithdrawal(merchant, '100');
  await world.database.owner.query('update coin_withdrawals set api_key = $2 where id = $1', [
    id,
    key.key,
  ]);
  expect(codeOf(await approve(eve, id))).toBe('self_approval_forbidden');
});

test('in a shop of two, the owner and the person they invited approve each other', async () => {
  const ben = await letIn(owner, 'Ben', ['finance', 'approver']);
  expect((await approve(owner, await requestAs(ben))).body.data).toMatchObject({ given: 1 });
  expect((await approve(ben, await requestAs(owner))).body.data).toMatchObject({ given: 1 });
});

test("while the policy requires approvals, project-only permissions can't loosen it", async () => {
  const document = JSON.stringify({ currency: 'EUR', rules: [{ name: 'all', do: 'allow' }] });
  const known = { ...project(), currency: 'BTC', address: BTC_ADDRESS };
  expect(codeOf(await eve.post('/operations/policy.set', { ...project(), document }))).toBe(
    'owner_required',
  );
  expect(codeOf(await eve.post('/operations/policy.addresses.add', known))).toBe('owner_required');
  expect((await owner.post('/operations/policy.addresses.add', known)).status).toBe(200);
  expect((await eve.post('/operations/policy.addresses.remove', known)).status).toBe(200);
  expect((await owner.post('/operations/policy.set', { ...project(), document })).status).toBe(200);
  const strict = document.replace('"allow"', '{"hold":1}');
  const again = await eve.post('/operations/policy.set', { ...project(), document: strict });
  expect(again.status, 'what is stricter, and cannot be taken back').toBe(200);
  expect(codeOf(await eve.post('/operations/policy.set', { ...project(), document }))).toBe(
    'owner_required',
  );
});
