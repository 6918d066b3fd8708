// Email notifications of a person: their selection, the items already reported, and the time of the next check.
import type { App, Instance } from '../app.ts';
import { isAdministrative, NOTICES, type Notice } from '../contract/people/notices.ts';
import {
  type InstallationRole,
  type ProjectRole,
  permissionsOfRole,
  permissionsOfRoles,
} from '../contract/roles.ts';
import { MINUTE } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { lateRows } from '../workers/pull-in.ts';
import type { UserRow } from './users.ts';

const NOTICE_PAUSE = 15 * MINUTE;
export const POLL_EVERY = MINUTE;
export const CHECKED_AT_ONCE = 20;

export const lateNotices = lateRows({
  table: 'notices',
  update: 'update notices t set due_at = $1',
  key: ['user_id'],
  delayMax: NOTICE_PAUSE,
});

export interface NotifiedTasks {
  readonly kind: Notice;
  readonly project_id: string | null;
  readonly ids: readonly string[];
  /** If more items were pending than were read, the lowest ID read. Null: all were read. */
  readonly floor: string | null;
}

export interface DueNotice
  extends Pick<
    UserRow,
    'name' | 'email' | 'email_confirmed_at' | 'role' | 'language' | 'disabled_at'
  > {
  readonly user_id: string;
  readonly kinds: readonly Notice[];
  readonly notified: readonly NotifiedTasks[];
  readonly due_at: Date;
}

export function noticesFor(
  role: InstallationRole | null,
  memberships: readonly { readonly roles: readonly ProjectRole[] }[],
): readonly Notice[] {
  return NOTICES.filter(
    (kind) =>
      isForEveryProject(kind, role) ||
      (!isAdministrative(kind) && memberships.some((each) => isForMember(kind, each))),
  );
}

/** Proposed decisions are only announced to people who may make them. */
const permissionFor = (kind: Notice) => (kind === 'proposals_open' ? 'payout' : 'read');

export function isForEveryProject(kind: Notice, role: InstallationRole | null): boolean {
  return permissionsOfRole(role).has(permissionFor(kind));
}

export function isForMember(
  kind: Notice,
  { roles }: { readonly roles: readonly ProjectRole[] },
): boolean {
  return permissionsOfRoles(roles).has(permissionFor(kind));
}

export async function chosenNotices(sql: Sql, userId: string): Promise<readonly Notice[]> {
  const [row] = await sql.query<{ kinds: Notice[] }>(
    'select kinds from notices where user_id = $1',
    [userId],
  );
  return row?.kinds ?? [];
}

/** A changed selection does not repeat items that were already reported. */
export async function chooseNotices(
  { db, clock }: App,
  userId: string,
  kinds: readonly Notice[],
): Promise<void> {
  const chosen = NOTICES.filter((kind) => kinds.includes(kind));
  await db.query(
    `insert into notices as n (user_id, kinds, notified, due_at) values ($1, $2, '[]', $3)
     on conflict (user_id) do update set kinds = excluded.kinds,
       due_at = case when excluded.due_at is not null
         then greatest(excluded.due_at, n.mailed_at + make_interval(secs => $4)) end`,
    [userId, chosen, chosen.length === 0 ? null : new Date(clock.now()), NOTICE_PAUSE / 1000],
  );
}

const UNSUBSCRIBE = 'unsubscribe';

/**
 * For the link in a notification email that ends notifications without a sign-in. Authenticated by the instance's key,
 * so nobody can make one for another person. It has no expiry, because emails stay in mailboxes, and permits nothing
 * else.
 */
export function tokenToStop({ secrets }: Instance, userId: string): string {
  return secrets.seal(userId, UNSUBSCRIBE);
}

/** Null unless this instance made the token. */
export function personOfToken({ secrets }: Instance, token: string): string | null {
  try {
    return secrets.open(token, UNSUBSCRIBE);
  } catch {
    return null;
  }
}

/** A repetition changes nothing. The person can choose notifications again after a sign-in. */
export async function stopNotices({ db }: App, userId: string): Promise<void> {
  await db.query(`update notices set kinds = '{}', due_at = null where user_id = $1`, [userId]);
}

export function dueNotices(sql: Sql, now: Date): Promise<DueNotice[]> {
  return sql.query<DueNotice>(
    `select n.user_id, n.kinds, n.notified, n.due_at, u.name, u.email, u.email_confirmed_at, u.role, u.language, u.disabled_at
     from (select * from notices where due_at <= $1 order by due_at limit ${CHECKED_AT_ONCE}) n
     join users u on u.id = n.user_id order by n.due_at, n.user_id`,
    [now],
  );
}

/**
 * Returns false, and no email may be sent, if another process has checked in the meantime, the selection has changed,
 * or the person is deactivated. Null `notified` leaves the reported items unchanged.
 */
export async function markNotified(
  tx: Tx,
  { user_id, due_at, kinds }: DueNotice,
  { notified, isMailed }: { notified: readonly NotifiedTasks[] | null; isMailed: boolean },
): Promise<boolean> {
  const next = new Date(tx.now.getTime() + (isMailed ? NOTICE_PAUSE : POLL_EVERY));
  const rows = await tx.query(
    `update notices n set notified = coalesce($4::jsonb, n.notified), due_at = $5,
       mailed_at = case when $6 then $7 else n.mailed_at end
     where n.user_id = $1 and n.due_at = $2 and n.kinds = $3
       and (not $6 or exists (select 1 from users u where u.id = n.user_id and u.disabled_at is null))
     returning 1`,
    [user_id, due_at, kinds, notified && JSON.stringify(notified), next, isMailed, tx.now],
  );
  return rows.length === 1;
}
