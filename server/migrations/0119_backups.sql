-- The good backups of this database, as far as they were made by `chaintill backup create`: one too old is an alarm.
create table backups (
  -- A time as in names of backups, which sorts.
  name text primary key check (name <> ''),
  -- What was acknowledged before is in it.
  ended_at timestamptz not null,
  -- It was restored into a scratch folder, and its books are right.
  is_proven boolean not null
);
