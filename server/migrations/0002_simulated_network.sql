-- The simulated network of the sandbox and the tests: chains that live in this database instead of in a
-- node. A schema of its own keeps it apart from the product's tables, which never refer to it. The row in
-- simulation.chains is the lock under which everything that changes a chain runs.

create schema simulation;

create table simulation.chains (
  coin text primary key,
  -- Hashes and foreign addresses are derived from the seed and a number of the counter alone, so one seed
  -- and one sequence of operations give one world.
  seed text not null,
  counter bigint not null default 0 check (counter >= 0),
  -- Height of the best block.
  height bigint not null check (height >= 0)
);

create table simulation.settings (
  coin text primary key references simulation.chains,
  node_is_down boolean not null default false,
  -- What a transfer costs now, in percent of a quiet day.
  fee_percent integer not null default 100 check (fee_percent > 0),
  -- Null: blocks come only when they are asked for.
  mine_every_seconds integer check (mine_every_seconds > 0)
);

create table simulation.blocks (
  coin text not null references simulation.chains,
  hash text not null,
  height bigint not null check (height >= 0),
  parent_hash text not null,
  time timestamptz not null,
  -- False once a reorganisation has left the block behind.
  is_best boolean not null,
  primary key (coin, hash)
);

create unique index blocks_best on simulation.blocks (coin, height) where is_best;

create table simulation.transactions (
  coin text not null,
  txid text not null,
  -- Order of first appearance on this chain, and the order inside a block.
  number bigint not null,
  fee numeric(78, 0) not null check (fee >= 0),
  first_seen_at timestamptz not null,
  -- In a block of the best chain, or in the mempool, or (both null) gone.
  block_hash text,
  -- Counter value at which it last entered the mempool: a reader remembers one number to know what is new.
  mempool_number bigint,
  -- The fee is too low: no block takes it until it is released.
  is_stuck boolean not null default false,
  -- ETH: it is mined, it costs its fee, it moves nothing.
  has_failed boolean not null default false,
  -- The transaction that took its place.
  replaced_by text,
  sources text[] not null,
  -- What was submitted, for our own transfers; null for payments by others.
  raw text,
  primary key (coin, txid),
  foreign key (coin, block_hash) references simulation.blocks,
  check (block_hash is null or mempool_number is null),
  check (replaced_by is null or (block_hash is null and mempool_number is null))
);

create index transactions_in_block on simulation.transactions (coin, block_hash)
  where block_hash is not null;
create unique index transactions_in_mempool on simulation.transactions (coin, mempool_number)
  where mempool_number is not null;

create table simulation.outputs (
  coin text not null,
  txid text not null,
  index integer not null check (index >= 0),
  address text not null,
  tag bigint check (tag between 0 and 4294967295),
  -- What the sender wrote, and what really arrived: less in a partial payment (XRP).
  amount numeric(78, 0) not null check (amount > 0),
  delivered numeric(78, 0) not null check (delivered > 0 and delivered <= amount),
  primary key (coin, txid, index),
  foreign key (coin, txid) references simulation.transactions
);

create index outputs_of_address on simulation.outputs (coin, address);

-- What a transfer of ours uses up: an output (its txid and index), or one sequence number of one sender
-- (nonce on ETH). Two transactions that use up the same thing exclude each other.
create table simulation.spends (
  coin text not null,
  txid text not null,
  origin text not null,
  number bigint not null check (number >= 0),
  -- What leaves the origin, fee included.
  amount numeric(78, 0) not null check (amount > 0),
  primary key (coin, txid, origin, number),
  foreign key (coin, txid) references simulation.transactions
);

create index spends_of_origin on simulation.spends (coin, origin, number);

-- Payments that their caller gave a name: trying again under the same name pays once.
create table simulation.payment_references (
  coin text not null,
  reference text not null,
  txid text not null,
  primary key (coin, reference),
  foreign key (coin, txid) references simulation.transactions
);
