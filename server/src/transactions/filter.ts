// What a transaction list is narrowed to, as SQL. Used by read-rows.ts and count.ts.

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
}

/**
 * Only the conditions that are asked for, so that each combination is planned for its own index. A currency
 * is an account. Times are turned into the ids of the rows at both ends, since rows are in the order of
 * their times: every index goes by id (or seq), none other by time.
 */
export function conditions(filter: Filter, values: unknown[]): string {
  const parts = ['t.project_id = $1'];
  values.push(filter.projectId);
  const add = (value: unknown, condition: (slot: string) => string) => {
    if (value === null) return;
    values.push(value);
    parts.push(condition(`$${values.length}`));
  };
  const { by } = orderOf(filter);
  add(filter.accountId, (slot) => `t.account_id = ${slot}`);
  add(
    filter.accountId === null ? filter.currency : null,
    (slot) => `t.account_id = (select id from ledger_accounts
      where project_id = $1 and kind = 'available' and currency = ${slot})`,
  );
  add(filter.type, (slot) => `t.reference_type = ${slot}`);
  add(filter.status, (slot) => `t.status = ${slot}`);
  add(filter.riskLevel, (slot) => `t.risk_level = ${slot}`);
  add(filter.customerId, (slot) => `t.customer_id = ${slot}`);
  add(filter.from, (slot) => `${by} >= (${rowAt(by, slot, { from: true })})`);
  add(filter.to, (slot) => `${by} <= (${rowAt(by, slot, { from: false })})`);
  return parts.join(' and ');
}

/** Within one account the index is by seq, over all accounts by id; both are the order of the list. */
export function orderOf(filter: Filter): { by: 't.id' | 't.seq' } {
  const isOneAccount = filter.accountId !== null || filter.currency !== null;
  return { by: isOneAccount ? 't.seq' : 't.id' };
}

/** The first row from a time on, or the last up to it. Without one nothing is compared as true. */
export function rowAt(by: string, slot: string, end: { from: boolean }): string {
  const [operator, direction] = end.from ? ['>=', 'asc'] : ['<=', 'desc'];
  return `select ${by} from account_transactions t where t.project_id = $1 and t.created_at ${operator} ${slot}
    order by t.created_at ${direction}, t.id ${direction} limit 1`;
}
