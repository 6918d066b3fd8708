// Verifies every row of each kind, page by page in key order.
import type { Sql } from '../db/database.ts';
import type { CountedType } from '../db/object-counts.ts';
import { type AuditFinding, auditProject, requestTogether } from './audit.ts';
import { type Invariants, STORED_TOTALS } from './invariants.ts';
import { SLICE_FINDINGS_MAX, verifyPostings } from './verify-postings.ts';
import type { AuditMark } from './verify-project.ts';
import {
  verifyDeposits,
  verifyRefunds,
  verifyTransfers,
  verifyWithdrawals,
} from './verify-rows.ts';
import { blockTotal, verifyStatements } from './verify-statements.ts';

export interface VerifiedPage {
  /** The key of the last row. Null: this was the last page. */
  readonly after: readonly string[] | null;
  readonly read: number;
  readonly findings: readonly AuditFinding[];
}

type VerifyPage = (
  db: Sql,
  from: { after: readonly string[]; most: number },
) => Promise<VerifiedPage>;

interface Pages {
  readonly what: string;
  /** A key that sorts before every row. */
  readonly first: readonly string[];
  readonly verify: VerifyPage;
}

type Key = readonly string[];

const NO_ID = '00000000-0000-0000-0000-000000000000';

export const PAGES: readonly Pages[] = [
  {
    what: 'deposits',
    first: [NO_ID],
    verify: pages(
      'select array[id::text] as key from deposits where id > $1 order by id limit $2',
      (db, keys) =>
        verifyDeposits(
          db,
          keys.map(([id = '']) => id),
        ),
    ),
  },
  {
    what: 'withdrawals',
    first: [NO_ID, NO_ID],
    verify: pairs('coin_withdrawals', 'project_id', verifyWithdrawals),
  },
  {
    what: 'refunds',
    first: [NO_ID, NO_ID],
    verify: pairs('invoice_refunds', 'project_id', verifyRefunds),
  },
  { what: 'transfers', first: ['', NO_ID], verify: pairs('transfers', 'coin', verifyTransfers) },
  {
    what: 'block sums',
    first: [NO_ID, NO_ID, '0', '-1'],
    verify: pages(
      `select array[project_id::text, account_id::text, level::text, block::text] as key from transaction_sums
       where (project_id, account_id, level, block) > ($1, $2, $3, $4)
       order by project_id, account_id, level, block limit $5`,
      verifySums,
    ),
  },
];

function pages(
  text: string,
  verify: (db: Sql, keys: readonly Key[]) => Promise<AuditFinding[]>,
): VerifyPage {
  return async (db, { after, most }) => {
    const rows = await db.query<{ key: Key }>(text, [...after, most]);
    const keys = rows.map(({ key }) => key);
    const findings = keys.length === 0 ? [] : await verify(db, keys);
    return {
      after: keys.length < most ? null : (keys.at(-1) ?? null),
      read: keys.length,
      findings,
    };
  };
}

type Pair = readonly [string, string];

/** For a table whose key is `ownerColumn` and the ID. */
function pairs(
  table: 'coin_withdrawals' | 'invoice_refunds' | 'transfers',
  ownerColumn: 'project_id' | 'coin',
  verify: (db: Sql, keys: readonly Pair[]) => Promise<AuditFinding[]>,
): VerifyPage {
  return pages(
    `select array[${ownerColumn}::text, id::text] as key from ${table}
     where (${ownerColumn}, id) > ($1, $2) order by ${ownerColumn}, id limit $3`,
    (db, keys) =>
      verify(
        db,
        keys.map(([first = '', second = '']): Pair => [first, second]),
      ),
  );
}

function verifySums(db: Sql, keys: readonly Key[]): Promise<AuditFinding[]> {
  const column = (n: number) => keys.map((key) => key[n]);
  return db.query<AuditFinding>(SUMS, [column(0), column(1), column(2), column(3)]);
}

const SUMS = `
with compared as materialized (
  select b.*, ${blockTotal('b')} as real
  from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::bigint[]) as k(project_id, account_id, level, block)
  join transaction_sums b on b.project_id = k.project_id and b.account_id = k.account_id and b.level = k.level
    and b.block = k.block
)
select 'transaction_block_sum_mismatch' as invariant, to_jsonb(f) as facts
from (select project_id, account_id, level, block, (total - real)::text as off_by from compared
  where total <> real limit ${SLICE_FINDINGS_MAX}) f`;

/** For a project with all rows verified. Also checks that the mark matches the ledger. */
export async function verifyTotals(
  db: Sql,
  projectId: string,
  mark: AuditMark,
): Promise<AuditFinding[]> {
  const { findings } = await verifyPostings(db, projectId, { ...mark, most: 0 });
  const statements = await verifyStatements(db, projectId, { ...mark, most: 0 });
  const totals = await requestTogether(db, {
    invariants: TOTALS,
    where: 'true',
    values: [projectId],
  });
  const kept = await verifyStoredTotals(db, projectId);
  return [...findings, ...statements.findings, ...totals, ...kept];
}

const COUNTED: Readonly<Record<CountedType, string>> = {
  invoice: 'invoices',
  channel: 'channels',
  customer: 'customers',
  coin_withdrawal: 'coin_withdrawals',
  subscription: 'subscriptions',
  checkout: 'checkouts',
};

const TOTALS: Invariants = {
  transaction_bucket_count_mismatch: `
    select $1::uuid as project_id, '-infinity'::timestamptz as bucket, currency, reference_type, status,
      total - hours as off_by
    from (select currency, reference_type, status, risk_level,
        coalesce(sum(n) filter (where bucket = '-infinity'), 0) as total,
        coalesce(sum(n) filter (where bucket > '-infinity'), 0) as hours
      from transaction_counts where project_id = $1 group by currency, reference_type, status, risk_level) c
    where total <> hours`,
  list_count_mismatch: `
    select $1::uuid as project_id, l.object_type, (coalesce(c.n, 0) - l.n)::text as off_by
    from (${Object.entries(COUNTED)
      .map(
        ([type, table]) =>
          `select '${type}' as object_type, count(*) as n from ${table} where project_id = $1`,
      )
      .join(' union all ')}) l
    left join object_counts c on c.project_id = $1 and c.object_type = l.object_type
    where coalesce(c.n, 0) <> l.n`,
  // One lookup per account, however many entries it has.
  entry_without_account: `
    with recursive named as (
      (select account, project_id from ledger_entries order by account, seq limit 1)
      union all
      (select e.account, e.project_id from named n cross join lateral (
        select * from ledger_entries e where e.account > n.account order by e.account, e.seq limit 1) e))
    select n.project_id, n.account::text from named n
    where n.project_id = $1 and not exists (
      select 1 from ledger_accounts a where a.project_id = $1 and a.number = n.account)`,
};

/** Stored sums are shown without being recomputed, so the audit compares them with the postings. */
export function verifyStoredTotals(sql: Sql, projectId: string): Promise<AuditFinding[]> {
  return auditProject(sql, projectId, STORED_TOTALS);
}
