-- Each time that the numbers of a coin's addresses skipped ahead (src/addresses/skip-ahead.ts): of those between nobody
-- made addresses in this database.
create table address_jumps (
  coin text not null,
  first bigint not null,
  until bigint not null,
  jumped_at timestamptz not null,
  primary key (coin, first),
  check (first < until)
);

-- Those of them that were made in a database that is lost (src/addresses/forgotten-numbers.ts).
create table forgotten_numbers (
  coin text not null,
  first bigint not null,
  until bigint not null,
  is_doubted boolean not null,
  derived_at timestamptz,
  primary key (coin, first, until),
  check (first < until)
);
create index forgotten_numbers_open on forgotten_numbers (coin) where derived_at is null;
