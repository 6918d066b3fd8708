-- What the network says of when a block was made, by which a confirmation that was seen late is dated; null: read before.
alter table chain_blocks add column time timestamptz;
