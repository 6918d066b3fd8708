-- Up to when the log of the embedded database is stored beside its backups (CHAINTILL_WAL_TO). No row: it is not.
create table wal_archive (
  is_only boolean primary key default true check (is_only),
  -- Backups that ended before are not continued by it.
  began_at timestamptz not null,
  -- What was committed before is in it.
  until timestamptz not null
);
