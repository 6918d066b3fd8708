-- Prices that end: what a withdrawal was charged before it was priced anew at its release, and by how much its maker
-- lets that grow; and the price that an overpaid invoice was settled at, where that was not the one it was asked for.
alter table coin_withdrawals add column repriced jsonb;
alter table coin_withdrawals add column price_change_max text;
alter table invoice_refunds add column settled_price numeric(78, 0);
alter table invoice_refunds add column original_price numeric(78, 0);
