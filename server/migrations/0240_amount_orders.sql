-- Lists by amount (server/src/db/list-order.ts), within one project and currency.
create index invoices_price on invoices (project_id, price_currency, price_amount, id);
create index coin_withdrawals_sent on coin_withdrawals (project_id, received_currency, received_amount, id)
  where committed_at is not null;
create index deposits_unmatched_amount on deposits (project_id, coin, amount, id) where is_unmatched;
