-- Payments below the minimum deposit of their network: recorded, and counted for nothing until what came to the same
-- invoice or channel reaches it together.
alter table deposits add column is_small boolean not null default false;
create index deposits_small on deposits (owner_id) where is_small;
