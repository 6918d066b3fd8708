// Emails people about new pending tasks: at most one email per person in 15 minutes, with all tasks counted by project
// and kind. The notification state is stored in the same transaction as the email (docs/decisions/0113-notices.md).
import type { App } from '../app.ts';
import { isAdministrative, type Notice } from '../contract/people/notices.ts';
import { MINUTE } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import type { Sql } from '../db/database.ts';
import type { NewestPage } from '../db/newest-page.ts';
import { queueMailToPerson } from '../mails/to-people.ts';
import { membershipsOf } from '../people/members.ts';
import {
  CHECKED_AT_ONCE,
  type DueNotice,
  dueNotices,
  isForEveryProject,
  isForMember,
  markNotified,
  type NotifiedTasks,
  POLL_EVERY,
  tokenToStop,
} from '../people/notices.ts';
import { type Counted, noticeMail, type PlaceNoticed } from '../people/people-mails.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { listWaiting, type Waits } from './needs.ts';

export const noticesWorker: Worker = recurring({
  name: 'notices',
  everyMilliseconds: POLL_EVERY,
  leaseMilliseconds: 5 * MINUTE,
  run: notifyPeople,
});

/** True: there may be more people. */
export async function notifyPeople(app: App): Promise<boolean> {
  const due = await dueNotices(app.db, new Date(app.clock.now()));
  const list = cachedLists(app);
  for (const person of due) await notifyOrGoOn(app, person, list);
  return due.length === CHECKED_AT_ONCE;
}

interface PendingList {
  readonly kind: Notice;
  /** Null: all projects. */
  readonly projectId: string | null;
  readonly page: NewestPage<Waits>;
}
type ListReader = (kind: Notice, projectId: string | null) => Promise<PendingList>;

/** Caches reads that several people share. */
function cachedLists(app: App): ListReader {
  const seen = new Map<string, PendingList>();
  return async (kind, projectId) => {
    const key = `${kind} ${projectId}`;
    const page = seen.get(key)?.page ?? (await listWaiting(app, kind, projectId));
    const list = { kind, projectId, page };
    seen.set(key, list);
    return list;
  };
}

/** A failure for one person does not delay the others. It is retried when that person is due again. */
async function notifyOrGoOn(app: App, person: DueNotice, readList: ListReader): Promise<void> {
  try {
    await report(app, person, readList);
  } catch (error) {
    app.measures.failed(noticesWorker.name);
    app.log.warn({ err: error, user_id: person.user_id }, 'notification not sent');
    await passOver(app, person);
  }
}

async function report(app: App, person: DueNotice, readList: ListReader): Promise<void> {
  const { email, email_confirmed_at, disabled_at } = person;
  if (email === null || email_confirmed_at === null || disabled_at !== null)
    return passOver(app, person);
  const lists = await readLists(app.db, person, readList);
  const places = await placesOf(app.db, lists.flatMap(newSince(person.notified)));
  const notified = changed(person.notified, lists.map(notifiedEvents));
  await app.db.transaction(async (tx) => {
    const isMailed = places.length > 0;
    if (!(await markNotified(tx, person, { notified, isMailed })) || !isMailed) return;
    const { name, language } = person;
    const publicUrl = tx.instance.publicUrl.value;
    const token = tokenToStop(tx.instance, person.user_id);
    await queueMailToPerson(tx, noticeMail({ name, email, language, publicUrl, token, places }));
  });
}

async function passOver(app: App, person: DueNotice): Promise<void> {
  await app.db.transaction((tx) => markNotified(tx, person, { notified: null, isMailed: false }));
}

/** One query for everything if the person may read all projects, otherwise one for each project that they may read. */
async function readLists(
  sql: Sql,
  person: DueNotice,
  readList: ListReader,
): Promise<readonly PendingList[]> {
  const memberships = await membershipsOf(sql, person.user_id);
  const lists: PendingList[] = [];
  for (const kind of person.kinds) {
    const own = memberships.filter((each) => isForMember(kind, each));
    const inProjects = isAdministrative(kind) ? [] : own.map(({ project_id: id }) => id);
    const places = isForEveryProject(kind, person.role) ? [null] : inProjects;
    for (const place of places) lists.push(await readList(kind, place));
  }
  return lists;
}

interface New extends Waits {
  readonly kind: Notice;
  readonly isCapped: boolean;
}

/**
 * An item that is among the newest only because others were removed is not new: at the last notification, more were
 * pending than were read.
 */
function newSince(notified: readonly NotifiedTasks[]): (list: PendingList) => New[] {
  return ({ kind, projectId, page }) => {
    const before = notified.find((one) => one.kind === kind && one.project_id === projectId);
    const known = new Set(before?.ids);
    const isNew = ({ id }: Waits) => !known.has(id) && id > (before?.floor ?? '');
    return page.rows.filter(isNew).map((row) => ({ ...row, kind, isCapped: page.next !== null }));
  };
}

function notifiedEvents({ kind, projectId, page }: PendingList): NotifiedTasks {
  return { kind, project_id: projectId, ids: page.rows.map(({ id }) => id), floor: page.next };
}

/** Null when nothing has changed. */
function changed(
  before: readonly NotifiedTasks[],
  now: readonly NotifiedTasks[],
): readonly NotifiedTasks[] | null {
  const text = (notified: readonly NotifiedTasks[]) =>
    JSON.stringify(
      notified.map(({ kind, project_id, ids, floor }) => [kind, project_id, ids, floor]),
    );
  return text(before) === text(now) ? null : now;
}

/** Sorted by project; items without a project come last. */
async function placesOf(sql: Sql, all: readonly New[]): Promise<readonly PlaceNoticed[]> {
  const ids = [...new Set(all.flatMap(({ project_id: id }) => id ?? []))];
  const projects =
    ids.length === 0
      ? []
      : await sql.query<{ id: string; name: string }>(
          'select id, name from projects where id = any($1::uuid[]) order by name, id',
          [ids],
        );
  return [...projects, null]
    .map((project) => ({
      project,
      counts: countsOf(all.filter(({ project_id: id }) => id === (project?.id ?? null))),
    }))
    .filter(({ counts }) => counts.length > 0);
}

function countsOf(all: readonly New[]): readonly Counted[] {
  return [...groupBy(all, ({ kind }) => kind)].map(([kind, some]) => ({
    kind,
    count: some.length,
    isCapped: some.some((one) => one.isCapped),
  }));
}
