-- Since when recurring work has failed each time: a node that is silent for a while is an alarm, whichever process asked.
alter table schedules add column failing_since timestamptz;
