-- What the operator lists of all projects, newest first, and what he finds by an address, a transaction or a payer's
-- mail: each has an index, so that a page costs the same of ten thousand and of a million
-- (docs/decisions/0103-operator-lists.md).

create index coin_withdrawals_id on coin_withdrawals (id);
-- What stands for a while; most are completed.
create index coin_withdrawals_standing on coin_withdrawals (status, id)
  where status in ('pending', 'on_hold', 'processing', 'sent', 'failed');
create index coin_withdrawals_address on coin_withdrawals (address, id);
create index coin_withdrawals_txid on coin_withdrawals (txid, id) where txid is not null;

create index channel_payments_id on channel_payments (id);
create index channel_payments_on_hold on channel_payments (id) where status = 'on_hold';
create index channel_payments_txid on channel_payments (txid, id);

create index invoices_unresolved on invoices (project_id, id) where status = 'unresolved';
create index invoices_unresolved_id on invoices (id) where status = 'unresolved';
create index invoices_payer_email on invoices (lower(payer_email), id) where payer_email is not null;

create index deposits_inbox on deposits (id) where is_unmatched;
create index deposits_inbox_address on deposits (address, id) where is_unmatched;
create index deposits_contested on deposits (id)
  where double_spend_proof is not null and block_height is null and status = 'pending';

create index deliveries_failed on deliveries (project_id, id) where status = 'failed';
create index deliveries_of_object on deliveries (project_id, object_id, id);

create index ledger_alarms_standing on ledger_alarms (id) where cleared_at is null;
create index payout_stops_id on payout_stops (id);
create index payout_stops_standing_id on payout_stops (id) where lifted_at is null;
