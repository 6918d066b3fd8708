// Asks the database whether the books add up (invariants.ts): all at once, as the tests do after every flow, or of
// a few projects what is quickly answered. The worker and `chaintill audit` go over the same in slices
// (verify-project.ts).
import type { InvariantCode } from '../contract/invariant-texts.ts';
import type { Database, Sql } from '../db/database.ts';
import {
  type Invariants,
  KEPT_SUMS,
  OF_ALL_ROWS,
  OPEN,
  ofRefunds,
  ofTransfers,
  ofWithdrawals,
  QUICK,
  ROOTS,
} from './invariants.ts';

/** The same finding has the same facts as long as nothing else goes wrong: what moves by itself is not among them. */
export interface AuditFinding {
  readonly invariant: InvariantCode;
  readonly facts: Readonly<Record<string, unknown>> & { readonly project_id: string | null };
}

/** Of one invariant, for one project. */
const FINDINGS_MAX = 20;
const FINDINGS_MAX_IN_ALL = 10_000;

const everything: Invariants = {
  ...QUICK,
  ...OPEN,
  ...ofWithdrawals('true'),
  ...ofTransfers('transfers'),
  ...ofRefunds('true'),
  ...OF_ALL_ROWS,
  ...KEPT_SUMS,
};

/** What a look at one project reads: not more, however long its books are. */
const ofProject: Invariants = {
  ...QUICK,
  ...OPEN,
  ...ROOTS,
  ...ofWithdrawals(`w.committed_at is not null and w.status not in ('completed', 'cancelled')`),
};

/** Whose findings are gone when a look at the project does not find them again: they depend on no other rows. */
export const LOOKED_AT: readonly InvariantCode[] = [QUICK, OPEN, ROOTS]
  .flatMap(queriesOf)
  .map(([code]) => code);

/** Runs every invariant; an empty list is a clean book. */
export function auditLedger(db: Pick<Sql, 'query'>): Promise<AuditFinding[]> {
  return findingsOf(everything, (query) =>
    db.query(
      `select to_jsonb(found) - 'nth' as facts from (
         select q.*, row_number() over (partition by q.project_id) as nth from (${query}) q) found
       where nth <= ${FINDINGS_MAX} limit ${FINDINGS_MAX_IN_ALL}`,
    ),
  );
}

/** All of one project that needs no row of what is over, in one statement. */
export function lookAtProject(db: Sql, projectId: string): Promise<AuditFinding[]> {
  return requestTogether(db, {
    invariants: ofProject,
    where: 'q.project_id = $1',
    values: [projectId],
  });
}

/** Several queries as one statement. `where`: SQL, on the rows `q` that each of them finds. */
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

/** The quick ones, of some projects. In a transaction no table is read whole, small as it may be. */
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

async function findingsOf(
  queries: Invariants,
  run: (query: string) => Promise<{ facts: AuditFinding['facts'] }[]>,
): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  for (const [invariant, query] of queriesOf(queries)) {
    const rows = await run(query);
    findings.push(...rows.map(({ facts }) => ({ invariant, facts })));
  }
  return findings;
}
