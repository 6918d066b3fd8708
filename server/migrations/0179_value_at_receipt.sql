-- What a payment was worth when it came in, in EUR, for the files that accountants take (operator/transaction-facts.ts).
alter table deposits
  -- In cents, rounded down, at the sell rate of that moment; null: there was no rate, or it came before this was kept.
  add column value_eur numeric(78, 0) check (value_eur >= 0);
