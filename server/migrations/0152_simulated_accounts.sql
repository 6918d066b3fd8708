-- What each address of a simulated network with balances was paid and has sent on the best chain, kept with its blocks
-- under the chain's lock (chains/simulated/accounts.ts): a question about an address does not sum up its history.
create table simulation.accounts (
  coin text not null references simulation.chains,
  address text not null,
  received numeric(78, 0) not null default 0,
  -- What its transfers took, the fee that each offered included.
  sent numeric(78, 0) not null default 0,
  offered numeric(78, 0) not null default 0,
  -- What blocks took of the fees that were offered.
  taken numeric(78, 0) not null default 0,
  -- How many: their numbers have no gap.
  transfers bigint not null default 0,
  primary key (coin, address)
);

insert into simulation.accounts (coin, address, received, sent, offered, taken, transfers)
select coin, address, sum(received), sum(sent), sum(offered), sum(taken), sum(transfers) from (
  select t.coin, o.address, o.delivered as received, 0 as sent, 0 as offered, 0 as taken, 0 as transfers
  from simulation.transactions t join simulation.outputs o using (coin, txid)
  where t.block_hash is not null and not t.has_failed
  union all
  select t.coin, s.origin, 0, s.amount, t.fee, coalesce(t.taken, t.fee), 1
  from simulation.transactions t join simulation.spends s using (coin, txid)
  where t.block_hash is not null and t.raw is not null) moved
where coin not in ('BTC', 'LTC', 'BCH', 'DOGE')
group by coin, address;
