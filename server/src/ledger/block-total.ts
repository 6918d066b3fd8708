// SQL for the sum that a block of the transaction list must have (transactions/record.ts).

/** Each block of each level is the sum of the 64 below it, and of the lowest level of its rows. */
export function blockTotal(block: string): string {
  return `case ${block}.level when 1 then (
    select coalesce(sum(r.amount), 0) from account_transactions r
    where r.project_id = ${block}.project_id and r.account_id = ${block}.account_id and r.booked_at is not null
      and r.seq >= ${block}.block * 64 and r.seq < (${block}.block + 1) * 64)
  else (
    select coalesce(sum(below.total), 0) from transaction_sums below
    where below.project_id = ${block}.project_id and below.account_id = ${block}.account_id
      and below.level = ${block}.level - 1
      and below.block >= ${block}.block * 64 and below.block < (${block}.block + 1) * 64) end`;
}
