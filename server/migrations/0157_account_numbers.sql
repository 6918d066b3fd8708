-- Postings and entries name an account by a number of eight bytes instead of its id of sixteen: a payment writes eight entries, and
-- PostgreSQL splits the pages of a key of two such numbers where it grows, so that they stay full. The number is what of the id is
-- random (RFC 9562, 5.7), so that a project keeps its numbers wherever it moves.
create function account_number(id uuid) returns bigint language sql immutable strict parallel safe
  return ('x' || substr(id::text, 20, 4) || substr(id::text, 25))::bit(64)::bigint & 4611686018427387903;

alter table ledger_accounts add column number bigint not null generated always as (account_number(id)) stored;
alter table ledger_accounts add constraint ledger_accounts_number unique (number);

alter table ledger_postings
  alter column from_account type bigint using account_number(from_account),
  alter column to_account type bigint using account_number(to_account);
alter table ledger_entries alter column account_id type bigint using account_number(account_id);
alter table ledger_entries rename column account_id to account;

-- They name accounts, and are added up again.
delete from day_sums;
delete from hour_sums;

create or replace function refuse_unknown_accounts()
returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if exists (
    select 1 from (
      select project_id, from_account as number, currency from fresh
      union select project_id, to_account, currency from fresh) named
    where not exists (
      select 1 from ledger_accounts a where a.project_id = named.project_id and a.number = named.number)
  ) then
    raise exception 'a posting names an account that does not exist' using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select 1 from (
      select project_id, from_account as number, currency from fresh
      union select project_id, to_account, currency from fresh) named
    where currency is distinct from (
      select a.currency from ledger_accounts a where a.project_id = named.project_id and a.number = named.number)
  ) then
    raise exception 'a posting is in another currency than its accounts'
      using errcode = 'integrity_constraint_violation';
  end if;
  -- The entries of an account follow its postings, each of which touches it once (refuse_wrong_entries): as many as
  -- there are new postings of it are new when the first of them is.
  if exists (
    select 1 from (
      select project_id, number, count(*) as n, min(seq) as first from (
        select project_id, from_account as number, seq from fresh
        union all select project_id, to_account, seq from fresh) sides
      group by project_id, number) touched
    where coalesce((
      select e.posting_seq from ledger_entries e
      where e.project_id = touched.project_id and e.account = touched.number and e.seq = (
        select a.entry_seq from ledger_accounts a where a.project_id = touched.project_id and a.number = touched.number)
        - touched.n + 1), 0) < touched.first
  ) then
    raise exception 'a posting lacks an entry' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create or replace function refuse_unproven_balances()
returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if exists (
    select 1 from fresh a
    where (a.entry_seq = 0 and a.balance <> 0) or (a.entry_seq <> 0 and a.balance is distinct from (
        select e.balance_after from ledger_entries e
        where e.project_id = a.project_id and e.account = a.number and e.seq = a.entry_seq))
      or (
        select e.seq from ledger_entries e
        where e.project_id = a.project_id and e.account = a.number and e.seq = a.entry_seq + 1) is not null
  ) then
    raise exception 'a balance is not that of its last entry' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create or replace function refuse_wrong_entries()
returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  -- Both lists are put together and grouped: planned while the tables are empty, a look-up for each posting may take the
  -- other index that begins with the project, and read all of its postings for each. The numbers of what one statement
  -- posts follow each other. The halves of a posting are on two accounts, so that each is there once: without its entry
  -- the sum is below zero, and an entry that is no half, or one twice, is above.
  if exists (
    select 1 from (
      select project_id, posting_seq, account, amount, 1 as n from fresh
      union all
      select p.project_id, p.seq, side.account, side.amount, -1
      from (select project_id, min(posting_seq) as first, max(posting_seq) as last from fresh group by project_id) posted
      cross join lateral (
        select * from ledger_postings l
        where l.project_id = posted.project_id and l.seq between posted.first and posted.last
        order by l.project_id, l.seq offset 0) p
      cross join lateral (values (p.from_account, -p.amount), (p.to_account, p.amount)) as side(account, amount)
    ) halves
    group by posting_seq, account, amount, project_id
    having sum(n) <> 0
  ) then
    raise exception 'entries are not the two halves of their posting'
      using errcode = 'integrity_constraint_violation';
  end if;
  -- Each follows the one before it; the first of each account that which was there, and the last is what the account says.
  if exists (
    select 1 from (
      select *, lag(seq) over w as before_seq, lag(posting_seq) over w as before_posting,
        lag(balance_after) over w as before_balance, lead(seq) over w as next_seq
      from fresh window w as (partition by project_id, account order by seq)) e
    where case
      when e.before_seq is not null then e.seq <> e.before_seq + 1 or e.posting_seq <= e.before_posting
        or e.balance_after <> e.before_balance + e.amount
      when e.seq = 1 then e.balance_after <> e.amount
      else e.seq < 1 or (e.balance_after - e.amount) is distinct from (
          select b.balance_after from ledger_entries b
          where b.project_id = e.project_id and b.account = e.account and b.seq = e.seq - 1)
        or e.posting_seq <= (
          select b.posting_seq from ledger_entries b
          where b.project_id = e.project_id and b.account = e.account and b.seq = e.seq - 1)
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
