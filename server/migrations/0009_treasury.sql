-- Transfers that pay several withdrawals: what each project's books bear of the network fee is checked.

-- What was booked of its network fee, over all projects; null: nothing yet.
alter table transfers add column booked_fee numeric(78, 0);
