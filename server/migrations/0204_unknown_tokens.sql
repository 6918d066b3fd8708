-- Transfers to our addresses by token contracts that this instance has not configured (deposits/unknown-tokens.ts). They
-- are shown to the operator and never booked.
create table unknown_tokens (
  -- The coin that the network's fees are paid in: it names the network.
  coin text not null,
  txid text not null,
  contract text not null,
  address text not null,
  -- In the contract's smallest unit, as its events claim: the sum of one transaction.
  amount numeric(100, 0) not null check (amount > 0),
  block_height bigint not null,
  seen_at timestamptz not null,
  primary key (coin, txid, contract, address)
);
create index unknown_tokens_by_time on unknown_tokens (coin, seen_at);

-- How many arrivals of a day were not recorded, because the address or the network had reached its limit.
create table unknown_tokens_omitted (
  coin text not null,
  day date not null,
  arrivals bigint not null check (arrivals > 0),
  primary key (coin, day)
);
