// A project's ledger also numbers the rows of its transaction list: they are in the order of its lock.

/**
 * The CTE `ledger` of a statement: takes the ledger locks in order to append the rows of its `item` (project_id, ...)
 * to the lists. It returns the counters before these rows, and the rows' time. `now` is SQL.
 */
export function listOrderCte(now: string): string {
  return `
ledger as (
  update ledgers l
  set transaction_seq = l.transaction_seq + c.n, last_transaction_at = greatest(l.last_transaction_at, ${now})
  from (select project_id, count(*) as n from item group by project_id) c
  where l.project_id = c.project_id
  returning l.project_id, l.transaction_seq - c.n as before, l.last_transaction_at as at
)`;
}
