// Proves a database that was made of a backup: every row of every table can be read, which has PostgreSQL compare the
// checksums of its pages, and all books add up from their first row on.
import type { Database } from '../db/database.ts';
import type { AuditFinding } from '../ledger/audit.ts';
import { readMark } from '../ledger/audit-marks.ts';
import { PAGES, proveTotals } from '../ledger/prove-pages.ts';
import { NOTHING_PROVEN, proveProject } from '../ledger/prove-project.ts';

export interface Proof {
  readonly tables: number;
  readonly rows: number;
  readonly projects: number;
  readonly findings: readonly AuditFinding[];
}

const SLICES = 8;
const ROWS_OF_PAGE = 2000;

/** Throws what PostgreSQL says of a page that is damaged. */
export async function proveCopy(db: Database, say: (progress: string) => void): Promise<Proof> {
  say('reading every row');
  const read = await readEverything(db);
  say('proving the books');
  const projects = await db.query<{ id: string }>('select id from projects order by id');
  const findings: AuditFinding[] = [];
  for (const { id } of projects) findings.push(...(await proveBooks(db, id)));
  for (const kind of PAGES.keys()) findings.push(...(await provePages(db, kind)));
  return { ...read, projects: projects.length, findings };
}

const TABLES = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' order by 1`;

async function readEverything(db: Database): Promise<{ tables: number; rows: number }> {
  const tables = await db.query<{ name: string }>(TABLES);
  let rows = 0;
  for (const { name } of tables) {
    const [row] = await db.patient.query<{ n: number }>(
      `select count(*)::float8 as n from ${name}`,
    );
    rows += row?.n ?? 0;
  }
  return { tables: tables.length, rows };
}

async function proveBooks(db: Database, projectId: string): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  const [{ now } = { now: new Date(0) }] = await db.query<{ now: Date }>('select now()');
  let mark = NOTHING_PROVEN;
  for (let isAtHead = false; !isAtHead; ) {
    const turn = await proveProject(db.patient, { projectId, mark, now, slices: SLICES });
    findings.push(...turn.findings);
    mark = turn.mark;
    isAtHead = turn.isAtHead;
  }
  const marked = await readMark(db, projectId);
  return [
    ...findings,
    ...(await db.patient.transaction((tx) => proveTotals(tx, projectId, marked))),
  ];
}

async function provePages(db: Database, kind: number): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  const pages = PAGES[kind];
  for (let after = pages?.first ?? null; pages !== undefined && after !== null; ) {
    const from = { after, most: ROWS_OF_PAGE };
    const page = await db.patient.transaction((tx) => pages.prove(tx, from));
    findings.push(...page.findings);
    after = page.after;
  }
  return findings;
}
