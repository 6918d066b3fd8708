-- What people narrow lists by, for each coin, currency, customer and status that is not the common one: without these, a page looked
-- at five thousand rows. Uncommitted withdrawals are in no list.
create index coin_withdrawals_coin on coin_withdrawals (received_currency, id) where committed_at is not null;
create index coin_withdrawals_coin_of_project on coin_withdrawals (project_id, received_currency, id)
  where committed_at is not null;
create index coin_withdrawals_currency on coin_withdrawals (charged_currency, id) where committed_at is not null;
create index coin_withdrawals_currency_of_project on coin_withdrawals (project_id, charged_currency, id)
  where committed_at is not null;
create index coin_withdrawals_status on coin_withdrawals (status, id)
  where committed_at is not null and status <> 'completed';
create index coin_withdrawals_status_of_project on coin_withdrawals (project_id, status, id)
  where committed_at is not null and status <> 'completed';
drop index coin_withdrawals_standing;

create index channel_payments_coin on channel_payments (paid_currency, id);
create index channel_payments_coin_of_project on channel_payments (project_id, paid_currency, id);
create index channel_payments_customer_of_any on channel_payments (customer_id, id) where customer_id is not null;
create index channel_payments_status on channel_payments (status, id) where status <> 'completed';
create index channel_payments_status_of_project on channel_payments (project_id, status, id) where status <> 'completed';
drop index channel_payments_on_hold;
drop index channel_payments_held;

-- A paid invoice never comes here.
create index invoices_ended_coin on invoices (project_id, status, pay_currency, id)
  where status = any (array['cancelled', 'refunded']);
