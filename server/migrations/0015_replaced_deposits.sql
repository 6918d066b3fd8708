-- Payers replace what they sent (RBF, a second transaction with the same nonce): of transactions that exclude each
-- other one counts, and it is as old as the first of them.

-- What an announced transaction that pays us uses up: an output, or a number of its sender.
create table transaction_spends (
  coin text not null,
  txid text not null,
  spend text not null,
  primary key (coin, txid, spend)
);
create index transaction_spends_spend on transaction_spends (coin, spend);

-- The transaction that took its place; null again when it is seen once more.
alter table deposits add column replaced_by text;
create index deposits_gone on deposits (coin, first_seen_at) where status = 'dropped' and replaced_by is null;
