-- The proofs of 0019, with every look-up bound to its key: joined, a plan that was made while the tables were small read
-- them whole for each of thousands of entries.

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
    where currency is distinct from (
      select a.currency from ledger_accounts a where a.project_id = named.project_id and a.id = named.id)
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
    where coalesce((
      select e.posting_seq from ledger_entries e
      where e.project_id = touched.project_id and e.account_id = touched.id and e.seq = (
        select a.entry_seq from ledger_accounts a where a.project_id = touched.project_id and a.id = touched.id)
        - touched.n + 1), 0) < touched.first
  ) then
    raise exception 'a posting lacks an entry' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create or replace function refuse_wrong_entries() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from (
      select project_id, posting_seq, count(*) as n, (array_agg(account_id order by amount))[1] as from_account,
        (array_agg(account_id order by amount))[2] as to_account, min(amount) as taken, max(amount) as given
      from fresh group by project_id, posting_seq) halves
    where halves.n <> 2 or row(halves.from_account, halves.to_account, -halves.taken, halves.given) is distinct from (
      select row(p.from_account, p.to_account, p.amount, p.amount) from ledger_postings p
      where p.project_id = halves.project_id and p.seq = halves.posting_seq)
  ) then
    raise exception 'entries are not the two halves of their posting'
      using errcode = 'integrity_constraint_violation';
  end if;
  if exists (
    select 1 from (
      select seq, posting_seq, amount, balance_after, lag(seq) over w as before_seq,
        lag(posting_seq) over w as before_posting, lag(balance_after) over w as before_balance
      from fresh window w as (partition by project_id, account_id order by seq)) e
    where e.seq <> e.before_seq + 1 or e.posting_seq <= e.before_posting
      or e.balance_after <> e.before_balance + e.amount
  ) or exists (
    select 1 from (
      select distinct on (project_id, account_id) * from fresh order by project_id, account_id, seq) e
    where (e.seq > 1 and (e.balance_after - e.amount) is distinct from (
        select b.balance_after from ledger_entries b
        where b.project_id = e.project_id and b.account_id = e.account_id and b.seq = e.seq - 1))
      or (e.seq > 1 and e.posting_seq <= (
        select b.posting_seq from ledger_entries b
        where b.project_id = e.project_id and b.account_id = e.account_id and b.seq = e.seq - 1))
      or (e.seq = 1 and e.balance_after <> e.amount) or e.seq < 1
  ) or exists (
    select 1 from (
      select distinct on (project_id, account_id) * from fresh order by project_id, account_id, seq desc) e
    where row(e.seq, e.balance_after) is distinct from (
      select row(a.entry_seq, a.balance) from ledger_accounts a where a.project_id = e.project_id and a.id = e.account_id)
  ) then
    raise exception 'entries do not follow those of their account' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create or replace function refuse_unproven_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from fresh a
    where (a.entry_seq = 0 and a.balance <> 0) or (a.entry_seq <> 0 and a.balance is distinct from (
        select e.balance_after from ledger_entries e
        where e.project_id = a.project_id and e.account_id = a.id and e.seq = a.entry_seq))
      or (
        select e.seq from ledger_entries e
        where e.project_id = a.project_id and e.account_id = a.id and e.seq = a.entry_seq + 1) is not null
  ) then
    raise exception 'a balance is not that of its last entry' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
