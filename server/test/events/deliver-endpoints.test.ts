// Callback endpoints as their owner manages them: several endpoints, disabled ones, secret rotation, manual resends,
// tests.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR, SECOND } from '../../src/core/clock.ts';
import { finishRotation, rotateSecret, setEndpoint } from '../../src/events/endpoints.ts';
import { resendDelivery, resendFailed, sendTestCallback } from '../../src/events/resend.ts';
import { createWorld, type World } from '../support/world.ts';
import {
  answer,
  closeReceivers,
  createShop,
  isVerified,
  isVerifiedAnew,
  newObject,
  seen,
  startReceiver,
} from './support.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterEach(closeReceivers);
afterAll(() => world.close());

test('every endpoint of a project gets every callback, signed with its own secret', async () => {
  const [a, b] = [await startReceiver(), await startReceiver()];
  const { say, drain, endpoints } = await createShop(world, [a, b]);
  await say(newObject(world), 1);
  await drain();
  for (const [n, shop] of [a, b].entries()) {
    const [hit] = shop.hits;
    const secret = defined(endpoints[n], 'an endpoint').secret;
    expect(await isVerified(hit, secret)).toBe(true);
    expect(await isVerified(hit, defined(endpoints[1 - n], 'the other').secret)).toBe(false);
  }
  expect(a.hits[0]?.body).toBe(b.hits[0]?.body);
});

test('a disabled endpoint gets nothing, and its queued callbacks when it is enabled again', async () => {
  const shop = await startReceiver(answer(500));
  const { say, drain, endpoints, project } = await createShop(world, [shop]);
  const { id } = defined(endpoints[0], 'an endpoint');
  await say(newObject(world), 1);
  await drain();
  await setEndpoint(world.app, project.id, { id, isEnabled: false });
  await say(newObject(world), 2);
  world.clock.advance(HOUR);
  shop.state.behaviour = answer(200);
  await drain();
  expect(seen(shop.hits)).toEqual([1]);
  await setEndpoint(world.app, project.id, { id, isEnabled: true });
  await drain();
  expect(seen(shop.hits)).toEqual([1, 1]);
});

test('while a secret is rotated a receiver with the old one and one with the new one both verify', async () => {
  const shop = await startReceiver();
  const { say, drain, endpoints, project } = await createShop(world, [shop]);
  const { id, secret: old } = defined(endpoints[0], 'an endpoint');
  const fresh = await rotateSecret(world.app, project.id, id);
  await say(newObject(world), 1);
  await drain();
  // The header with room for one signature has the old one, the list of signatures has both.
  expect(await isVerified(shop.hits[0], old)).toBe(true);
  expect(await isVerifiedAnew(shop.hits[0], old)).toBe(true);
  expect(await isVerifiedAnew(shop.hits[0], fresh)).toBe(true);
  await finishRotation(world.app, project.id, id);
  await say(newObject(world), 2);
  await drain();
  expect(await isVerified(shop.hits[1], fresh)).toBe(true);
  expect(await isVerified(shop.hits[1], old)).toBe(false);
});

test('the overlap of a rotation ends automatically after a day', async () => {
  const shop = await startReceiver();
  const { say, drain, endpoints, project } = await createShop(world, [shop]);
  const fresh = await rotateSecret(world.app, project.id, defined(endpoints[0], 'an endpoint').id);
  world.clock.advance(DAY);
  await say(newObject(world), 1);
  await drain();
  expect(await isVerified(shop.hits[0], fresh)).toBe(true);
});

test('a manual resend sends the same body and id again, and does not disturb later ones', async () => {
  const shop = await startReceiver();
  const { say, drain, deliveries, project } = await createShop(world, [shop]);
  const id = newObject(world);
  await say(id, 1);
  await say(id, 2);
  await drain();
  const first = defined((await deliveries()).at(-1), 'the first');
  await resendDelivery(world.app, project.id, first.id);
  await drain();
  expect(seen(shop.hits)).toEqual([1, 2, 1]);
  expect(shop.hits[2]?.body).toBe(shop.hits[0]?.body);
  expect(shop.hits[2]?.headers['webhook-id']).toBe(shop.hits[0]?.headers['webhook-id']);
});

test.each([
  ['alone', resendDelivery],
  [
    'with all that were',
    async (app: World['app'], projectId: string) =>
      expect(await resendFailed(app, projectId, { endpointId: null, from: null })).toEqual({
        resent: 1,
        left: 0,
      }),
  ],
])('a failed callback that is resent %s gets new retries', async (_how, resend) => {
  const shop = await startReceiver(answer(500));
  const { say, drain, deliveries, project } = await createShop(world, [shop]);
  await say(newObject(world), 1);
  for (let n = 0; n <= 21; n++) {
    await drain();
    world.clock.advance(14 * HOUR);
  }
  const given = defined((await deliveries())[0], 'one');
  expect(given.status).toBe('failed');
  await resend(world.app, project.id, given.id);
  await drain();
  expect((await deliveries())[0]).toMatchObject({ status: 'pending' });
  shop.state.behaviour = answer(200);
  world.clock.advance(30 * SECOND);
  await drain();
  expect((await deliveries())[0]).toMatchObject({ status: 'delivered', attempts: 23 });
});

test('failed callbacks are resent in order per object, since a time and to one endpoint', async () => {
  const shop = await startReceiver(answer(500));
  const { say, drain, project, endpoints } = await createShop(world, [shop]);
  const ids = [newObject(world), newObject(world)];
  for (const n of [1, 2, 3]) await say(defined(ids[n % 2], 'an object'), n);
  const giveUp = () =>
    world.database.owner.query(
      `update deliveries set status = 'failed', next_attempt_at = null, waits = false where project_id = $1`,
      [project.id],
    );
  await giveUp();
  const endpointId = defined(endpoints[0], 'an endpoint').id;
  const later = new Date(world.clock.now() + HOUR);
  const nothing = await resendFailed(world.app, project.id, { endpointId: null, from: later });
  expect(nothing).toEqual({ resent: 0, left: 0 });
  const other = { endpointId: project.id, from: null };
  expect(await resendFailed(world.app, project.id, other)).toEqual({ resent: 0, left: 0 });
  expect(await resendFailed(world.app, project.id, { endpointId, from: null })).toEqual({
    resent: 3,
    left: 0,
  });
  await drain();
  // The third belongs to the object of the first, and waits for it.
  expect(seen(shop.hits).toSorted()).toEqual([1, 2]);
  shop.state.behaviour = answer(200);
  world.clock.advance(30 * SECOND);
  await drain();
  expect(seen(shop.hits).slice(2).toSorted()).toEqual([1, 2, 3]);
});

test('a test callback goes only to its endpoint, marked as a test', async () => {
  const [a, b] = [await startReceiver(), await startReceiver()];
  const { drain, endpoints, project } = await createShop(world, [a, b]);
  const { id, secret } = defined(endpoints[1], 'an endpoint');
  await sendTestCallback(world.app, project.id, id);
  await drain();
  expect([a.hits.length, b.hits.length]).toEqual([0, 1]);
  expect(JSON.parse(b.hits[0]?.body ?? '')).toMatchObject({ event: 'test' });
  expect(await isVerified(b.hits[0], secret)).toBe(true);
});
