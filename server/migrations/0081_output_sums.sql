-- What the outputs of a coin sum to that are ours and not spent: solvency asks every ten minutes, and does not read a
-- million of them for it. Each statement adds its difference, so that none waits for another; the look sums them up.
create table wallet_output_sums (
  coin text not null,
  seq bigint generated always as identity,
  amount numeric(78, 0) not null,
  primary key (coin, seq)
);
insert into wallet_output_sums (coin, amount)
select coin, sum(amount) from wallet_outputs where status in ('unspent', 'reserved') group by coin;

create function sum_outputs() returns trigger language plpgsql set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into wallet_output_sums (coin, amount)
    select coin, sum(amount) from fresh where status in ('unspent', 'reserved') group by coin;
  else
    insert into wallet_output_sums (coin, amount)
    select coin, sum(amount) from (
      select coin, amount from fresh where status in ('unspent', 'reserved')
      union all
      select coin, -amount from stale where status in ('unspent', 'reserved')) changed
    group by coin having sum(amount) <> 0;
  end if;
  return null;
end
$$;
create trigger wallet_outputs_sum after insert on wallet_outputs
  referencing new table as fresh for each statement execute function sum_outputs();
create trigger wallet_outputs_change after update on wallet_outputs
  referencing old table as stale new table as fresh for each statement execute function sum_outputs();

-- Outputs that do not count yet, or no more, are found by their transfer.
create index transfers_unconfirmed on transfers (coin, txid) where status <> 'confirmed';
