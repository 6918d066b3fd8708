-- Where alarms are told, what each place was told of, and the messages: one waits at a time for each place. What a place
-- was told is noted when it has taken the message, so that nothing is lost with one that was given up.
-- docs/decisions/0116-alarms-that-arrive.md.
create table alarm_destinations (
  id uuid primary key,
  kind text not null,
  name text not null constraint one_destination_of_a_name unique,
  recipient text not null,
  settings_sealed text not null,
  language text not null,
  repeat_minutes integer not null check (repeat_minutes between 0 and 10080),
  is_enabled boolean not null,
  created_at timestamptz not null,
  taken_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  failed_since timestamptz,
  last_error text,
  check ((failures = 0) = (failed_since is null) and (failures = 0) = (last_error is null))
);

create table alarm_tellings (
  destination_id uuid not null references alarm_destinations on delete cascade,
  kind text not null,
  subject text not null,
  alarm_id uuid not null references ledger_alarms,
  told_at timestamptz not null,
  times integer not null check (times > 0),
  remind_at timestamptz,
  primary key (destination_id, kind, subject)
);

create table alarm_messages (
  id uuid primary key,
  destination_id uuid not null references alarm_destinations on delete cascade,
  content jsonb not null,
  status text not null check (status in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz,
  leased_until timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((status = 'pending') = (due_at is not null)),
  check ((status = 'sent') = (sent_at is not null))
);
create unique index alarm_message_waits on alarm_messages (destination_id) where status = 'pending';
create index alarm_messages_due on alarm_messages (due_at) where status = 'pending';
create index alarm_messages_over on alarm_messages (created_at) where status <> 'pending';
create index alarm_messages_of_destination on alarm_messages (destination_id);
