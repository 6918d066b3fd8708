-- What the signer is shown: every withdrawal bears the seal of its request (keys/intent.ts), and a wallet can be
-- one whose seed is not here.

-- What is in the table before had no seal, and is paid by nobody: such a withdrawal shows that it was altered.
alter table coin_withdrawals add column seal text not null default '';
alter table coin_withdrawals alter column seal drop default;

-- A watch-only wallet has its extended public key from the signer, or from a file.
alter table wallets alter column seed_id drop not null;

-- Coins of which nothing is sent until a person has seen what the chain knows and this database does not
-- (docs/decisions/0015-restored-databases.md).
create table quarantines (
  coin text primary key,
  reason text not null,
  began_at timestamptz not null,
  -- When everything that the chain told was listed; null until then.
  reconciled_at timestamptz
);

-- What was made with our keys, or looks like it, and is none of our transfers.
create table unknown_spends (
  coin text not null,
  -- payment: pays what an open withdrawal asks for; output: uses up one of the wallet; number: one of a sender.
  kind text not null check (kind in ('payment', 'output', 'number')),
  -- The withdrawal's id, `txid:index`, or `sender#number`.
  subject text not null,
  txid text not null,
  project_id uuid,
  -- Null while it is in no block.
  block_height bigint,
  block_hash text,
  found_at timestamptz not null,
  accepted_at timestamptz,
  primary key (coin, kind, subject, txid)
);

-- With coin_withdrawals_open, the withdrawals that a payment on the chain may be of.
create index coin_withdrawals_held on coin_withdrawals (received_currency) where status = 'on_hold';
