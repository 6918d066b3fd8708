-- What came to an address that transfers are sent from, and its balance does not know of yet, as the network was not asked
-- since: it is there, so that no wallet looks short for a moment after each payment.
alter table wallet_senders add column arriving numeric(78,0) not null default 0;
