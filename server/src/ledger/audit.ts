// Runs ledger checks (invariants.ts) in whole, for tests and for quick checks of a few projects. verify-project.ts
// runs them in slices.
import type { InvariantCode } from '../contract/invariant-codes.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Database, Sql } from '../db/database.ts';
import {
  type Invariants,
  OF_ALL_ROWS,
  OPEN,
  ofRefunds,
  ofTransfers,
  ofWithdrawals,
  QUICK,
  ROOTS,
  STORED_TOTALS,
} from './invariants.ts';

/** `facts` has no values that change in normal operation, so that a repeated finding has equal fields. */
export interface AuditFinding {
  readonly invariant: InvariantCode;
  readonly facts: Readonly<Record<string, unknown>> & { readonly project_id: string | null };
}

/** Per invariant and project. */
const FINDINGS_MAX = 20;
const FINDINGS_MAX_IN_ALL = 10_000;

const everything: Invariants = {
  ...QUICK,
  ...OPEN,
  ...ofWithdrawals('true'),
  ...ofTransfers('transfers'),
  ...ofRefunds('true'),
  ...OF_ALL_ROWS,
  ...STORED_TOTALS,
};

/** The cost is bounded, whatever the size of the project's ledger. */
const ofProject: Invariants = {
  ...QUICK,
  ...OPEN,
  ...ROOTS,
  ...ofWithdrawals(`w.committed_at is not null and w.status not in ('completed', 'cancelled')`),
};

/** These depend on no other rows, so a finding is resolved when a check of the project no longer finds it. */
export const CHECKED_INVARIANTS: readonly InvariantCode[] = [QUICK, OPEN, ROOTS]
  .flatMap(queriesOf)
  .map(([code]) => code);

export async function auditLedger(db: Pick<Sql, 'query'>): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  for (const [invariant, query] of queriesOf(everything)) {
    const rows = await db.query<Pick<AuditFinding, 'facts'>>(
      `select to_jsonb(found) - 'nth' as facts from (
         select q.*, row_number() over (partition by q.project_id) as nth from (${query}) q) found
       where nth <= ${FINDINGS_MAX} limit ${FINDINGS_MAX_IN_ALL}`,
    );
    findings.push(...rows.map(({ facts }) => ({ invariant, facts })));
  }
  return findings;
}

/** By default, runs all checks of one project that need no completed rows. In one statement. */
export function auditProject(
  db: Sql,
  projectId: string,
  invariants = ofProject,
): Promise<AuditFinding[]> {
  return requestTogether(db, { invariants, where: 'q.project_id = $1', values: [projectId] });
}

/** Combines several queries into one statement. `where` is an SQL condition on the rows `q` of each query. */
export function requestTogether(
  db: Sql,
  requested: { invariants: Invariants; where: string; values: readonly unknown[] },
): Promise<AuditFinding[]> {
  const parts = queriesOf(requested.invariants).map(
    ([name, query]) =>
      `(select '${name}' as invariant, to_jsonb(q) as facts from (${query}) q where ${requested.where} limit ${FINDINGS_MAX})`,
  );
  return db.query<AuditFinding>(parts.join('\nunion all\n'), requested.values);
}

/** Runs in a transaction that prevents sequential scans even of small tables. */
export function auditProjects(
  db: Pick<Database, 'transaction'>,
  projectIds: readonly string[],
): Promise<AuditFinding[]> {
  const where = 'q.project_id = any($1::uuid[])';
  return db.transaction((tx) =>
    requestTogether(tx, { invariants: QUICK, where, values: [projectIds] }),
  );
}

function queriesOf(invariants: Invariants): [InvariantCode, string][] {
  return Object.entries(invariants) as [InvariantCode, string][];
}

export function findingText({
  invariant,
  facts,
}: {
  readonly invariant: string;
  readonly facts: object;
}): string {
  return `${invariantText(invariant)}: ${JSON.stringify(facts)}`;
}

/** A code stored by a newer version has no text here. */
export function invariantText(code: string): string {
  const texts: Readonly<Record<string, string>> = textsOf('invariants', 'en');
  return texts[code] ?? code.replaceAll('_', ' ');
}
