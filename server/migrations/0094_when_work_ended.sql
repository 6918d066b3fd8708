-- When a run of recurring work ended last, for whoever looks at it. Null: not since this was noted. It is stored with
-- what was stored at the end of each run anyway.

alter table schedules add column ended_at timestamptz;
