-- A row of the transaction list that is booked stays as it is. Only a withdrawal moves on after that, and its row follows its status.
drop trigger account_transactions_booked_once on account_transactions;
create trigger account_transactions_booked_once before update on account_transactions for each row
  when (old.booked_at is not null and (
    (new.id, new.seq, new.currency, new.reference_type, new.reference_id, new.amount, new.fee, new.fee_currency, new.custom_id,
      new.customer_id, new.description, new.created_at, new.booked_at, new.booked_seq, new.booked_balance)
    is distinct from
    (old.id, old.seq, old.currency, old.reference_type, old.reference_id, old.amount, old.fee, old.fee_currency, old.custom_id,
      old.customer_id, old.description, old.created_at, old.booked_at, old.booked_seq, old.booked_balance)))
  execute function refuse_rebooking();

create or replace function refuse_rebooking() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  raise exception 'a booked transaction keeps its amount, its fee, its place and what it is about'
    using errcode = 'integrity_constraint_violation';
end
$$;

create function refuse_booked_status() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if new.reference_type = 'CoinWithdrawal' and new.status = (
    select w.status from coin_withdrawals w where w.project_id = new.project_id and w.id = new.reference_id)
  then
    return new;
  end if;
  raise exception 'a booked transaction keeps its status, but for a withdrawal, whose own it has'
    using errcode = 'integrity_constraint_violation';
end
$$;
create trigger account_transactions_booked_status before update on account_transactions for each row
  when (old.booked_at is not null and (new.status, new.status_context) is distinct from (old.status, old.status_context))
  execute function refuse_booked_status();
