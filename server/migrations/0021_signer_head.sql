-- How far the journal of the separate signer went when it last answered: one row. A signer whose journal is shorter has
-- forgotten what it signed.
create table signer_head (
  is_one boolean primary key default true check (is_one),
  count bigint not null check (count > 0),
  hash text not null
);
