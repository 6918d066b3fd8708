// Guarantee: nobody sees an unmatched payment without a project who could only propose a decision about it. Members of
// projects do not see it, and in the instance, the roles that annotate also decide (decision 210).
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type InstallationRole,
  installationRoles,
  type ProjectRole,
  projectRoles,
} from '../../src/contract/roles.ts';
import { defined } from '../../src/core/assert.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Browser, personIn } from './support.ts';

let world: World;
let merchant: Merchant;
let deposit: string;
let txid: string;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['XRP'] });
  merchant = await world.merchant();
  // With a second project, nobody can say whose it is.
  await world.merchant();
  const terms = { name: 'x', pay_currency: 'XRP', receiver_currency: 'XRP' };
  const channel = await merchant.api.channels.create(terms);
  const requested = { channel_id: channel.id, amount: '12', without_tag: true };
  txid = await world.pay({ ...requested, risk_level: 'low' });
  await world.mine('XRP');
  await world.settle();
  const text = 'select id, project_id from deposits where txid = $1';
  const [row] = await world.app.db.query<{ id: string; project_id: string | null }>(text, [txid]);
  expect(row?.project_id).toBeNull();
  deposit = defined(row, 'the payment').id;
});
afterAll(() => world.close());

const read = async (by: Browser, operation: string, input: Record<string, string>) =>
  (await by.request(`/operations/${operation}?${new URLSearchParams(input)}`)).body;
const proposal = () => ({
  project: merchant.project.id,
  object_type: 'deposit',
  object_id: deposit,
  kind: 'credit',
  description: 'no tag',
});

test('people of the instance who see it and annotate may decide about it themselves', async () => {
  for (const role of Object.keys(installationRoles) as InstallationRole[]) {
    const person = await personIn(world, { name: `the ${role}`, role });
    const { data } = await read(person, 'deposits.unmatched', {});
    expect([role, data.rows]).toMatchObject([role, [{ id: deposit }]]);
    const proposed = await person.post('/operations/proposals.create', proposal());
    const missing = { deposit_id: crypto.randomUUID(), project: merchant.project.id, reason: 'x' };
    const decided = await person.post('/operations/deposits.credit', missing);
    const mayPropose = proposed.body.error.code !== 'forbidden';
    const mayDecide = decided.body.error.code !== 'forbidden';
    expect([role, mayPropose && !mayDecide]).toEqual([role, false]);
    expect([role, proposed.status]).toEqual([role, mayPropose ? 404 : 403]);
  }
});

test('members of projects do not see it, find it or propose anything about it', async () => {
  const project = merchant.project.id;
  for (const role of Object.keys(projectRoles) as ProjectRole[]) {
    const person = await personIn(world, { name: role }, { projectId: project, roles: [role] });
    expect((await read(person, 'deposits.unmatched', { project })).data.rows).toEqual([]);
    const found = (await read(person, 'payments.find', { project, text: txid })).data;
    expect([role, JSON.stringify(found).includes(deposit)]).toEqual([role, false]);
    const proposed = await person.post('/operations/proposals.create', proposal());
    expect([role, proposed.status]).toEqual([role, role === 'viewer' ? 403 : 404]);
  }
});
