// Full audits that a person requested. A stored position lets an interrupted run resume. A run advances only from the
// position that was read, so two processes cannot both continue it.
import type { App } from '../app.ts';
import { apiError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Sql } from '../db/database.ts';
import type { AuditFinding } from './audit.ts';
import type { AuditMark } from './verify-project.ts';

export interface Place {
  /** The number of row kinds already verified. Null while projects are verified. */
  readonly kind: number | null;
  /** The key of the last verified row, or the last verified project. */
  readonly after: readonly string[];
  readonly mark: AuditMark | null;
}

export interface AuditRun {
  readonly id: string;
  readonly place: Place;
  readonly version: number;
  readonly findings: readonly AuditFinding[];
  readonly began_at: Date;
  readonly ended_at: Date | null;
}

const COLUMNS = 'id, place, version, findings, began_at, ended_at';
const NO_PROJECT = '00000000-0000-0000-0000-000000000000';
const START: Place = { kind: null, after: [NO_PROJECT], mark: null };

/** Returns the unfinished run, or starts a new one. */
export async function openRun(app: App, { isNew }: { isNew: boolean }): Promise<AuditRun> {
  const open = isNew ? null : await latestRun(app.db);
  if (open !== null && open.ended_at === null) return open;
  const run = {
    id: newId(app.clock, app.random),
    place: START,
    version: 0,
    findings: [],
    began_at: new Date(app.clock.now()),
    ended_at: null,
  };
  await app.db.query('insert into audit_runs (id, place, began_at) values ($1, $2::jsonb, $3)', [
    run.id,
    JSON.stringify(run.place),
    run.began_at,
  ]);
  return run;
}

export async function latestRun(sql: Sql): Promise<AuditRun | null> {
  const [row] = await sql.query<AuditRun>(
    `select ${COLUMNS} from audit_runs order by began_at desc, id desc limit 1`,
  );
  return row ?? null;
}

export async function latestWholeRun(sql: Sql): Promise<AuditRun | null> {
  const [row] = await sql.query<AuditRun>(
    `select ${COLUMNS} from audit_runs where ended_at is not null order by ended_at desc limit 1`,
  );
  return row ?? null;
}

/** Errors: 409 when another process already continued the run. */
export async function storeRun(
  sql: Sql,
  before: AuditRun,
  after: Pick<AuditRun, 'place' | 'findings' | 'ended_at'>,
): Promise<AuditRun> {
  const [row] = await sql.query<AuditRun>(
    `update audit_runs set place = $3::jsonb, findings = $4::jsonb, ended_at = $5, version = version + 1
     where id = $1 and version = $2 returning ${COLUMNS}`,
    [
      before.id,
      before.version,
      JSON.stringify(after.place),
      JSON.stringify(after.findings),
      after.ended_at,
    ],
  );
  if (row !== undefined) return row;
  throw apiError('conflict');
}
