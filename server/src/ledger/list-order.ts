// The ledger of a project counts the rows of its transaction list, too: their order is that of its lock.

/**
 * The part `ledger` of a statement, which takes the ledgers' locks in order to append the rows of its `item`
 * (project_id, ...) to the lists; it has what was counted before them, and their moment. `now` is SQL.
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
