-- What the program finds is stored as a code with its facts; until now it was stored as the sentence that people read.
-- A stop that a person lifted, and an alert that stands, keep their subject: it is made of the code from here on.

create temporary table invariant_names (code text not null, text text not null) on commit drop;
insert into invariant_names values
  ('account_sums_nonzero', 'the accounts of a currency sum to zero'),
  ('last_entry_mismatch', 'an account balance is its last entry'),
  ('statement_total_mismatch', 'the statement of an account ends with its balance'),
  ('hold_sum_mismatch', 'held money is the sum of open holds'),
  ('settled_transaction_unbooked', 'what looks settled and does not count is an amount of zero'),
  ('deposits_account_mismatch', 'the deposits account is what was booked and not credited'),
  ('withdrawals_account_mismatch',
    'the withdrawals account is what open withdrawals will send and have paid for the network'),
  ('unmatched_deposit_credited', 'unmatched money is credited to nobody'),
  ('hold_without_quote', 'an open hold is that of an open quote'),
  ('transaction_sum_mismatch', 'the sums of the transaction list add up to the balance'),
  ('transaction_total_count_mismatch', 'the transaction list has as many rows as it counts'),
  ('approvals_missing', 'what was held for approvals left only with them'),
  ('deposit_return_mismatch', 'a deposit that is sent back goes whole, and to nobody else'),
  ('payout_status_mismatch', 'a payout stands where its withdrawal does'),
  ('transfer_cost_unbooked', 'what the chain took for a transfer is in the books of those who bear it'),
  ('dead_transfer_cost_booked', 'a transfer that can be in no block costs nothing'),
  ('refund_withdrawal_mismatch', 'a refund to an address is a withdrawal of what was refunded, less the fee'),
  ('deposit_posting_mismatch', 'a deposit is in the books as often as it is on the chain'),
  ('day_sums_mismatch', 'the kept sums of days are those of the postings'),
  ('hour_sums_mismatch', 'the kept sums of hours are those of the postings'),
  ('balance_mismatch', 'an account balance is the sum of its entries'),
  ('posting_sequence_gap', 'postings are numbered without a gap'),
  ('entry_sequence_broken', 'the entries of an account follow each other'),
  ('booked_transactions_mismatch', 'the counted transactions of an account sum to its balance'),
  ('statement_mismatch', 'the statement of an account adds up, from its first booking to its balance'),
  ('transaction_block_sum_mismatch', 'the block sums of the transaction list are the sums of its rows'),
  ('transaction_bucket_count_mismatch', 'the counts of the transaction list are the counts of its rows'),
  ('chain_account_mismatch', 'what deposits brought in from the chain is what was booked and not reversed'),
  ('entry_without_account', 'every entry is of an account that there is'),
  ('verified_entry_changed', 'what was proven once is still there'),
  ('statement_sequence_broken', 'the rows of a statement follow each other'),
  ('verified_statement_row_changed', 'what was proven once is still in the statement'),
  ('list_count_mismatch', 'the counts of lists are the counts of their rows'),
  ('posting_entries_unpaired', 'every posting has its two entries'),
  ('object_count_mismatch', 'objects are counted as many as there are');

-- A subject is the name of the rule, a space, and the facts as JSON.
create function pg_temp.subject_with_code(subject text) returns text language sql stable as $$
  select coalesce((select n.code || substr(subject, length(n.text) + 1) from invariant_names n
    where left(subject, length(n.text) + 2) = n.text || ' {'), subject)
$$;

update ledger_alarms a set facts = facts || jsonb_build_object(
    'invariant', n.code, 'subject', pg_temp.subject_with_code(facts ->> 'subject'))
from invariant_names n where a.kind = 'audit' and a.facts ->> 'invariant' = n.text;

update alarm_tellings set subject = pg_temp.subject_with_code(subject) where kind = 'audit';

update audit_runs r set findings = (
  select jsonb_agg(f.value || case when n.code is null then '{}' else jsonb_build_object('invariant', n.code) end
    order by f.ordinality)
  from jsonb_array_elements(r.findings) with ordinality f
  left join invariant_names n on n.text = f.value ->> 'invariant')
where r.findings <> '[]';

-- A stop has a reason where a person made it, and facts where the program did.
alter table payout_stops alter column reason drop not null, add column facts jsonb not null default '{}';
alter table payout_stops disable trigger user;

update payout_stops s set reason = null, subject = pg_temp.subject_with_code(s.subject),
  facts = jsonb_build_object('invariant', n.code, 'facts', substr(s.subject, length(n.text) + 2)::jsonb)
from invariant_names n
where s.cause = 'broken_books' and left(s.subject, length(n.text) + 2) = n.text || ' {';

-- 'the chain of <coin> took back <txid>, which was credited'
update payout_stops set reason = null, facts = jsonb_build_object(
    'deposit_id', subject, 'coin', split_part(reason, ' ', 4), 'txid', rtrim(split_part(reason, ' ', 7), ','))
where cause = 'reversed_deposit' and reason like 'the chain of % took back %, which was credited';

alter table payout_stops enable trigger user;
alter table payout_stops alter column facts drop default,
  add constraint payout_stops_say_why check ((reason is null) <> (facts = '{}'));

-- The alert of a stopped project names the stop that came first.
update ledger_alarms a set facts = a.facts - 'reason' || s.facts
from payout_stops s
where a.kind = 'payouts_stopped' and s.project_id::text = a.facts ->> 'project_id' and s.reason is null
  and s.cause = a.facts ->> 'cause' and s.id = (
    select o.id from payout_stops o where o.project_id = s.project_id and o.cause = s.cause
      and (o.cause <> 'broken_books' or o.facts ->> 'invariant' = (
        select n.code from invariant_names n where a.facts ->> 'reason' = 'the books do not add up: ' || n.text))
      and (o.cause <> 'reversed_deposit' or a.facts ->> 'reason' =
        'the chain of ' || (o.facts ->> 'coin') || ' took back ' || (o.facts ->> 'txid') || ', which was credited')
    order by o.began_at, o.id limit 1);

drop function pg_temp.subject_with_code(text);

create or replace function refuse_second_lift() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if old.lifted_at is not null or new.lifted_at is null
    or (new.project_id, new.id, new.cause, new.subject, new.reason, new.facts, new.began_at)
      is distinct from (old.project_id, old.id, old.cause, old.subject, old.reason, old.facts, old.began_at)
  then
    raise exception 'a stop of payouts is lifted once and changed in nothing else'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
