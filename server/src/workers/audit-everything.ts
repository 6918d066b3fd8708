// Verifies every ledger and every single row from the beginning, to find rows altered after they had been verified.
// Runs in short statements while the service is running. An interrupted run continues where it stopped. Findings are
// handled like those of the worker (audit-books.ts).
import type { App } from '../app.ts';
import { endAlertsBefore } from '../ledger/alerts.ts';
import type { AuditFinding } from '../ledger/audit.ts';
import { readMark } from '../ledger/audit-marks.ts';
import { type AuditRun, openRun, type Place, storeRun } from '../ledger/audit-runs.ts';
import { PAGES, verifyTotals } from '../ledger/verify-pages.ts';
import { NOTHING_VERIFIED, verifyProject } from '../ledger/verify-project.ts';
import { alertFinding, subjectOf } from './audit-books.ts';

export interface AuditRequest {
  /** Starts over instead of resuming an interrupted run. */
  readonly isNew: boolean;
  say(progress: string): void;
  /** Rows per slice; by default, as many as can be read quickly. */
  readonly most?: number;
}

interface Step {
  readonly place: Place;
  readonly findings: readonly AuditFinding[];
  readonly progress: string;
}

const SLICES_OF_STEP = 4;
const ROWS_OF_PAGE = 2000;
const FINDINGS_MAX = 1000;

/** Includes findings from before an interruption. */
export async function auditEverything(app: App, requested: AuditRequest): Promise<AuditRun> {
  let run = await openRun(app, requested);
  while (run.ended_at === null) {
    const step = await (run.place.kind === null
      ? verifyNextProject(app, run.place, requested)
      : verifyNextPage(app, run.place, requested));
    for (const finding of step.findings) await alertFinding(app, finding, { isRaisedAgain: true });
    const ended = step.place.kind === PAGES.length ? new Date(app.clock.now()) : null;
    const findings = together(run.findings, step.findings);
    run = await storeRun(app.db, run, { place: step.place, findings, ended_at: ended });
    requested.say(step.progress);
  }
  await endAlerts(app, run);
  return run;
}

async function verifyNextProject(app: App, place: Place, { most }: AuditRequest): Promise<Step> {
  const [next] = await app.db.query<{ id: string; name: string; nth: number; n: number }>(NEXT, [
    place.after[0],
  ]);
  if (next === undefined) return { place: firstPage(0), findings: [], progress: 'all projects' };
  const { unhurried } = app.db;
  const { id: projectId, name, nth, n } = next;
  const slice = await verifyProject(unhurried, {
    projectId,
    mark: place.mark ?? NOTHING_VERIFIED,
    now: new Date(app.clock.now()),
    slices: SLICES_OF_STEP,
    ...(most !== undefined && { most }),
  });
  const progress = `project ${nth} of ${n}, ${name}: ${slice.mark.postings} postings`;
  if (!slice.isAtHead)
    return { place: { ...place, mark: slice.mark }, findings: slice.findings, progress };
  const marked = await readMark(app.db, projectId);
  const totals = await unhurried.transaction((tx) => verifyTotals(tx, projectId, marked));
  return {
    place: { kind: null, after: [projectId], mark: null },
    findings: [...slice.findings, ...totals],
    progress,
  };
}

const NEXT = `
  select id, name, (select count(*) from projects b where b.id <= p.id)::int as nth,
    (select count(*) from projects)::int as n
  from projects p where id > $1 order by id limit 1`;

async function verifyNextPage(app: App, place: Place, { most }: AuditRequest): Promise<Step> {
  const kind = place.kind ?? 0;
  const pages = PAGES[kind];
  if (pages === undefined) return { place, findings: [], progress: 'done' };
  const from = { after: place.after, most: most ?? ROWS_OF_PAGE };
  const { after, findings, read } = await app.db.unhurried.transaction((tx) =>
    pages.verify(tx, from),
  );
  const progress = `${pages.what}: ${read} more`;
  return { place: after === null ? firstPage(kind + 1) : { ...place, after }, findings, progress };
}

function firstPage(kind: number): Place {
  return { kind, after: PAGES[kind]?.first ?? [], mark: null };
}

function together(before: readonly AuditFinding[], fresh: readonly AuditFinding[]): AuditFinding[] {
  const bySubject = new Map([...before, ...fresh].map((finding) => [subjectOf(finding), finding]));
  return [...bySubject.values()].slice(0, FINDINGS_MAX);
}

/** Resolves older alerts whose findings were not found again. */
async function endAlerts(app: App, { findings, began_at }: AuditRun): Promise<void> {
  if (findings.length >= FINDINGS_MAX) return;
  const now = new Date(app.clock.now());
  await endAlertsBefore(app.db, { before: began_at, found: findings.map(subjectOf), now });
}
