-- How long the last run of a job took. Null before its next run.
alter table schedules add column last_milliseconds integer;
