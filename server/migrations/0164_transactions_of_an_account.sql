-- An account is of one project: its indexes need not begin with it.
drop index account_transactions_account;
create index account_transactions_account on account_transactions (account_id, seq);
drop index account_transactions_booked;
create unique index account_transactions_booked on account_transactions (account_id, booked_at, booked_seq)
  where booked_at is not null;
