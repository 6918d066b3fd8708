-- A posting is stored with both of its entries in one row: a payment, which wrote four postings and eight entries, writes four rows.
-- That a posting has its two halves, of one amount, is so by its form, and no longer proven row by row. What was the table of
-- entries is a view. Columns of fixed width come first, so that none is padded.
-- All of both tables is read once and joined by hashes: transactions of the service are told to do the opposite.
set local enable_seqscan = on;
set local enable_nestloop = off;
set local work_mem = '64MB';

alter table ledger_postings rename to former_postings;
alter table ledger_entries rename to former_entries;

create table ledger_postings (
  project_id uuid not null,
  reference_id uuid not null,
  seq bigint not null,
  from_account bigint not null,
  from_seq bigint not null,
  to_account bigint not null,
  to_seq bigint not null,
  created_at timestamptz not null,
  reference_type text not null,
  purpose text not null,
  currency text not null,
  amount numeric(78, 0) not null,
  from_balance numeric(78, 0) not null,
  to_balance numeric(78, 0) not null
);

insert into ledger_postings
select p.project_id, p.reference_id, p.seq, p.from_account, f.seq, p.to_account, t.seq, p.created_at, p.reference_type, p.purpose,
  p.currency, p.amount, f.balance_after, t.balance_after
from former_postings p
join former_entries f on f.account = p.from_account and f.posting_seq = p.seq and f.amount = -p.amount
join former_entries t on t.account = p.to_account and t.posting_seq = p.seq and t.amount = p.amount
order by p.created_at, p.project_id, p.seq;

do $$
declare
  postings bigint; former bigint; entries bigint;
begin
  select count(*) into postings from ledger_postings;
  select count(*) into former from former_postings;
  select count(*) into entries from former_entries;
  if postings <> former or entries <> 2 * former then
    raise exception 'the books have % postings and % entries, of which % postings have both: run `chaintill audit`',
      former, entries, postings;
  end if;
end
$$;

drop table former_entries, former_postings;
drop function refuse_unknown_accounts();
drop function refuse_wrong_entries();

alter table ledger_postings add constraint ledger_postings_pkey primary key (project_id, seq);
alter table ledger_postings add constraint posting_once unique (project_id, reference_id, purpose);
-- An account is on one side of each posting; that its entries have one number each on both sides together is proven below.
alter table ledger_postings add constraint taken_once unique (from_account, from_seq);
alter table ledger_postings add constraint given_once unique (to_account, to_seq);
alter table ledger_postings add constraint ledger_postings_amount_check check (amount > 0);
alter table ledger_postings add constraint ledger_postings_check check (from_account <> to_account);

create view ledger_entries with (security_invoker = true) as
select project_id, from_account as account, from_seq as seq, seq as posting_seq, -amount as amount, from_balance as balance_after
from ledger_postings
union all
select project_id, to_account, to_seq, seq, amount, to_balance from ledger_postings;

create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function refuse_change();
create trigger ledger_postings_while_open after insert on ledger_postings
  referencing new table as fresh for each statement execute function refuse_closed_project();

create function refuse_wrong_postings()
returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  is_unknown boolean; is_foreign boolean;
begin
  select bool_or(known is null), bool_or(known <> currency) into is_unknown, is_foreign
  from (
    select currency, (
      select a.currency from ledger_accounts a where a.project_id = named.project_id and a.number = named.number) as known
    from (
      select project_id, from_account as number, currency from fresh
      union select project_id, to_account, currency from fresh) named
  ) looked_up;
  if is_unknown then
    raise exception 'a posting names an account that does not exist' using errcode = 'foreign_key_violation';
  end if;
  if is_foreign then
    raise exception 'a posting is in another currency than its accounts'
      using errcode = 'integrity_constraint_violation';
  end if;
  -- Each entry follows the one before it; the first of each account that which was there, and the last is what the account says.
  if exists (
    select 1 from (
      select *, lag(seq) over w as before_seq, lag(posting_seq) over w as before_posting,
        lag(balance_after) over w as before_balance, lead(seq) over w as next_seq
      from (
        select project_id, from_account as account, from_seq as seq, seq as posting_seq, -amount as amount,
          from_balance as balance_after from fresh
        union all
        select project_id, to_account, to_seq, seq, amount, to_balance from fresh) halves
      window w as (partition by account order by seq)) e
    where case
      when e.before_seq is not null then e.seq <> e.before_seq + 1 or e.posting_seq <= e.before_posting
        or e.balance_after <> e.before_balance + e.amount
      when e.seq = 1 then e.balance_after <> e.amount
      else e.seq < 1 or not exists (
        select 1 from ledger_entries b where b.account = e.account and b.seq = e.seq - 1
          and b.balance_after = e.balance_after - e.amount and b.posting_seq < e.posting_seq)
      end
      or (e.next_seq is null and row(e.seq, e.balance_after) is distinct from (
        select row(a.entry_seq, a.balance) from ledger_accounts a
        where a.project_id = e.project_id and a.number = e.account))
  ) then
    raise exception 'entries do not follow those of their account' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger ledger_postings_proven after insert on ledger_postings
  referencing new table as fresh for each statement execute function refuse_wrong_postings();

create or replace function refuse_unproven_balances()
returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if exists (
    select 1 from fresh a
    where case when a.entry_seq = 0 then a.balance <> 0 else not exists (
        select 1 from ledger_entries e
        where e.account = a.number and e.seq = a.entry_seq and e.balance_after = a.balance) end
      or exists (select 1 from ledger_entries e where e.account = a.number and e.seq = a.entry_seq + 1)
  ) then
    raise exception 'a balance is not that of its last entry' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
