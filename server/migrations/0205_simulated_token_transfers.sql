-- Token contracts of a simulated network that no coin is defined for: what a transaction of theirs claims to transfer.
create table simulation.token_transfers (
  coin text not null,
  txid text not null,
  index integer not null,
  contract text not null,
  address text not null,
  amount numeric(78, 0) not null check (amount > 0),
  primary key (coin, txid, index),
  foreign key (coin, txid) references simulation.transactions
);
