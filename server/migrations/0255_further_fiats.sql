-- Fiat currencies that were ever switched on (CHAINTILL_FIAT). Only these can have been used.
create table further_fiats (
  currency text primary key,
  switched_on_at timestamptz not null
);
