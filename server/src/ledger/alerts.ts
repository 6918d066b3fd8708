// Alerts are problems that need a person. At most one per kind and subject is open; none is ever deleted.
import type { App } from '../app.ts';
import type { AlertKind } from '../contract/alert-kinds.ts';
import type { InvariantCode } from '../contract/invariant-codes.ts';
import { apiError, notFound } from '../core/errors.ts';
import { notifyChanged } from '../db/changed.ts';
import type { Sql } from '../db/database.ts';
import { type NewestPage, newestPage, type PageRequest, type Span } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';

const LIST_MAX = 200;

export interface AlertRow {
  readonly id: string;
  readonly kind: AlertKind;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
  readonly resolved_at: Date | null;
  readonly resolved_reason: string | null;
  readonly acknowledged_at: Date | null;
  readonly acknowledged_by: string | null;
  readonly note: string | null;
  readonly assignee: { readonly user_id: string; readonly name: string } | null;
}

const COLUMNS = `id, kind, facts, created_at, resolved_at, resolved_reason, acknowledged_at, acknowledged_by, note,
  (select jsonb_build_object('user_id', u.id, 'name', u.name) from users u where u.id = assignee_id) as assignee`;

interface Alert {
  readonly kind: AlertKind;
  readonly subject: string;
  readonly facts: object;
}

/** In its own transaction. */
export function openAlert({ db }: Pick<App, 'db'>, alert: Alert): Promise<void> {
  return db.transaction((tx) => raiseAlert(tx, alert));
}

export async function raiseAlert(tx: Tx, alert: Alert): Promise<void> {
  const facts = { subject: alert.subject, ...alert.facts };
  const raised = await tx.query(
    `insert into alerts (id, kind, facts, created_at)
     select $1, $2, $3::jsonb, $4 where not exists (
       select 1 from alerts
       where kind = $2 and resolved_at is null and facts ->> 'subject' = $5)
     on conflict do nothing
     returning 1`,
    [tx.newId(), alert.kind, JSON.stringify(facts), tx.now, alert.subject],
  );
  if (raised.length === 0) return;
  tx.log.error({ kind: alert.kind, ...facts }, 'alert opened');
  await notifyAlerts(tx);
}

export function notifyAlerts(sql: Sql): Promise<void> {
  return notifyChanged(sql, [{ projectId: null, type: 'alert', id: null }]);
}

export function endAlert(
  tx: Tx,
  { kind, subject }: { kind: AlertKind; subject: string },
): Promise<void> {
  return endAlerts(tx, { kind, subjects: [subject] });
}

interface Subjects {
  readonly kind: AlertKind;
  readonly subjects: readonly string[];
}

/** Older versions stored alerts about lost deposits without a subject. */
const IS_OPEN = `kind = $1 and resolved_at is null
  and coalesce(facts ->> 'subject', facts ->> 'deposit_id') = any($2::text[])`;

export async function endAlerts(tx: Tx, { kind, subjects }: Subjects): Promise<void> {
  const ended = await tx.query(`update alerts set resolved_at = $3 where ${IS_OPEN} returning 1`, [
    kind,
    subjects,
    tx.now,
  ]);
  if (ended.length > 0) await notifyAlerts(tx);
}

/** Same effect as `endAlert`, for jobs that check often and rarely find an open alert: the check costs one read. */
export async function resolveOpen(app: App, about: Subjects): Promise<void> {
  const { kind, subjects } = about;
  if (subjects.length === 0) return;
  const open = await app.db.query(`select 1 from alerts where ${IS_OPEN} limit 1`, [
    kind,
    subjects,
  ]);
  if (open.length > 0) await app.db.transaction((tx) => endAlerts(tx, about));
}

export function listAlerts(sql: Sql, requested: { withResolved: boolean }): Promise<AlertRow[]> {
  return sql.query<AlertRow>(
    `select ${COLUMNS} from alerts
     where $1 or resolved_at is null order by created_at desc, id desc limit ${LIST_MAX}`,
    [requested.withResolved],
  );
}

/** Newest first. Errors: 404. */
export function pageOfAlerts(
  sql: Sql,
  filter: PageRequest & { withResolved: boolean; kind: string | null; span: Span },
): Promise<NewestPage<AlertRow>> {
  const { withResolved, kind, span, ...page } = filter;
  return newestPage<AlertRow>(sql, {
    ...page,
    table: 'alerts',
    columns: COLUMNS,
    projectId: null,
    ...(!withResolved && { always: 'resolved_at is null' }),
    filters: [[kind, (place) => `kind = ${place}`]],
    span: { ...span, column: 'created_at' },
  });
}

/** Null: nobody. Errors: see `resolveAlert`. */
export async function assignAlert(
  app: App,
  { id, userId }: { id: string; userId: string | null },
): Promise<AlertRow> {
  const assigned = await app.db.query<AlertRow>(
    `update alerts set assignee_id = $2 where id = $1 and resolved_at is null returning ${COLUMNS}`,
    [id, userId],
  );
  return changedAlert(app, id, assigned);
}

/** Errors: see `resolveAlert`. */
export async function acknowledgeAlert(
  app: App,
  requested: { id: string; note: string; by: string },
): Promise<AlertRow> {
  const { id, note, by } = requested;
  const known = await app.db.query<AlertRow>(
    `update alerts set acknowledged_at = $2, acknowledged_by = $3, note = $4
     where id = $1 and resolved_at is null returning ${COLUMNS}`,
    [id, new Date(app.clock.now()), by, note],
  );
  return changedAlert(app, id, known);
}

/** Errors: 404, or 422 `invalid_status` when the alert was already resolved. */
export async function resolveAlert(
  app: App,
  requested: { id: string; reason: string },
): Promise<AlertRow> {
  const { id, reason } = requested;
  const resolved = await app.db.query<AlertRow>(
    `update alerts set resolved_at = $2, resolved_reason = $3
     where id = $1 and resolved_at is null returning ${COLUMNS}`,
    [id, new Date(app.clock.now()), reason],
  );
  return changedAlert(app, id, resolved);
}

/** Others who look at the list see the change at once. */
async function changedAlert(app: App, id: string, rows: readonly AlertRow[]): Promise<AlertRow> {
  const [row] = rows;
  if (row === undefined) return refusal(app, id);
  await notifyAlerts(app.db);
  return row;
}

async function refusal(app: App, id: string): Promise<never> {
  const rows = await app.db.query('select 1 from alerts where id = $1', [id]);
  if (rows.length === 0) throw notFound();
  throw apiError('invalid_status.alert_resolved');
}

// Alerts of a ledger audit are resolved when a later audit no longer finds the problem.

/** Resolves the project's alerts for these invariants, except for the subjects in `found`. */
export async function endAlertsOfProject(
  sql: Sql,
  ended: {
    projectId: string;
    invariants: readonly InvariantCode[];
    found: readonly string[];
    now: Date;
  },
): Promise<void> {
  const rows = await sql.query(
    `update alerts set resolved_at = $4
     where kind = 'audit_finding' and resolved_at is null and facts #>> '{facts,project_id}' = $1
       and facts ->> 'invariant' = any($2::text[]) and not (facts ->> 'subject' = any($3::text[]))
     returning 1`,
    [ended.projectId, ended.invariants, ended.found, ended.now],
  );
  if (rows.length > 0) await notifyAlerts(sql);
}

export async function endAlertsBefore(
  sql: Sql,
  { before, found, now }: { before: Date; found: readonly string[]; now: Date },
): Promise<void> {
  const ended = await sql.query(
    `update alerts set resolved_at = $3
     where kind = 'audit_finding' and resolved_at is null and created_at < $2 and not (facts ->> 'subject' = any($1::text[]))
     returning 1`,
    [found, before, now],
  );
  if (ended.length > 0) await notifyAlerts(sql);
}
