-- One index for what the transaction list is narrowed by, instead of three of which each payment wrote two entries: which kinds
-- there are is in the counts of the list, and each of them is looked up (transactions/read-rows.ts).
create index account_transactions_kind on account_transactions
  (project_id, reference_type, coalesce(status, ''), coalesce(risk_level, ''), seq);
drop index account_transactions_type;
drop index account_transactions_status;
drop index account_transactions_risk;
