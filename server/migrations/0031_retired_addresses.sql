-- Addresses that nobody has and nobody gets: paid before they were handed out, or free when the database may have gone
-- back in time, so that they may have been handed out in what is lost. What comes to them waits for a person.
alter table addresses add column retired_at timestamptz;
-- Retired because the database moved, and whether anything was lost nobody knows yet: a payment tells.
alter table addresses add column is_doubted boolean not null default false;
create index addresses_doubted on addresses (coin) where is_doubted;
alter table addresses add constraint retired_for_ever check (retired_at is null or owner_id is null);

drop index addresses_free;
create index addresses_free on addresses (coin, address_index) where owner_id is null and retired_at is null;

-- Only of coins with destination tags, where an address of the pool may have been paid before it was derived.
create index deposits_of_tag on deposits (coin, tag) where tag is not null;

update addresses a set retired_at = now()
where a.owner_id is null and exists (
  select 1 from deposits d where d.coin = a.coin and d.address = a.address and coalesce(d.tag, -1) = a.tag);
