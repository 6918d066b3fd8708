// Stores the next message of each destination (decide.ts). Only one process at a time does this, and a destination has
// at most one pending message, which prevents duplicates.
import type { App } from '../app.ts';
import type { AlertKind } from '../contract/alert-kinds.ts';
import { DAY, MINUTE, SECOND } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { recurring } from '../workers/schedule.ts';
import { notifyWorker, type Worker } from '../workers/worker.ts';
import { type Decision, decideMessage, type Notification, type OpenAlert } from './decide.ts';
import { alertPostWorker } from './post.ts';
import { ALERT_DELIVERY_WORKER, retryAfter } from './render.ts';

const EVERY = 5 * SECOND;
const OPEN_MAX = 1000;
const NOTIFICATIONS_MAX = 2000;
const KEPT = 30 * DAY;

const alertsWorker: Worker = recurring({
  name: 'alerts',
  everyMilliseconds: EVERY,
  leaseMilliseconds: MINUTE,
  async run(app) {
    await notifyAlerts(app);
    return false;
  },
});

interface Idle {
  readonly id: string;
  readonly failures: number;
}

export async function notifyAlerts(app: App): Promise<void> {
  const idle = await app.db.query<Idle>(
    `select id, failures from alert_destinations d
     where is_enabled and not exists (
       select 1 from alert_messages m where m.destination_id = d.id and m.status = 'pending')
     order by id`,
  );
  if (idle.length === 0) return;
  const openAlerts = await readOpenAlerts(app.db);
  for (const destination of idle) {
    const notifications = await readNotifications(app.db, destination.id);
    const decision = decideMessage({ now: app.clock.now(), openAlerts, notifications });
    await store(app, destination, decision);
  }
}

/** Only the newest, because thousands may be open. */
async function readOpenAlerts(sql: Sql): Promise<OpenAlert[]> {
  const rows = await sql.query<{
    id: string;
    kind: AlertKind;
    subject: string;
    created_at: Date;
    is_known: boolean;
  }>(
    `select id, kind, coalesce(facts ->> 'subject', facts ->> 'deposit_id', id::text) as subject, created_at, acknowledged_at is not null as is_known
     from alerts where resolved_at is null order by id desc limit ${OPEN_MAX}`,
  );
  return rows.map(({ created_at: at, is_known: isKnown, ...row }) => ({
    ...row,
    since: at.getTime(),
    isKnown,
  }));
}

async function readNotifications(sql: Sql, destinationId: string): Promise<Notification[]> {
  const rows = await sql.query<{
    alert_id: string;
    kind: AlertKind;
    subject: string;
    times: number;
    remind_at: Date | null;
    created_at: Date;
    resolved_at: Date | null;
    is_by_hand: boolean;
  }>(
    `select t.alert_id, t.kind, t.subject, t.times, t.remind_at, a.created_at, a.resolved_at,
       a.resolved_reason is not null as is_by_hand
     from alert_notifications t join alerts a on a.id = t.alert_id
     where t.destination_id = $1 order by t.kind, t.subject limit ${NOTIFICATIONS_MAX}`,
    [destinationId],
  );
  return rows.map((row) => ({
    alertId: row.alert_id,
    kind: row.kind,
    subject: row.subject,
    times: row.times,
    since: row.created_at.getTime(),
    remindAt: row.remind_at?.getTime() ?? null,
    endedAt: row.resolved_at?.getTime() ?? null,
    isByHand: row.is_by_hand,
  }));
}

async function store(app: App, { id, failures }: Idle, decision: Decision): Promise<void> {
  const { content, moved } = decision;
  if (content === null && moved.length === 0) return;
  await app.db.transaction(async (tx) => {
    await moveNotifications(tx, id, moved);
    if (content === null) return;
    const dueAt = new Date(tx.now.getTime() + (failures === 0 ? 0 : retryAfter(failures)));
    await tx.query(
      `insert into alert_messages (id, destination_id, content, status, due_at, created_at)
       values ($1, $2, $3::jsonb, 'pending', $4, $5)
       on conflict (destination_id) where status = 'pending' do nothing`,
      [tx.newId(), id, JSON.stringify(content), dueAt, tx.now],
    );
    await notifyWorker(tx, ALERT_DELIVERY_WORKER);
    await tx.query(`delete from alert_messages where status <> 'pending' and created_at < $1`, [
      new Date(tx.now.getTime() - KEPT),
    ]);
  });
}

/** An alert that was resolved and opened again counts as the same alert. */
async function moveNotifications(tx: Tx, id: string, moved: readonly OpenAlert[]): Promise<void> {
  if (moved.length === 0) return;
  await tx.query(
    `update alert_notifications t set alert_id = m.alert_id
     from unnest($2::uuid[], $3::text[], $4::text[]) as m(alert_id, kind, subject)
     where t.destination_id = $1 and t.kind = m.kind and t.subject = m.subject`,
    [
      id,
      moved.map((alert) => alert.id),
      moved.map(({ kind }) => kind),
      moved.map(({ subject }) => subject),
    ],
  );
}

export function alertWorkers(): readonly Worker[] {
  return [alertsWorker, alertPostWorker()];
}
