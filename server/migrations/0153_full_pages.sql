-- Room was left in these pages for new versions of their rows, to spare the indexes. No update of a payment uses it: each
-- changes what an index finds it by (open, unassessed, uncounted, of a status), so that a third of each page stayed empty.
alter table account_transactions set (fillfactor = 100);
alter table deposits set (fillfactor = 100);
alter table invoices set (fillfactor = 100);
alter table wallet_outputs set (fillfactor = 100);
