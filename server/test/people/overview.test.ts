// Guarantee: the overview does not count work that the person can't open.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorReader } from '../operator/support.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Browser, personIn } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: [] });
  merchant = await world.merchant();
});
afterAll(() => world.close());

async function kindsOf(browser: Browser): Promise<readonly string[]> {
  const shown = await browser.request(`/operations/overview.show?project=${merchant.project.id}`);
  expect(shown.status).toBe(200);
  return shown.body.data.needs
    .filter(({ count }: { count: number }) => count > 0)
    .map(({ kind }: { kind: string }) => kind);
}

test('a payout pause concerns operators, not project members', async () => {
  await operatorReader(world)('payouts.pause', { project: merchant.project.id, reason: 'a look' });
  const own = { projectId: merchant.project.id, roles: ['admin'] as const };
  const admin = await personIn(world, { name: 'Ada' }, own);
  const auditor = await personIn(world, { name: 'Ann', role: 'auditor' });
  const stops = `/operations/payouts.pauses?project=${merchant.project.id}`;
  expect((await admin.request(stops)).status).toBe(403);
  expect(await kindsOf(admin)).toEqual([]);
  expect((await auditor.request(stops)).status).toBe(200);
  expect(await kindsOf(auditor)).toContain('payout_pauses');
});

test('a pending correction concerns its possible approvers, not project members', async () => {
  const owner = await personIn(world, { name: 'Otto', role: 'owner' });
  const given = { project: merchant.project.id, currency: 'EUR', amount: '5000', reason: 'a look' };
  const { id } = (await owner.post('/operations/accounts.credit', given)).body.data;
  const own = { projectId: merchant.project.id, roles: ['admin'] as const };
  const admin = await personIn(world, { name: 'Anton' }, own);
  expect(await kindsOf(admin)).not.toContain('corrections_for_approval');
  expect(await kindsOf(owner)).toContain('corrections_for_approval');
  const second = await personIn(world, { name: 'Olga', role: 'operator' });
  const waiting = '/operations/corrections.list?status=requested';
  expect((await second.request(waiting)).body.data.rows).toMatchObject([{ id }]);
  await second.post('/operations/corrections.approve', { correction_id: id });
  expect((await second.request(waiting)).body.data.rows).toEqual([]);
  expect(await kindsOf(owner)).not.toContain('corrections_for_approval');
});
