// When each project's ledger was verified.
import type { Sql } from '../db/database.ts';

export interface VerifiedProject {
  readonly project_id: string;
  readonly name: string;
  /** Null: not yet. */
  readonly proven_at: Date | null;
  /** Whether the current round has yet to verify it. */
  readonly is_due: boolean;
}

/** The newest projects, which may not be in a round yet, come first, then those verified least recently. */
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
