-- The payments to channels of one customer: his page shows them newest first, and what is held of them.
create index channel_payments_customer on channel_payments (project_id, customer_id, id) where customer_id is not null;
