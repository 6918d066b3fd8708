-- Deliveries to shops that have ended are deleted after a month.
create index shop_deliveries_ended on shop_deliveries (created_at) where due_at is null;
