-- Addresses as the first start of each coin derived them. Every later start and `chaintill doctor` derive them
-- again: a library, a path or a key that has changed is noticed before a payer is shown a wrong address.
create table derivation_vectors (
  coin text not null references wallets,
  address_index bigint not null,
  account_path text not null,
  address text not null,
  primary key (coin, address_index)
);
