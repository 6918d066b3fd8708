-- The books are proven by the database as well: whoever writes, each posting has its two entries, in the currency of its
-- accounts, each account's entries follow each other, and each balance is its last entry. Checked once for a
-- statement, on what it wrote: `post` writes both halves and the balances in one.

-- Reads rows by their keys only: plans made for few rows are right for many.
create or replace function refuse_unknown_accounts() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from (
      select project_id, from_account as id, currency from fresh
      union select project_id, to_account, currency from fresh) named
    where not exists (
      select 1 from ledger_accounts a where a.project_id = named.project_id and a.id = named.id)
  ) then
    raise exception 'a posting names an account that does not exist' using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select 1 from (
      select project_id, from_account as id, currency from fresh
      union select project_id, to_account, currency from fresh) named
    join ledger_accounts a on a.project_id = named.project_id and a.id = named.id
    where a.currency <> named.currency
  ) then
    raise exception 'a posting is in another currency than its accounts'
      using errcode = 'integrity_constraint_violation';
  end if;
  -- The entries of an account follow its postings, each of which touches it once (refuse_wrong_entries): as many as
  -- there are new postings of it are new when the first of them is.
  if exists (
    select 1 from (
      select project_id, id, count(*) as n, min(seq) as first from (
        select project_id, from_account as id, seq from fresh
        union all select project_id, to_account, seq from fresh) sides
      group by project_id, id) touched
    join ledger_accounts a on a.project_id = touched.project_id and a.id = touched.id
    left join ledger_entries e on e.project_id = a.project_id and e.account_id = a.id
      and e.seq = a.entry_seq - touched.n + 1
    where e.posting_seq is null or e.posting_seq < touched.first
  ) then
    raise exception 'a posting lacks an entry' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create function refuse_wrong_entries() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from (
      select project_id, posting_seq, count(*) as n, (array_agg(account_id order by amount))[1] as from_account,
        (array_agg(account_id order by amount))[2] as to_account, min(amount) as taken, max(amount) as given
      from fresh group by project_id, posting_seq) halves
    left join ledger_postings p on p.project_id = halves.project_id and p.seq = halves.posting_seq
    where p.seq is null or halves.n <> 2 or halves.from_account <> p.from_account
      or halves.to_account <> p.to_account or halves.taken <> -p.amount or halves.given <> p.amount
  ) then
    raise exception 'entries are not the two halves of their posting'
      using errcode = 'integrity_constraint_violation';
  end if;
  if exists (
    select 1 from (
      select project_id, account_id, seq, posting_seq, amount, balance_after,
        lag(seq) over w as before_seq, lag(posting_seq) over w as before_posting,
        lag(balance_after) over w as before_balance, lead(seq) over w is null as is_last
      from fresh window w as (partition by project_id, account_id order by seq)) e
    left join ledger_entries b on e.before_seq is null and b.project_id = e.project_id
      and b.account_id = e.account_id and b.seq = e.seq - 1
    left join ledger_accounts a on e.is_last and a.project_id = e.project_id and a.id = e.account_id
    where e.seq <> coalesce(e.before_seq, b.seq, 0) + 1
      or e.posting_seq <= coalesce(e.before_posting, b.posting_seq, 0)
      or e.balance_after <> coalesce(e.before_balance, b.balance_after, 0) + e.amount
      or (e.is_last and (a.entry_seq is distinct from e.seq or a.balance <> e.balance_after))
  ) then
    raise exception 'entries do not follow those of their account' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger ledger_entries_proven after insert on ledger_entries
  referencing new table as fresh for each statement execute function refuse_wrong_entries();

create function refuse_unproven_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from fresh a
    left join ledger_entries e on e.project_id = a.project_id and e.account_id = a.id and e.seq = a.entry_seq
    left join ledger_entries later
      on later.project_id = a.project_id and later.account_id = a.id and later.seq = a.entry_seq + 1
    where a.balance <> coalesce(e.balance_after, 0) or (a.entry_seq <> 0 and e.seq is null)
      or later.seq is not null
  ) then
    raise exception 'a balance is not that of its last entry' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger ledger_accounts_proven after update on ledger_accounts
  referencing new table as fresh for each statement execute function refuse_unproven_balances();
create trigger ledger_accounts_begin_empty after insert on ledger_accounts
  referencing new table as fresh for each statement execute function refuse_unproven_balances();
