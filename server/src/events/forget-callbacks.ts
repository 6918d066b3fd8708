// Forgets callbacks after `CHAINTILL_CALLBACK_DAYS`: the event, its deliveries and their attempts, together. None that
// is still to be sent, by the machine's time, in lots of one project, the oldest first. Where there is an archive a lot
// is in it before it is gone.
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { DAY, HOUR, MINUTE, wallNow } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import type { Tx } from '../db/tx.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { type ArchivedCallback, archiveCallbacks } from './archive-callbacks.ts';

/** Forgotten together. */
const LOT = 1000;
/** More than a lot has: an event has a delivery for each endpoint, a delivery a dozen attempts. */
const ROWS_MAX = 1_000_000;
const NONE = '00000000-0000-0000-0000-000000000000';

/** What was looked at last, in the order of projects and of their events. */
interface Place {
  readonly projectId: string;
  readonly eventId: string;
}

/** Up to where this process has looked. A new one begins again. */
const lookedUpTo = new WeakMap<App, Place>();

export const forgetCallbacksWorker: Worker = recurring({
  name: 'forgetting-callbacks',
  everyMilliseconds: 6 * HOUR,
  leaseMilliseconds: 10 * MINUTE,
  async run(app) {
    const place = lookedUpTo.get(app) ?? (await nextProject(app, NONE));
    if (place === null) return false;
    const before = new Date(wallNow() - app.config.callbackDays * DAY);
    const lot = await readLot(app, place, before);
    const last = lot.at(-1);
    if (last !== undefined) await forget(app, lot, before);
    const next =
      last === undefined
        ? await nextProject(app, place.projectId)
        : { projectId: place.projectId, eventId: last.id };
    if (next === null) lookedUpTo.delete(app);
    else lookedUpTo.set(app, next);
    return next !== null;
  },
});

async function nextProject(app: App, after: string): Promise<Place | null> {
  const [next] = await app.db.query<{ id: string }>(
    'select id from projects where id > $1 order by id limit 1',
    [after],
  );
  return next === undefined ? null : { projectId: next.id, eventId: NONE };
}

type EventRow = Omit<ArchivedCallback, 'deliveries'>;

interface Delivery {
  readonly id: string;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly status: string;
  readonly attempts: number;
  readonly created_at: Date;
  readonly delivered_at: Date | null;
}

interface Attempt {
  readonly delivery_id: string;
  readonly attempt: number;
  readonly created_at: Date;
}

interface Callback extends EventRow {
  readonly deliveries: readonly (Delivery & { readonly made: readonly Attempt[] })[];
}

/** The oldest after a place, with all of theirs. */
async function readLot(app: App, { projectId, eventId }: Place, before: Date): Promise<Callback[]> {
  const events = await app.db.query<EventRow>(
    `select project_id, id, type, event, object_id, created_at, payload from events
     where project_id = $1 and id > $2 and id < $3 and created_at < $4 order by id limit ${LOT}`,
    [projectId, eventId, firstIdAt(before), before],
  );
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const deliveries = await app.db.query<Delivery>(
    `select id, event_id, endpoint_id, status, attempts, created_at, delivered_at from deliveries
     where project_id = $1 and id >= $2 and id <= $3 and event_id = any($4::uuid[]) order by id limit ${ROWS_MAX}`,
    [projectId, sameTime(ids[0], '0'), sameTime(ids.at(-1), 'f'), ids],
  );
  const attempts = await app.db.query<Attempt>(
    `select delivery_id, attempt, status_code, failure, answer_excerpt, milliseconds, created_at
     from delivery_attempts where project_id = $1 and delivery_id = any($2::uuid[])
     order by delivery_id, attempt limit ${ROWS_MAX}`,
    [projectId, deliveries.map(({ id }) => id)],
  );
  const made = groupBy(attempts, (attempt) => attempt.delivery_id);
  const ofEvent = groupBy(
    deliveries.map((delivery) => ({ ...delivery, made: made.get(delivery.id) ?? [] })),
    (delivery) => delivery.event_id,
  );
  return events.map((event) => ({ ...event, deliveries: ofEvent.get(event.id) ?? [] }));
}

/** Of those that are made then, the lowest there can be (core/ids.ts). */
function firstIdAt(moment: Date): string {
  return dashed(moment.getTime().toString(16).padStart(12, '0').padEnd(32, '0'));
}

/** The ids of its deliveries begin with the time of an event's own (emit.ts). */
function sameTime(id: string | undefined, rest: '0' | 'f'): string {
  return dashed(known(id, 'a lot has an event').replaceAll('-', '').slice(0, 13).padEnd(32, rest));
}

function dashed(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Those that were sent, or given up, so long ago. One that is sent again meanwhile stays. */
async function forget(app: App, lot: readonly Callback[], before: Date): Promise<void> {
  const isOver = ({ deliveries }: Callback) =>
    deliveries.every(
      ({ status, made }) =>
        status !== 'pending' && made.every((attempt) => attempt.created_at < before),
    );
  const [first, ...others] = lot.filter(isOver);
  if (first === undefined) return;
  const { archiveFolder } = app.config;
  if (archiveFolder !== null) await archiveCallbacks(archiveFolder, [first, ...others]);
  const callbacks = await app.db.transaction((tx) => remove(tx, [first, ...others]));
  app.log.info({ project_id: first.project_id, callbacks }, 'callbacks are forgotten');
}

async function remove(tx: Tx, lot: readonly [Callback, ...Callback[]]): Promise<number> {
  const projectId = lot[0].project_id;
  const read = lot.flatMap(({ deliveries }) => deliveries);
  const held = await tx.query<Pick<Delivery, 'id' | 'status' | 'attempts'>>(
    `select id, status, attempts from deliveries where project_id = $1 and id = any($2::uuid[])
     order by id limit ${ROWS_MAX} for update`,
    [projectId, read.map(({ id }) => id)],
  );
  const now = new Map(held.map((row) => [row.id, row]));
  const isAsRead = ({ id, status, attempts }: Delivery) =>
    now.get(id)?.status === status && now.get(id)?.attempts === attempts;
  const gone = lot.filter(({ deliveries }) => deliveries.every(isAsRead));
  const deliveries = gone.flatMap((callback) => callback.deliveries.map(({ id }) => id));
  const events = gone.map(({ id }) => id);
  await tx.query(FORGET_ATTEMPTS, [projectId, deliveries]);
  await tx.query(FORGET_DELIVERIES, [projectId, deliveries]);
  await tx.query(FORGET_EVENTS, [projectId, events]);
  return gone.length;
}

const FORGET_ATTEMPTS =
  'delete from delivery_attempts where project_id = $1 and delivery_id = any($2::uuid[])';
const FORGET_DELIVERIES = 'delete from deliveries where project_id = $1 and id = any($2::uuid[])';
const FORGET_EVENTS = 'delete from events where project_id = $1 and id = any($2::uuid[])';
