// Proves the books of one project from where the proof ended last: what was booked since, slice by slice, each a short
// statement of its own that holds up nobody, and what is open now. What is over was proven once; its sums go on.
import type { Database } from '../db/database.ts';
import { type AuditFinding, LOOKED_AT, lookAtProject } from './audit.ts';
import { proveCounts } from './prove-counts.ts';
import { BALANCE_INVARIANT, type EntryMark, provePostings } from './prove-postings.ts';
import { proveReferred } from './prove-rows.ts';
import {
  COUNTED_INVARIANT,
  proveStatements,
  STATEMENT_INVARIANT,
  type StatementMark,
} from './prove-statements.ts';

/** Up to where the books of a project are proven, and what they sum up to there. */
export interface AuditMark {
  readonly postings: string;
  readonly entries: readonly EntryMark[];
  readonly statements: readonly StatementMark[];
  readonly hour: string | null;
}

export const NOTHING_PROVEN: AuditMark = { postings: '0', entries: [], statements: [], hour: null };

export interface Turn {
  readonly mark: AuditMark;
  readonly findings: readonly AuditFinding[];
  /** Nothing was left that is new. */
  readonly isAtHead: boolean;
}

export interface TurnRequest {
  readonly projectId: string;
  readonly mark: AuditMark;
  readonly now: Date;
  /** Slices of each kind. */
  readonly slices: number;
  /** Rows of a slice. */
  readonly most?: number;
}

/** Some tens of milliseconds. */
const ROWS_OF_SLICE = 2000;

/** Where nothing is new they are found again as long as they are so. */
export const FOUND_AGAIN: readonly string[] = [
  ...LOOKED_AT,
  BALANCE_INVARIANT,
  COUNTED_INVARIANT,
  STATEMENT_INVARIANT,
];

type Reader = Pick<Database, 'transaction'>;

export async function proveProject(db: Reader, requested: TurnRequest): Promise<Turn> {
  const { projectId, now, slices, most = ROWS_OF_SLICE } = requested;
  let { mark } = requested;
  let from = mark.hour;
  let isOpen = false;
  const findings: AuditFinding[] = [];
  const isDone = { postings: false, statements: false, counts: false };
  for (let n = 0; n < slices && !(isDone.postings && isDone.statements && isDone.counts); n++) {
    // They travel together.
    const [looked, posted, stated, counted] = await db.transaction((tx) =>
      Promise.all([
        n === 0 ? lookAtProject(tx, projectId) : [],
        isDone.postings ? null : provePostings(tx, projectId, { ...mark, most }),
        isDone.statements ? null : proveStatements(tx, projectId, { ...mark, most }),
        isDone.counts ? null : proveCounts(tx, projectId, { from, now, most }),
      ]),
    );
    findings.push(...looked);
    for (const slice of [posted, stated, counted]) findings.push(...(slice?.findings ?? []));
    if (posted !== null) {
      const { referred, marks, upto, isLast } = posted;
      if (Object.keys(referred).length > 0)
        findings.push(...(await db.transaction((tx) => proveReferred(tx, projectId, referred))));
      mark = { ...mark, postings: upto, entries: replaced(mark.entries, marks) };
      isDone.postings = isLast;
    }
    if (stated !== null) {
      mark = { ...mark, statements: replaced(mark.statements, stated.marks) };
      isDone.statements = stated.isLast;
    }
    if (counted !== null) {
      mark = { ...mark, hour: counted.marked };
      isDone.counts = counted.next === null;
      isOpen = counted.next !== counted.marked;
      from = counted.next;
    }
  }
  // What is counted in hours that are still open is looked at again anyway.
  const isAtHead = isDone.postings && isDone.statements && (isDone.counts || isOpen);
  return { mark, findings, isAtHead };
}

function replaced<Mark extends { readonly id: string }>(
  before: readonly Mark[],
  marks: readonly Mark[],
): Mark[] {
  const byId = new Map([...before, ...marks].map((mark) => [mark.id, mark]));
  return [...byId.values()];
}
