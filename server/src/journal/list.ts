// Lists the audit log. The statement contains only the filters that are used, so that each combination uses its own
// index (docs/decisions/0076-plans-that-hold.md).
import { notFound } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';

export interface JournalRow {
  readonly id: string;
  readonly at: Date;
  readonly actor_kind: string;
  readonly actor: string;
  readonly source: string;
  readonly address: string | null;
  readonly step_up: Readonly<Record<string, unknown>> | null;
  readonly operation: string;
  readonly project_id: string | null;
  readonly object_type: string | null;
  readonly object_id: string | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
  readonly before: unknown;
  /** Null: still running, or interrupted. */
  readonly result: 'done' | 'refused' | 'failed' | null;
  readonly ended_at: Date | null;
  readonly code: string | null;
  readonly problems: { field: string; code: string }[] | null;
  readonly after: unknown;
}

export interface JournalRequest {
  readonly projectId: string | null;
  readonly actor: string | null;
  /** The name of the operation, or of its group. */
  readonly operation: string | null;
  readonly objectId: string | null;
  readonly result: 'begun' | 'done' | 'refused' | 'failed' | null;
  /** Both inclusive. */
  readonly from: Date | null;
  readonly to: Date | null;
  readonly after: string | null;
  readonly limit: number;
}

/** Errors: 404 when `after` is not an entry of the log. */
export async function listJournal(
  sql: Sql,
  requested: JournalRequest,
): Promise<{ rows: readonly JournalRow[]; hasMore: boolean }> {
  const { after, limit } = requested;
  if (after !== null) {
    const found = await sql.query('select 1 from journal where id = $1', [after]);
    if (found.length === 0) throw notFound();
  }
  const { where, values } = conditionsOf(requested);
  const rows = await sql.query<JournalRow>(
    `select j.id, j.at, j.actor_kind, j.actor, j.source, j.address, j.step_up, j.operation,
       coalesce(j.project_id, o.project_id) as project_id, j.object_type,
       coalesce(j.object_id, o.object_id) as object_id, j.input, j.reason, j.before,
       o.result, o.at as ended_at, o.code, o.problems, o.after
     from journal j left join journal_results o on o.journal_id = j.id
     ${where} order by j.id desc limit $${values.length + 1}`,
    [...values, limit + 1],
  );
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

function conditionsOf(requested: JournalRequest): { where: string; values: readonly unknown[] } {
  const { result } = requested;
  const values: unknown[] = [];
  const conditions: string[] = [];
  const present = (value: unknown, condition: (place: string) => string) => {
    if (value !== null) conditions.push(condition(`$${values.push(value)}`));
  };
  present(requested.after, (place) => `j.id < ${place}`);
  present(requested.projectId, (place) => madeOr('project_id', `${place}::uuid`));
  present(requested.objectId, (place) => madeOr('object_id', place));
  present(requested.actor, (place) => `j.actor = ${place}`);
  present(requested.from, (place) => `j.at >= ${place}`);
  present(requested.to, (place) => `j.at <= ${place}`);
  present(
    requested.operation,
    (place) => `(j.operation = ${place} or starts_with(j.operation, ${place} || '.'))`,
  );
  if (result === 'begun') conditions.push('o.result is null');
  else present(result, (place) => `o.result = ${place}`);
  return { where: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`, values };
}

/** Matches the object of the request or the object that it created. */
function madeOr(column: 'project_id' | 'object_id', place: string): string {
  const made = `select journal_id from journal_results where ${column} = ${place}`;
  return `(j.${column} = ${place} or j.id in (${made}))`;
}
