// Verifies that a backup can be restored: restores it into a scratch folder, and verifies the result. Needs no key,
// and nothing leaves the machine.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../core/log.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { type Programs, startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import type { AuditFinding } from '../ledger/audit.ts';
import { readMark } from '../ledger/audit-marks.ts';
import { PAGES, verifyTotals } from '../ledger/verify-pages.ts';
import { NOTHING_VERIFIED, verifyProject } from '../ledger/verify-project.ts';
import { ARCHIVE, compareSum, type Manifest, summing } from './backup.ts';
import {
  type Abort,
  assertRoomFor,
  makePassing,
  PASSING,
  removeLeft,
  removePassing,
  undoneAfter,
} from './passing-folder.ts';
import type { Place } from './place.ts';
import { recoverBackup } from './recover.ts';
import type { Followed } from './wal/follow-wal.ts';

// Reads every page of every table, which makes PostgreSQL check its checksum, and checks every ledger from its first
// row on.

interface VerifiedCopy {
  readonly tables: number;
  readonly rows: number;
  readonly projects: number;
  readonly findings: readonly AuditFinding[];
}

const SLICES = 8;
const ROWS_OF_PAGE = 2000;

export async function verifyCopy(
  db: Database,
  say: (progress: string) => void,
): Promise<VerifiedCopy> {
  say('reading every table');
  const read = await readEverything(db);
  say('verifying the ledgers');
  const projects = await db.query<{ id: string }>('select id from projects order by id');
  const findings: AuditFinding[] = [];
  for (const { id } of projects) findings.push(...(await verifyBooks(db, id)));
  for (const kind of PAGES.keys()) findings.push(...(await verifyPages(db, kind)));
  return { ...read, projects: projects.length, findings };
}

/** Our tables in all schemas, PostgreSQL's own, and their TOAST tables. */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, n.nspname !~ '^(pg_|information_schema$)' as "isOurs"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 't', 'm') and c.relpersistence = 'p' order by 1`;
/** An index-only scan would skip the table, and a bitmap scan reads only part of it. */
const PAGE_BY_PAGE = ['indexonlyscan', 'indexscan', 'bitmapscan']
  .map((kind) => `set local enable_${kind} = off`)
  .concat('set local enable_seqscan = on');

/** Totals only our tables. Throws PostgreSQL's error for a damaged page. */
export async function readEverything(db: Database): Promise<{ tables: number; rows: number }> {
  const tables = await db.query<{ name: string; isOurs: boolean }>(TABLES);
  const counts = await db.unhurried.transaction(async (tx) => {
    for (const setting of PAGE_BY_PAGE) await tx.query(setting);
    const counted = [];
    for (const { name, isOurs } of tables) {
      const [row] = await tx.query<{ n: number }>(`select count(*)::float8 as n from ${name}`);
      if (isOurs) counted.push(row?.n ?? 0);
    }
    return counted;
  });
  return { tables: counts.length, rows: counts.reduce((sum, n) => sum + n, 0) };
}

async function verifyBooks(db: Database, projectId: string): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  const [{ now } = { now: new Date(0) }] = await db.query<{ now: Date }>('select now()');
  let mark = NOTHING_VERIFIED;
  for (let isAtHead = false; !isAtHead; ) {
    const slice = await verifyProject(db.unhurried, { projectId, mark, now, slices: SLICES });
    findings.push(...slice.findings);
    mark = slice.mark;
    isAtHead = slice.isAtHead;
  }
  const marked = await readMark(db, projectId);
  return [
    ...findings,
    ...(await db.unhurried.transaction((tx) => verifyTotals(tx, projectId, marked))),
  ];
}

async function verifyPages(db: Database, kind: number): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  const pages = PAGES[kind];
  for (let after = pages?.first ?? null; pages !== undefined && after !== null; ) {
    const from = { after, most: ROWS_OF_PAGE };
    const page = await db.unhurried.transaction((tx) => pages.verify(tx, from));
    findings.push(...page.findings);
    after = page.after;
  }
  return findings;
}

export interface VerifyRequest {
  readonly place: Place;
  readonly manifest: Manifest;
  /** The scratch folder, which takes as much space as the database, is created here. */
  readonly scratchIn: string;
  readonly followed: Followed | null;
  readonly programs?: Programs | undefined;
  readonly log: Log;
  readonly abort: Abort;
  say(progress: string): void;
}

interface Verified extends VerifiedCopy {
  /** The copy contains everything acknowledged before this time. */
  readonly until: Date;
}

/** Throws BackupError, EmbeddedPostgresError, or PostgreSQL's error for a damaged page. */
export async function verifyBackup(requested: VerifyRequest): Promise<Verified> {
  const { scratchIn, abort, followed, say } = requested;
  await mkdir(scratchIn, { recursive: true });
  for (const left of await removeLeft(scratchIn, PASSING.verify))
    say(`removed ${left}, left by an interrupted verification`);
  await assertRoomFor(requested.manifest, scratchIn, followed?.wal.bytes ?? 0);
  const folder = await makePassing(scratchIn, PASSING.verify);
  return undoneAfter({ abort, undo: () => removePassing(folder) }, async () => {
    await compareFiles(requested);
    const until = await recoverBackup({ ...requested, folder });
    return { until, ...(await verifyRestored(join(folder, 'postgres'), requested)) };
  });
}

/** The archive is verified while it is read. */
async function compareFiles({ place, manifest }: VerifyRequest): Promise<void> {
  for (const stored of manifest.files.filter(({ path }) => path !== ARCHIVE)) {
    const sums = summing(stored.path);
    for await (const chunk of sums.pass(await place.read(manifest.name, stored.path))) void chunk;
    compareSum(stored, sums.sum());
  }
}

async function verifyRestored(
  folder: string,
  { log, programs, say }: VerifyRequest,
): Promise<VerifiedCopy> {
  const server = await startEmbeddedPostgres({
    folder,
    log,
    ...(programs !== undefined && { programs }),
  });
  const db = openDatabase(server.owner, log);
  try {
    // A backup of an earlier release is migrated, as when this release starts on it.
    await migrate(db);
    return await verifyCopy(db, say);
  } finally {
    await db.close();
    await server.stop();
  }
}
