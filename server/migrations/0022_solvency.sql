-- What the operator says that he holds elsewhere for the merchants (an exchange, a bank, a cold wallet), with the reason.
-- The last of a currency is in force; none is changed.

create table solvency_declarations (
  id uuid primary key,
  currency text not null,
  amount numeric(78, 0) not null check (amount >= 0),
  reason text not null,
  created_at timestamptz not null
);
create index solvency_declarations_currency on solvency_declarations (currency, created_at, id);
create trigger solvency_declarations_append_only before update or delete or truncate on solvency_declarations
  for each statement execute function refuse_change();
