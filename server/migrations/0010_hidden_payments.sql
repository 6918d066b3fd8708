-- Payments that a node's blocks do not show (ETH out of contracts, where the node does not trace) are found by
-- comparing what addresses hold with what is known of them.

-- What it took from its sender, as the chain has it: nothing but the fee when it failed. Null: in no block yet.
alter table transfers add column taken numeric(78, 0) check (taken >= 0);

-- Rounds over all addresses that are still to be made, the one under way included; and how far that is.
alter table chain_cursors add column compare_rounds smallint not null default 0 check (compare_rounds between 0 and 2);
alter table chain_cursors add column compared_address text not null default '';

create index deposits_of_address on deposits (coin, address) where coin = 'ETH';
create index addresses_compared on addresses (coin, address)
  where coin = 'ETH' and owner_type in ('invoice', 'channel');
