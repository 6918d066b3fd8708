// The filters of a transaction list and of a statement, which is in posting order, as SQL.
import type { Sql } from '../db/database.ts';

export interface Filter {
  readonly projectId: string;
  readonly accountId: string | null;
  readonly currency: string | null;
  readonly type: string | null;
  readonly status: string | null;
  readonly riskLevel: string | null;
  readonly customerId: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
  /** Null: in creation order. */
  readonly booked: BookedRange | null;
  /** Oldest first. Not for a statement. */
  readonly isRising: boolean;
}

export interface BookedRange {
  readonly from: Date | null;
  readonly to: Date | null;
}

/**
 * Only the requested conditions, so that each combination is planned for its own index. Times become the IDs of the
 * rows at both ends, because rows are in time order and every index has the ID (or seq), not the time.
 */
export function conditions(filter: Filter, values: unknown[], order = orderOf(filter)): string {
  const { by } = order;
  const { parts, add } = partsOf(filter, values, order.isByAccount ? null : 't');
  add(filter.accountId, (slot) => `t.account_id = ${slot}`);
  add(
    filter.accountId === null ? filter.currency : null,
    (slot) => `t.account_id = ${accountOf(slot)}`,
  );
  addKinds(filter, add);
  add(filter.from, (slot) => `${by} >= (${placeOf(by, firstSince(slot))})`);
  add(filter.to, (slot) => `${by} < (${placeOf(by, firstAfter(slot))})`);
  return parts.join(' and ');
}

/** A project has few kinds of rows, but many customers. */
export function isOfKinds({ type, status, riskLevel, customerId }: Filter): boolean {
  return customerId === null && [type, status, riskLevel].some((kind) => kind !== null);
}

/** The account index has no project column, so the project is omitted when only that index applies. */
function isOfAllRows(filter: Filter): boolean {
  return filter.customerId === null && !isOfKinds(filter);
}

export function kinds(filter: Filter, values: unknown[]): string {
  const { parts, add } = partsOf(filter, values, 'c');
  parts.push(`c.bucket = '-infinity'`, 'c.n > 0');
  add(filter.currency, (slot) => `c.currency = ${slot}`);
  add(filter.type, (slot) => `c.reference_type = ${slot}`);
  add(filter.status, (slot) => `c.status = ${slot}`);
  add(filter.riskLevel, (slot) => `c.risk_level = ${slot}`);
  return `(select distinct c.reference_type, c.status, c.risk_level from transaction_counts c
    where ${parts.join(' and ')}) k`;
}

export function bookedConditions(filter: Filter, values: unknown[]): string {
  const { parts, add } = partsOf(filter, values, isOfAllRows(filter) ? null : 't');
  parts.push('t.account_id = a.id', 't.booked_at is not null');
  addKinds(filter, add);
  add(filter.from, (slot) => `t.created_at >= ${slot}`);
  add(filter.to, (slot) => `t.created_at <= ${slot}`);
  add(filter.booked?.from ?? null, (slot) => `t.booked_at >= ${slot}`);
  add(filter.booked?.to ?? null, (slot) => `t.booked_at <= ${slot}`);
  return parts.join(' and ');
}

/** The accounts of a list, as `a`: one, or all of the project (one per currency). */
export function accounts(
  {
    accountId = null,
    currency = null,
    projectId,
  }: Pick<Filter, 'projectId'> & Partial<Pick<Filter, 'accountId' | 'currency'>>,
  values: unknown[],
): string {
  const { parts, add } = partsOf({ projectId }, values, 'l');
  parts.push(`l.kind = 'available'`);
  add(accountId, (slot) => `l.id = ${slot}`);
  add(currency, (slot) => `l.currency = ${slot}`);
  return `(select l.id from ledger_accounts l where ${parts.join(' and ')}) a`;
}

type Add = (value: unknown, condition: (slot: string) => string) => void;

/** `table`: the table with the project column. Null when the account determines the project. */
function partsOf(
  filter: Pick<Filter, 'projectId'>,
  values: unknown[],
  table: string | null,
): { parts: string[]; add: Add } {
  const parts = table === null ? [] : [`${table}.project_id = $1`];
  if (values.length === 0) values.push(filter.projectId);
  const add: Add = (value, condition) => {
    if (value === null) return;
    values.push(value);
    parts.push(condition(`$${values.length}`));
  };
  return { parts, add };
}

function addKinds(filter: Filter, add: Add): void {
  add(filter.type, (slot) => `t.reference_type = ${slot}`);
  add(filter.status, (slot) => `t.status = ${slot}`);
  add(filter.riskLevel, (slot) => `t.risk_level = ${slot}`);
  add(filter.customerId, (slot) => `t.customer_id = ${slot}`);
}

function accountOf(slot: string): string {
  return `(select id from ledger_accounts
      where project_id = $1 and kind = 'available' and currency = ${slot})`;
}

export interface Order {
  readonly by: 't.id' | 't.seq';
  readonly isByAccount: boolean;
}

/** Within one account the index uses seq, across accounts the ID. Both are in list order. */
export function orderOf(filter: Filter): Order {
  const isOneAccount = filter.accountId !== null || filter.currency !== null;
  return {
    by: isOneAccount ? 't.seq' : 't.id',
    isByAccount: isOneAccount && isOfAllRows(filter),
  };
}

export function firstSince(moment: string): string {
  return `transaction_seq_at($1::uuid, ${moment}::timestamptz)`;
}

/** SQL. Times have microsecond resolution. */
export function firstAfter(moment: string): string {
  return firstSince(`(${moment}::timestamptz + interval '1 microsecond')`);
}

/** A subselect is evaluated only once. */
function placeOf(by: 't.id' | 't.seq', seq: string): string {
  return by === 't.seq' ? `select ${seq}` : `select transaction_id_from(${seq})`;
}

/** The API shows whole seconds, so an inclusive upper bound covers the whole second. */
export function endOfInstant(time: number): number {
  return time % 1000 === 0 ? time + 999 : time;
}

interface StatementEnds {
  /** In the currency's smallest unit. */
  readonly opening: bigint;
  readonly closing: bigint;
}

/** Times in milliseconds, both inclusive. Null: unbounded. */
export async function statementEnds(
  sql: Sql,
  account: { projectId: string; currency: string },
  { from, to }: { from: number | null; to: number | null },
): Promise<StatementEnds> {
  const before = (moment: Date | null) => balanceBefore(sql, account, moment);
  return {
    opening: from === null ? 0n : await before(new Date(from)),
    closing: await before(to === null ? null : new Date(endOfInstant(to) + 1)),
  };
}

async function balanceBefore(
  sql: Sql,
  { projectId, currency }: { projectId: string; currency: string },
  moment: Date | null,
): Promise<bigint> {
  const bound = moment === null ? '' : 'and t.booked_at < $3';
  const rows = await sql.query<{ balance: bigint }>(
    `select t.booked_balance as balance from account_transactions t
     where t.booked_at is not null ${bound} and t.account_id = (
       select id from ledger_accounts where project_id = $1 and kind = 'available' and currency = $2)
     order by t.booked_at desc, t.booked_seq desc limit 1`,
    [projectId, currency, ...(moment === null ? [] : [moment])],
  );
  return rows[0]?.balance ?? 0n;
}
