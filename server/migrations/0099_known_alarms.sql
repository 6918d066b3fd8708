-- Somebody has seen an alarm and is at it: who, when, and what he noted last. It stands until its cause is gone or it is
-- cleared all the same.
alter table ledger_alarms
  add column known_at timestamptz,
  add column known_by text,
  add column note text,
  add constraint known_by_somebody check (
    (known_at is null) = (known_by is null) and (known_at is null) = (note is null));
