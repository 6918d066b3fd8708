-- Callbacks are forgotten after a time (docs/decisions/0128-callbacks-are-forgotten.md): whole, and none that is young
-- or still to be sent. What was told stays as it was told until then.
drop trigger events_append_only on events;
create trigger events_unchanged before update or truncate on events for each statement execute function refuse_change();

create function refuse_early_forgetting() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select 1 from gone where created_at > now() - interval '30 days') then
    raise exception '% younger than 30 days stay', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger events_stay_young after delete on events referencing old table as gone
  for each statement execute function refuse_early_forgetting();
create trigger deliveries_stay_young after delete on deliveries referencing old table as gone
  for each statement execute function refuse_early_forgetting();
create trigger delivery_attempts_stay_young after delete on delivery_attempts referencing old table as gone
  for each statement execute function refuse_early_forgetting();

-- The ids of an event's deliveries begin with its time, as its own does.
create function refuse_forgetting_by_half() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select 1 from gone g
    cross join lateral (select rpad(left(replace(g.id::text, '-', ''), 13), 32, '0')::uuid as first,
      rpad(left(replace(g.id::text, '-', ''), 13), 32, 'f')::uuid as last offset 0) r
    cross join lateral (select 1 from deliveries d
      where d.project_id = g.project_id and d.id >= r.first and d.id <= r.last and d.event_id = g.id limit 1) d
  ) then
    raise exception 'an event stays while it has deliveries' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger events_go_whole after delete on events referencing old table as gone
  for each statement execute function refuse_forgetting_by_half();

create function refuse_forgetting_undelivered() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if exists (select 1 from gone where status = 'pending') then
    raise exception 'what is to be sent stays' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger deliveries_stay_until_sent after delete on deliveries referencing old table as gone
  for each statement execute function refuse_forgetting_undelivered();
create trigger deliveries_not_truncated before truncate on deliveries
  for each statement execute function refuse_change();
