// Guarantees of notes and assignees: people who work on payments add them, everyone who sees the object reads them,
// nobody changes them, and the audit log shows them with the object.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectRole } from '../../src/contract/roles.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Browser, personIn } from './support.ts';

let world: World;
let merchant: Merchant;
let foreign: Merchant;
let object: { readonly project: string; readonly object_type: string; readonly object_id: string };
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['LTC'], sends: false });
  merchant = await world.merchant();
  foreign = await world.merchant();
  const { id } = await merchant.api.invoices.create({
    price_amount: '40',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  object = { project: merchant.project.id, object_type: 'invoice', object_id: id };
});
afterAll(() => world.close());

const member = (name: string, role: ProjectRole, of = merchant) =>
  personIn(world, { name }, { projectId: of.project.id, roles: [role] });
const show = async (browser: Browser) =>
  (await browser.request(`/operations/notes.show?${new URLSearchParams(object)}`)).body.data;

test('support adds a note, everyone in the project reads it, and the audit log has it with the invoice', async () => {
  const support = await member('Sue', 'support');
  const viewer = await member('Vic', 'viewer');
  const note = ' the customer sends the rest\ntomorrow ';
  const added = await support.post('/operations/notes.add', { ...object, note });
  expect(added.status).toBe(200);
  const { id } = added.body.data;
  expect((await show(viewer)).notes).toEqual([
    { id, author: 'Sue', note: note.trim(), created_at: expect.any(String) },
  ]);
  const line = await world.app.db.query(
    `select object_type, object_id, project_id, input ->> 'note' as note from journal where operation = 'notes.add'`,
  );
  const { object_type, object_id, project: project_id } = object;
  expect(line).toEqual([{ object_type, object_id, project_id, note }]);
});

test('a note is refused without text, from a role that only reads, and on objects of other projects', async () => {
  const support = await member('Sam', 'support');
  const viewer = await member('Val', 'viewer');
  const stranger = await member('Ida', 'support', foreign);
  const before = (await show(support)).notes;
  const refusals = [
    [support, { ...object, note: '  ' }, 422],
    [support, { ...object, note: 'x'.repeat(2001) }, 422],
    [support, { ...object, object_type: 'deposit', note: 'a deposit' }, 404],
    [viewer, { ...object, note: 'seen' }, 403],
    [stranger, { ...object, note: 'seen' }, 404],
    [stranger, { ...object, project: foreign.project.id, note: 'seen' }, 404],
  ] as const;
  for (const [person, body, status] of refusals)
    expect((await person.post('/operations/notes.add', body)).status).toBe(status);
  expect((await show(support)).notes).toEqual(before);
  await expect(world.app.db.query(`update object_notes set note = 'changed'`)).rejects.toThrow(
    'permission denied',
  );
});

test('an object is assigned to a person who can work on it, to another, and to nobody', async () => {
  const support = await member('Sid', 'support');
  const finance = await member('Fay', 'finance');
  const viewer = await member('Von', 'viewer');
  const stranger = await member('Ian', 'finance', foreign);
  const assign = async (userId?: string) =>
    (await support.post('/operations/notes.assign', { ...object, user_id: userId })).status;
  expect(await assign(support.userId)).toBe(200);
  expect(await assign(finance.userId)).toBe(200);
  expect((await show(viewer)).assignee).toEqual({ user_id: finance.userId, name: 'Fay' });
  expect(await assign(viewer.userId)).toBe(404);
  expect(await assign(stranger.userId)).toBe(404);
  expect((await show(viewer)).assignee).toMatchObject({ name: 'Fay' });
  expect(await assign()).toBe(200);
  expect((await show(viewer)).assignee).toBeNull();
});

test('members see who has a permission, without people of other projects', async () => {
  const viewer = await member('Wes', 'viewer');
  await member('Eve', 'finance', foreign);
  const { body } = await viewer.request(
    `/operations/members.with-permission?project=${merchant.project.id}&permission=payout`,
  );
  expect(body.data).toEqual([{ user_id: expect.any(String), name: 'Fay' }]);
});
