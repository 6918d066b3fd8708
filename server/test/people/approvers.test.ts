// Guarantee: two signed-in people with the right roles approve a large withdrawal. A third cannot approve again, and
// the requester cannot approve, whichever way they requested it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectRole } from '../../src/contract/roles.ts';
import { defined } from '../../src/core/assert.ts';
import { sleep } from '../../src/core/clock.ts';
import { addApprover } from '../../src/policy/approvers.ts';
import { createApiKey } from '../../src/projects/api-keys.ts';
import { availableIn, BTC_ADDRESS, publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { booksOf } from '../support/withdrawal-books.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { agedStepUp, type Browser, personIn } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['BTC'] });
  await fillWallet(world, 'BTC', ['1', '1', '1']);
  merchant = await world.merchant();
  await credit(world, merchant, { EUR: '5000' });
  await publishPolicy(world, merchant, {
    name: 'big',
    when: { amountAbove: '1' },
    do: { hold: 2 },
  });
});
afterAll(() => world.close());

const member = (name: string, ...roles: ProjectRole[]) =>
  personIn(world, { name }, { projectId: merchant.project.id, roles });
const approve = (browser: Browser, withdrawal_id: string) =>
  browser.post('/operations/withdrawals.approve', { withdrawal_id });
const codeOf = (answer: Awaited<ReturnType<typeof approve>>) => answer.body.error?.code;
/** The status of the response. The service checks for a replaced database every second; here every 50 ms. */
async function refuse(browser: Browser, withdrawal_id: string): Promise<number> {
  const refusal = { withdrawal_id, reason: 'unknown payee' };
  let isOver = false;
  const refused = browser.post('/operations/withdrawals.reject', refusal).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await world.app.reactions.databaseDoubted(world.app);
    await sleep(50);
  }
  return (await refused).status;
}
const statusOf = async (id: string) => (await merchant.api.coinWithdrawals.get(id)).status;

test("two people approve, each with their own step-up; a third can't, nor one of them twice", async () => {
  const { id } = await requestWithdrawal(merchant, '100');
  const [ada, bob, eve] = [
    await member('Ada', 'approver'),
    await member('Bob', 'approver', 'finance'),
    await member('Eve', 'finance', 'admin'),
  ];
  expect(codeOf(await approve(eve, id))).toBe('forbidden');
  await agedStepUp(world, ada.userId);
  expect(codeOf(await approve(ada, id))).toBe('step_up_needed');
  await ada.post('/session/step-up');
  expect((await approve(ada, id)).body.data).toMatchObject({ given: 1, needed: 2 });
  expect(codeOf(await approve(ada, id))).toBe('already_approved');
  expect(await statusOf(id)).toBe('on_hold');
  const list = `/operations/withdrawals.list?project=${merchant.project.id}&status=on_hold`;
  const [row] = (await ada.request(list)).body.data.rows;
  expect(row).toMatchObject({ id, waits_for: 'big', wait_code: 'held', wait_message: 'big' });
  expect((await approve(bob, id)).body.data).toMatchObject({
    given: 2,
    released: { released: true },
  });
  await world.settle();
  await world.mine('BTC');
  expect(await statusOf(id)).toBe('completed');
  const { people } = (await ada.request(`/operations/withdrawals.show?withdrawal_id=${id}`)).body
    .data;
  const names = people.map(({ approver }: { approver: string | null }) => approver);
  expect(names).toEqual(expect.arrayContaining(['Ada', 'Bob']));
});

test('a withdrawal approved by two people is sent and posted once; a rejected one is returned', async () => {
  const before = await availableIn(merchant, 'EUR');
  const { id } = await requestWithdrawal(merchant, '100');
  const other = await requestWithdrawal(merchant, '100');
  const people = [await member('Ken', 'approver'), await member('Liz', 'approver')];
  for (const one of people) expect((await approve(one, id)).status).toBe(200);
  expect(codeOf(await approve(await member('Moe', 'approver'), id))).toBe('invalid_status');
  expect(await refuse(defined(people[0], 'an approver'), other.id)).toBe(200);
  await world.settle();
  await world.mine('BTC', 6);
  const { charged, ...sent } = await booksOf(world, id);
  expect(sent).toEqual({
    status: 'completed',
    holds: 0,
    booked: -charged,
    left: 0n,
    transfers: 1,
  });
  expect(await booksOf(world, other.id)).toMatchObject({
    status: 'cancelled',
    holds: 0,
    booked: 0n,
    left: 0n,
    transfers: 0,
  });
  const { charged_amount: paid } = await merchant.api.coinWithdrawals.get(id);
  expect(Number(before) - Number(await availableIn(merchant, 'EUR'))).toBeCloseTo(Number(paid), 6);
});

test('no one approves their own request: on a screen, by a token, or with a key that they created', async () => {
  const max = await member('Max', 'approver', 'finance', 'developer');
  const path = `/projects/${merchant.project.id}/coin_withdrawals`;
  const made = await max.request(path, {
    method: 'POST',
    body: {
      address: BTC_ADDRESS,
      charged_currency: 'EUR',
      received_currency: 'BTC',
      charged_amount_to_send: '100',
      force_commit: true,
    },
    headers: { 'idempotency-key': 'one' },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const own = made.body.data.id;
  expect(made.body.data.status).toBe('on_hold');
  expect(codeOf(await approve(max, own))).toBe('self_approval_forbidden');
  const key = await createApiKey(world.app, merchant.project.id, {
    name: 'his',
    apiVersion: 2,
    permissions: ['read', 'write', 'payout'],
    ipAllowList: [],
    madeBy: max.userId,
  });
  const { id } = await requestWithdrawal(merchant, '100');
  await world.database.owner.query('update coin_withdrawals set api_key = $2 where id = $1', [
    id,
    key.key,
  ]);
  expect(codeOf(await approve(max, id))).toBe('self_approval_forbidden');
});

test('a person with a code and a role is one person, and a removed role removes its approvals', async () => {
  const { id } = await requestWithdrawal(merchant, '100');
  const code = await addApprover(world.app, merchant.project.id, { name: 'Ina', apiKey: null });
  const ina = await member('Ina', 'approver');
  const jo = await member('Jo', 'approver');
  expect((await approve(ina, id)).body.data).toMatchObject({ given: 1 });
  const asCode = { withdrawal_id: id, approver: 'Ina', code };
  const again = await ina.post('/operations/withdrawals.approve', asCode);
  expect(codeOf(again)).toBe('already_approved');
  expect((await approve(jo, id)).body.data, 'two').toMatchObject({ given: 2 });
  const other = (await requestWithdrawal(merchant, '100')).id;
  expect((await approve(jo, other)).body.data).toMatchObject({ given: 1 });
  await world.app.db.query("update project_members set roles = '{viewer}' where user_id = $1", [
    jo.userId,
  ]);
  expect((await approve(ina, other)).body.data, 'Jo may not any more').toMatchObject({ given: 1 });
});

test('a signed-in approver rejects with a reason', async () => {
  const { id } = await requestWithdrawal(merchant, '100');
  expect(await refuse(await member('Kim', 'approver'), id)).toBe(200);
  expect(await statusOf(id)).toBe('cancelled');
});
