-- What transactions pay that were signed with our keys and are none of our transfers
-- (src/treasury/unknown-payments.ts).
create table unknown_payments (
  coin text not null,
  txid text not null,
  output_index integer not null,
  address text not null,
  tag bigint,
  amount numeric(78, 0) not null check (amount > 0),
  -- Null while it is in no block.
  block_height bigint,
  block_hash text,
  found_at timestamptz not null,
  -- The withdrawal that it is taken for; null: this database knows none, and one that asks for the same later waits
  -- for a person.
  withdrawal_id uuid,
  -- When the quarantine ended that it belongs to.
  settled_at timestamptz,
  primary key (coin, txid, output_index, address)
);

create index unknown_payments_open on unknown_payments (coin) where settled_at is null;
create index unknown_payments_lost on unknown_payments (coin, address) where withdrawal_id is null;
