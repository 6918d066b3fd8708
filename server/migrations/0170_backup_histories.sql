-- Which life of this database this is, as the places of backups name it. A restore begins another one.
create table backup_history (
  is_only boolean primary key default true check (is_only),
  id text not null check (id ~ '^[0-9a-f]{12}$'),
  -- Restored, or put back: it never adopts what is in a place, and has to take that over.
  is_restored boolean not null,
  -- Logs that its own log follows: [{"wal": name, "before": timeline}], oldest first.
  after jsonb not null default '[]'
);

-- Each backup that this database began, in whichever place: one that is not among them was made by a copy.
create table backups_begun (
  name text primary key check (name <> ''),
  begun_at timestamptz not null default now()
);

-- Places that refuse what this database wants to store, as another history is there: each is an alarm.
create table backup_refusals (
  place text primary key check (place <> ''),
  reason text not null check (reason in ('claimed', 'unclaimed_histories', 'other_log', 'unknown_backup')),
  -- The history that the place belongs to; null: none has claimed it.
  owner text,
  refused_at timestamptz not null
);
