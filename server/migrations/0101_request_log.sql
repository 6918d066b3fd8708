-- What programs asked in the last days and what they were answered, for those who look for a mistake in their own: kept
-- in sets after the answer, without bodies of what succeeded. docs/decisions/0108-a-log-of-requests.md.

create table request_log (
  project_id uuid not null references projects,
  id uuid not null,
  -- As the answer named it.
  request_id text not null,
  at timestamptz not null,
  method text not null,
  -- Without its query.
  path text not null,
  -- The public part of the key that asked.
  api_key text not null,
  -- Not: the key was named, and its signature was wrong or was not looked at. Whoever knows the key can ask so.
  is_signed boolean not null,
  status smallint not null,
  milliseconds integer not null,
  code text,
  message text,
  -- Of each field that was refused.
  details jsonb,
  -- The known fields of a signed request that was refused, shortened.
  input jsonb,
  -- Names in it that no field has.
  ignored text,
  -- So many of this kind before it were not kept, as there were too many at once.
  left_out integer not null,
  primary key (project_id, id),
  constraint request_log_refusals check (status >= 400 or (code is null and details is null and input is null)),
  constraint request_log_signed check (is_signed or input is null)
);
create index request_log_at on request_log (at);
create index request_log_request on request_log (project_id, request_id);

-- Kept to the minute.
alter table api_keys add column used_at timestamptz;
