-- A burst of payments writes thousands of entries at once: what proves them sorts them once instead of three times, and
-- compares the two halves of each posting by counting them. What is refused is the same.
create or replace function refuse_wrong_entries() returns trigger language plpgsql set search_path = public, pg_temp
as $$
begin
  -- Both lists are put together and grouped: planned while the tables are empty, a look-up for each posting may take the
  -- other index that begins with the project, and read all of its postings for each. The numbers of what one statement
  -- posts follow each other. The halves of a posting are on two accounts, so that each is there once: without its entry
  -- the sum is below zero, and an entry that is no half, or one twice, is above.
  if exists (
    select 1 from (
      select project_id, posting_seq, account_id, amount, 1 as n from fresh
      union all
      select p.project_id, p.seq, side.account_id, side.amount, -1
      from (select project_id, min(posting_seq) as first, max(posting_seq) as last from fresh group by project_id) posted
      cross join lateral (
        select * from ledger_postings l
        where l.project_id = posted.project_id and l.seq between posted.first and posted.last
        order by l.project_id, l.seq offset 0) p
      cross join lateral (values (p.from_account, -p.amount), (p.to_account, p.amount)) as side(account_id, amount)
    ) halves
    group by posting_seq, account_id, amount, project_id
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
      from fresh window w as (partition by project_id, account_id order by seq)) e
    where case
      when e.before_seq is not null then e.seq <> e.before_seq + 1 or e.posting_seq <= e.before_posting
        or e.balance_after <> e.before_balance + e.amount
      when e.seq = 1 then e.balance_after <> e.amount
      else e.seq < 1 or (e.balance_after - e.amount) is distinct from (
          select b.balance_after from ledger_entries b
          where b.project_id = e.project_id and b.account_id = e.account_id and b.seq = e.seq - 1)
        or e.posting_seq <= (
          select b.posting_seq from ledger_entries b
          where b.project_id = e.project_id and b.account_id = e.account_id and b.seq = e.seq - 1)
      end
      or (e.next_seq is null and row(e.seq, e.balance_after) is distinct from (
        select row(a.entry_seq, a.balance) from ledger_accounts a
        where a.project_id = e.project_id and a.id = e.account_id))
  ) then
    raise exception 'entries do not follow those of their account' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
