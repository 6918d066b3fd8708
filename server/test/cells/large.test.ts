// Guarantees of moving a project with more than fits into one statement: it is copied in chunks, its books posting by
// posting; what is packed of its callbacks is read there as before, and sent again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { moveProject } from '../../src/cells/move.ts';
import { known } from '../../src/core/assert.ts';
import { DAY, wallNow } from '../../src/core/clock.ts';
import { eventsAfter, newestPlace } from '../../src/events/feed.ts';
import { packCallbacksWorker } from '../../src/events/pack-callbacks.ts';
import {
  pageOfDeliveries,
  resendDelivery,
  sendTestCallback,
  showDelivery,
} from '../../src/events/resend.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import type { Merchant } from '../support/world.ts';
import { allRows } from './knife.ts';
import { merchantWithHistory, openTwoCells, type TwoCells } from './two-cells.ts';

/** The newest of a project are never packed (events/pack-callbacks.ts). */
const NEWEST = 200;
const PACKED = 30;

let two: TwoCells;
let merchant: Merchant;
beforeAll(async () => {
  two = await openTwoCells({ startsAt: wallNow() - 10 * DAY });
  merchant = await merchantWithHistory(two.here);
  const id = known(await endpointIn(two.here.app), 'an endpoint');
  for (let n = 0; n < NEWEST + PACKED; n += 1)
    await sendTestCallback(two.here.app, projectId(), id);
  await two.here.settle();
  await two.here.advance(2 * DAY);
  await two.there.advance(2 * DAY);
  await makeAllDue(two.here.app);
  while ((await packCallbacksWorker.run(two.here.app)) > 0);
});
afterAll(() => two.close());

const projectId = () => merchant.project.id;

async function endpointIn({ db }: App): Promise<string | undefined> {
  const [endpoint] = await db.query<{ id: string }>(
    'select id from callback_endpoints where project_id = $1',
    [projectId()],
  );
  return endpoint?.id;
}

async function log(app: App) {
  const filter = { status: null, endpointId: null, objectId: null, type: null, event: null };
  const rows: { readonly id: string }[] = [];
  for (let after: string | null = null; ; ) {
    const asked = { ...filter, span: { from: null, to: null }, limit: 100, after };
    const page: Awaited<ReturnType<typeof pageOfDeliveries>> = await pageOfDeliveries(
      app,
      projectId(),
      asked,
    );
    rows.push(...page.rows);
    if (page.next === null) return rows;
    after = page.next;
  }
}

async function feed({ db }: App) {
  const events: unknown[] = [];
  let place = { seq: 0, id: '00000000-0000-0000-0000-000000000000' };
  for (let isMore = true; isMore; ) {
    const found = await eventsAfter(db, projectId(), { place, limit: 50 });
    events.push(...found.events.map(({ id, event, payload }) => ({ id, event, payload })));
    ({ place, isMore } = found);
  }
  const { id } = await newestPlace(db, projectId());
  return { events, newest: id, place: place.id };
}

test('it is copied in chunks, and what is packed is read there as before', async () => {
  const { here, there, cells } = two;
  const packs = 'select deliveries from callback_packs where project_id = $1';
  const [pack] = await here.app.db.query<{ deliveries: number }>(packs, [projectId()]);
  expect(pack?.deliveries).toBeGreaterThanOrEqual(PACKED);
  const before = {
    rows: await allRows(here.app, projectId()),
    log: await log(here.app),
    feed: await feed(here.app),
  };
  expect(await moveProject({ ...cells, chunk: 7 }, projectId())).toHaveProperty('slot');
  expect(await allRows(there.app, projectId())).toEqual(before.rows);
  expect(await log(there.app)).toEqual(before.log);
  expect(await feed(there.app)).toEqual(before.feed);
  expect(await auditLedger(there.app.db)).toEqual([]);
  // The oldest is packed: it is shown, and sent again.
  const { id } = known(before.log.at(-1), 'a callback');
  expect(await showDelivery(there.app, projectId(), id)).toEqual(
    await showDelivery(here.app, projectId(), id),
  );
  const { length } = merchant.callbacks;
  await resendDelivery(there.app, projectId(), id);
  await there.settle();
  expect(merchant.callbacks.length).toBe(length + 1);
  // What is said there comes after all that came with it.
  await sendTestCallback(there.app, projectId(), known(await endpointIn(there.app), 'an endpoint'));
  const { events } = await feed(there.app);
  expect(events.slice(0, -1)).toEqual(before.feed.events);
  expect(events.at(-1)).toMatchObject({ event: 'test' });
});
