-- Beside what the outputs of a coin sum to: how much of it transfers have reserved, and how many are unspent. The list of
-- wallets reads these few rows, and no output.
alter table wallet_output_sums
  add column reserved numeric(78, 0) not null default 0,
  add column pieces bigint not null default 0;

insert into wallet_output_sums (coin, amount, reserved, pieces)
select coin, 0, coalesce(sum(amount) filter (where status = 'reserved'), 0), count(*) filter (where status = 'unspent')
from wallet_outputs where status in ('unspent', 'reserved') group by coin;

create or replace function sum_outputs() returns trigger language plpgsql set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into wallet_output_sums (coin, amount, reserved, pieces)
    select coin, sum(amount), coalesce(sum(amount) filter (where status = 'reserved'), 0),
      count(*) filter (where status = 'unspent')
    from fresh where status in ('unspent', 'reserved') group by coin;
  else
    insert into wallet_output_sums (coin, amount, reserved, pieces)
    select coin, amount, reserved, pieces from (
      select coin, sum(sign * amount) as amount,
        coalesce(sum(sign * amount) filter (where status = 'reserved'), 0) as reserved,
        coalesce(sum(sign) filter (where status = 'unspent'), 0) as pieces
      from (
        select coin, amount, status, 1 as sign from fresh where status in ('unspent', 'reserved')
        union all
        select coin, amount, status, -1 as sign from stale where status in ('unspent', 'reserved')) changed
      group by coin) differences
    where amount <> 0 or reserved <> 0 or pieces <> 0;
  end if;
  return null;
end
$$;
