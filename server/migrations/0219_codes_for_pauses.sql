-- What the program finds is stored as a code with its facts: why coins are in quarantine, how the database was seen to be
-- rolled back, why a transfer was abandoned, and what a row of the transaction list is about. `reason` and `description`
-- keep the words of people.
alter table quarantines alter column reason drop not null, add column cause jsonb;
alter table steps_back alter column reason drop not null, add column cause jsonb;

create function pg_temp.cause_of(reason text) returns jsonb language sql immutable as $$
  select case
    when words = 'the seed was restored' then '{"code": "seed_restored"}'
    when words in ('went back to before an upgrade', 'rolled back to before an upgrade') then '{"code": "upgrade_undone"}'
    when words = 'what this process wrote last is not in the database any more' then '{"code": "writes_missing"}'
    when words = 'the log of the database is shorter than it was' then '{"code": "log_shorter"}'
    when words ~ '^restored,? to \d{4}-\S+Z$' then jsonb_build_object('code', 'restored', 'until', split_part(words, ' ', 3))
    when words ~ '^\S+ spends \S+ and is none of our transfers$' then jsonb_build_object(
      'code', 'unrecognized_spend', 'txid', split_part(words, ' ', 1), 'subject', split_part(words, ' ', 3))
    when words ~ '^\S+ pays \S+, which this database gave to nobody: it may be an older copy$' then jsonb_build_object(
      'code', 'unknown_address', 'txid', split_part(words, ' ', 1), 'address', rtrim(split_part(words, ' ', 3), ','))
  end
  from (select regexp_replace(reason, '^the database went back in time: ', '') as words) w
$$;

alter table steps_back disable trigger user;
update quarantines set reason = null, cause = pg_temp.cause_of(reason) where pg_temp.cause_of(reason) is not null;
update steps_back set reason = null, cause = pg_temp.cause_of(reason) where pg_temp.cause_of(reason) is not null;
alter table steps_back enable trigger user;
alter table quarantines add constraint quarantines_say_why check ((reason is null) <> (cause is null));
alter table steps_back add constraint steps_back_say_why check ((reason is null) <> (cause is null));

update ledger_alarms
set facts = facts - 'reason' || jsonb_build_object('cause', pg_temp.cause_of(facts ->> 'reason') -> 'code')
  || (pg_temp.cause_of(facts ->> 'reason') - 'code')
where kind in ('quarantine', 'database_rolled_back') and pg_temp.cause_of(facts ->> 'reason') is not null;
drop function pg_temp.cause_of(text);

-- An alert has the code of an error; the advice is its runbook's.
update ledger_alarms set facts = facts - 'message' where kind = 'automatic_refund_failed';
update ledger_alarms set facts = facts - 'advice' where kind = 'unmatched_balance_increase';

alter table transfer_log disable trigger user;
update transfer_log set facts = facts - 'reason' || jsonb_build_object('code', case facts ->> 'reason'
    when 'payouts stopped' then 'payouts_paused'
    when 'cancelled before it was signed' then 'cancelled'
    when 'paid by a transaction found on the chain' then 'found_on_chain'
    when 'the number before it is given up' then 'number_freed'
  end)
where step = 'dead' and facts ->> 'reason' in ('payouts stopped', 'cancelled before it was signed',
  'paid by a transaction found on the chain', 'the number before it is given up');
update transfer_log set facts = facts - 'reason'
  || jsonb_build_object('code', 'rejected_by_signer', 'said', substr(facts ->> 'reason', length('the signer refuses: ') + 1))
where step = 'dead' and starts_with(facts ->> 'reason', 'the signer refuses: ');
alter table transfer_log enable trigger user;
update transfers set refusal = null where status = 'reserved' and starts_with(refusal, 'the signer refuses: ');

alter table deposit_decisions disable trigger user;
update deposit_decisions set facts = facts - 'reason' || '{"decision_code": "high_risk"}'
where decision = 'sent_back' and facts ->> 'reason' = 'high risk: returned to the address of the customer';
alter table deposit_decisions enable trigger user;

alter table account_transactions add column description_code text;
alter table account_transactions disable trigger user;
update account_transactions t set description = null, description_code = 'repriced'
from coin_withdrawals w
where w.repriced is not null and t.project_id = w.project_id and t.reference_id = w.id
  and t.reference_type = 'CoinWithdrawal' and t.description = 'priced again, as its first price was over';
alter table account_transactions enable trigger user;
alter table account_transactions
  add constraint account_transactions_description_code
    check (description_code is null or (description_code in ('repriced') and description is null));

drop trigger account_transactions_booked_once on account_transactions;
create trigger account_transactions_booked_once before update on account_transactions for each row
  when (old.booked_at is not null and (
    (new.id, new.seq, new.currency, new.reference_type, new.reference_id, new.amount, new.fee, new.fee_currency, new.custom_id,
      new.customer_id, new.description, new.description_code, new.created_at, new.booked_at, new.booked_seq,
      new.booked_balance)
    is distinct from
    (old.id, old.seq, old.currency, old.reference_type, old.reference_id, old.amount, old.fee, old.fee_currency, old.custom_id,
      old.customer_id, old.description, old.description_code, old.created_at, old.booked_at, old.booked_seq,
      old.booked_balance)))
  execute function refuse_rebooking();
