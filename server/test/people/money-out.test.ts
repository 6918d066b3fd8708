// Guarantee: without the permission `payout` nobody gets money out of a project with a merchant operation, neither by a
// request nor by setting the automatic return address.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { permissionFor } from '../../src/contract/people/paths.ts';
import type { ProjectRole } from '../../src/contract/roles.ts';
import { BTC_ADDRESS } from '../policy/support.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Browser, personIn } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['BTC'], sends: false });
  merchant = await world.merchant();
});
afterAll(() => world.close());

const member = (name: string, ...roles: ProjectRole[]) =>
  personIn(world, { name }, { projectId: merchant.project.id, roles });
const change = (browser: Browser, method: string, path: string, body: unknown) =>
  browser.request(`/projects/${merchant.project.id}${path}`, {
    method,
    body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });

test('the listed operations need no step-up, and none of them moves money', () => {
  const changes = (Object.values(operations) as Operation[]).filter(
    (operation) => operation.method !== 'GET' && permissionFor(operation) !== 'payout',
  );
  expect(changes.map(({ id }) => id).sort()).toEqual([
    'cancelCheckout',
    'cancelSubscription',
    'createChannel',
    'createCheckout',
    'createCustomer',
    'createInvoice',
    'createPaymentLink',
    // A link that pays nothing before it is approved. A rule approves none that a person made.
    'createRefundClaim',
    'createSubscription',
    'hideDonation',
    'replacePaymentLink',
    'revokeRefundClaim',
    'scoreRisk',
    'switchPaymentLink',
    'testAuthentication',
    'updateChannel',
    'updateCustomer',
  ]);
});

test('nor do they choose the automatic return address', async () => {
  const addresses = [{ currency: 'BTC', address: BTC_ADDRESS }];
  const support = await member('Sue', 'support', 'developer', 'approver');
  const made = await change(support, 'POST', '/customers', { id: 'ada', currency: 'EUR' });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  for (const given of [{ addresses }, { refund_addresses: { BTC: BTC_ADDRESS } }]) {
    const answers = [
      await change(support, 'POST', '/customers', { id: 'eve', currency: 'EUR', ...given }),
      await change(support, 'PATCH', '/customers/ada', given),
    ];
    expect(answers.map(({ body }) => body.error?.code)).toEqual(['forbidden', 'forbidden']);
  }
  expect((await change(support, 'PATCH', '/customers/ada', { currency: 'USD' })).status).toBe(200);
  const finance = await member('Fin', 'finance');
  const set = await change(finance, 'PATCH', '/customers/ada', { addresses });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
});
