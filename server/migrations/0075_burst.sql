-- A burst of payments writes thousands of postings at once: whatever the plan of this trigger was made on, it reads what
-- was posted and no more.
create or replace function refuse_wrong_entries() returns trigger language plpgsql set search_path = public, pg_temp
as $$
begin
  -- Both lists are put together and grouped: planned while the tables are empty, a look-up for each posting may take the
  -- other index that begins with the project, and read all of its postings for each. The numbers of what one statement
  -- posts follow each other.
  if exists (
    select 1 from (
      select project_id, posting_seq, account_id, amount, 1 as entries from fresh
      union all
      select p.project_id, p.seq, side.account_id, side.amount, 0
      from (select project_id, min(posting_seq) as first, max(posting_seq) as last from fresh group by project_id) posted
      cross join lateral (
        select * from ledger_postings l
        where l.project_id = posted.project_id and l.seq between posted.first and posted.last
        order by l.project_id, l.seq offset 0) p
      cross join lateral (values (p.from_account, -p.amount), (p.to_account, p.amount)) as side(account_id, amount)
    ) halves
    group by project_id, posting_seq, account_id
    having count(*) <> 2 or sum(entries) <> 1 or min(amount) <> max(amount)
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

-- The first row of each of thousands of objects: in the order that is asked for, so that no other index looks as good
-- while the table is small.
drop index account_transactions_reference;
create index account_transactions_reference on account_transactions (project_id, reference_id, seq);
