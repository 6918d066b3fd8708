-- An account is of one project, and so is what a row refers to: the project in front of both made a third of these keys, of which a
-- payment writes nine.
alter table ledger_entries drop constraint ledger_entries_pkey;
alter table ledger_entries add constraint ledger_entries_pkey primary key (account_id, seq);
drop index account_transactions_reference;
create index account_transactions_reference on account_transactions (reference_id, seq);
