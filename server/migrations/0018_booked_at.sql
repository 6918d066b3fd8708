-- When a row of the transaction list counted in the books, its number among those of its account, and the account's
-- balance after it. Once set, these and the amount stay: what is taken back later is a row of its own.

alter table account_transactions
  add column booked_at timestamptz,
  add column booked_seq bigint,
  add column booked_balance numeric(78, 0);

-- The last booking of each account: how many there are, their sum, and when. What is booked next is not earlier.
create table booked_totals (
  project_id uuid not null,
  account_id uuid not null,
  n bigint not null,
  total numeric(78, 0) not null,
  last_at timestamptz not null,
  primary key (project_id, account_id)
) with (fillfactor = 50);

-- What a deposit that went back wrote never was in the account.
update account_transactions t set amount = 0
from coin_withdrawals w
where t.reference_type = 'CoinWithdrawal' and w.project_id = t.project_id and w.id = t.reference_id
  and w.deposit_id is not null and not t.is_counted;
update account_transactions set amount = 0
where reference_type = 'CoinDeposit' and status = 'refunded' and not is_counted;

with moments as (
  select t.project_id, t.account_id, t.id, t.seq, t.amount, coalesce((
      select max(p.created_at) from ledger_postings p
      where p.project_id = t.project_id and p.reference_id = t.reference_id), t.created_at) as at
  from account_transactions t where t.is_counted
), placed as (
  select m.*, row_number() over w as booked_seq, sum(amount) over w as balance
  from moments m window w as (partition by project_id, account_id order by at, seq rows unbounded preceding)
)
update account_transactions t set booked_at = p.at, booked_seq = p.booked_seq, booked_balance = p.balance
from placed p where t.project_id = p.project_id and t.id = p.id;
insert into booked_totals (project_id, account_id, n, total, last_at)
select project_id, account_id, count(*), sum(amount), max(booked_at) from account_transactions
where booked_at is not null group by project_id, account_id;

alter table account_transactions
  drop column is_counted,
  add constraint booked_whole check (
    (booked_at is null) = (booked_seq is null) and (booked_at is null) = (booked_balance is null));

-- The order of a statement. A row enters it when it is booked.
create unique index account_transactions_booked on account_transactions (project_id, account_id, booked_at, booked_seq)
  where booked_at is not null;

create function refuse_rebooking() returns trigger language plpgsql as $$
begin
  raise exception 'a booked transaction keeps its amount and its place' using errcode = 'integrity_constraint_violation';
end
$$;
create trigger account_transactions_booked_once before update on account_transactions for each row
  when (old.booked_at is not null and (
    new.amount <> old.amount or new.booked_at is distinct from old.booked_at
    or new.booked_seq is distinct from old.booked_seq or new.booked_balance is distinct from old.booked_balance))
  execute function refuse_rebooking();
