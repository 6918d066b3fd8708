// Which deposits count as spendable, as parts of the SQL with which the wallet adds or removes them.

/** The first lines must match the partial index `deposits_entering`. */
export const ENTERING = `not is_in_wallet and block_height is not null
  and (booked_at is not null or owner_type = 'treasury')
  and status = 'confirmed'
  and (owner_type = 'treasury' or credited_at is not null or coalesce(risk ->> 'level', '') <> 'high')
  and (maturity = 1 or exists (select 1 from chain_cursors c
    where c.coin = deposits.coin and c.height >= deposits.block_height + deposits.maturity - 1))
  and token is null`;

/** `entered`: up to `limit` deposits of the coin $1 that are spendable now. */
export const enteredCte = (limit: number) => `entered as (
    update deposits d set is_in_wallet = true
    from (select id from deposits where coin = $1 and ${ENTERING}
      order by txid, output_index, address limit ${limit} for update skip locked) e
    where d.id = e.id
    returning d.txid, d.output_index, d.address, d.amount)`;

/** `gone`: deposits of the coin $1 that a reorganization removed. */
export const GONE_CTE = `gone as (
    update deposits set is_in_wallet = false
    where coin = $1 and is_in_wallet and block_height is null
    returning txid, output_index, address)`;
