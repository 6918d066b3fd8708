// How far each project's ledger is verified. A mark is stored only if it has not moved since the audit started, so
// two concurrent audits cannot both store one.
import type { Sql } from '../db/database.ts';
import { type AuditMark, NOTHING_VERIFIED } from './verify-project.ts';

export interface MarkRow {
  readonly project_id: string;
  readonly mark: AuditMark;
  readonly version: number;
  readonly proven_at: Date | null;
}

const COLUMNS = 'project_id, mark, version, proven_at';

/** When no project is due, makes all projects due again. New projects are added as due. */
export async function beginRound(sql: Sql): Promise<void> {
  await sql.query(
    'update audit_marks set is_due = true where not exists (select 1 from audit_marks where is_due)',
  );
  await sql.query(
    `insert into audit_marks (project_id, mark) select p.id, $1::jsonb from projects p
     where not exists (select 1 from audit_marks s where s.project_id = p.id)
     on conflict (project_id) do nothing`,
    [JSON.stringify(NOTHING_VERIFIED)],
  );
}

export async function claimMark(sql: Sql): Promise<MarkRow | null> {
  const [row] = await sql.query<MarkRow>(
    `update audit_marks set turn = (select max(turn) + 1 from audit_marks)
     where project_id = (select project_id from audit_marks where is_due order by turn, project_id limit 1)
     returning ${COLUMNS}`,
  );
  return row ?? null;
}

/** For projects that could not be verified: they are due again in the next round. */
export async function endSlices(sql: Sql, projectIds: readonly string[]): Promise<void> {
  await sql.query('update audit_marks set is_due = false where project_id = any($1::uuid[])', [
    projectIds,
  ]);
}

/** Returns false when another process moved the mark in the meantime. `provenAt` is set when no new rows are left. */
export async function storeMark(
  sql: Sql,
  before: MarkRow,
  after: { mark: AuditMark; provenAt: Date | null },
): Promise<boolean> {
  const { mark, provenAt } = after;
  const rows = await sql.query(
    `update audit_marks set mark = $3::jsonb, version = version + 1, is_due = $4::timestamptz is null,
       proven_at = coalesce($4::timestamptz, proven_at)
     where project_id = $1 and version = $2 returning 1`,
    [before.project_id, before.version, JSON.stringify(mark), provenAt],
  );
  return rows.length === 1;
}

/** Before a project's first audit, the mark is empty. */
export async function readMark(sql: Sql, projectId: string): Promise<AuditMark> {
  const [row] = await sql.query<{ mark: AuditMark }>(
    'select mark from audit_marks where project_id = $1',
    [projectId],
  );
  return row?.mark ?? NOTHING_VERIFIED;
}

export async function readMarks(sql: Sql): Promise<MarkRow[]> {
  const rows = await sql.query<MarkRow & { mark: AuditMark | null }>(
    `select p.id as project_id, s.mark, coalesce(s.version, 0) as version, s.proven_at
     from projects p left join audit_marks s on s.project_id = p.id order by s.proven_at nulls first, p.id`,
  );
  return rows.map((row) => ({ ...row, mark: row.mark ?? NOTHING_VERIFIED }));
}

interface VerifiedProject {
  readonly project_id: string;
  readonly name: string;
  readonly proven_at: Date | null;
  readonly is_due: boolean;
}

/** First the newest projects that are not in a round yet, then the least recently verified. */
export async function readVerified(sql: Sql, limit: number): Promise<VerifiedProject[]> {
  const unknown = await sql.query<VerifiedProject>(
    `select p.id as project_id, p.name, null::timestamptz as proven_at, true as is_due
     from (select id, name from projects order by id desc limit $1) p
     where not exists (select 1 from audit_marks s where s.project_id = p.id) order by p.id desc`,
    [limit],
  );
  const known = await sql.query<VerifiedProject>(
    `select s.project_id, p.name, s.proven_at, s.is_due
     from (select project_id, proven_at, is_due from audit_marks
       order by proven_at nulls first, project_id limit $1) s
     join projects p on p.id = s.project_id order by s.proven_at nulls first, s.project_id`,
    [limit],
  );
  return [...unknown, ...known].slice(0, limit);
}
