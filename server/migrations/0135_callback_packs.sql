-- What was delivered of callbacks is kept packed: many events with their deliveries and attempts in one compressed row,
-- to the byte (docs/decisions/0137-callbacks-are-packed.md). A worker packs what is there, in slices.
create table callback_packs (
  project_id uuid not null references projects,
  -- Of its events and deliveries, whose ids rise with time: less than a day apart.
  first_id uuid not null,
  last_id uuid not null,
  -- When the last of them was made, sent or tried.
  last_at timestamptz not null,
  event_ids uuid[] not null check (cardinality(event_ids) > 0),
  object_ids uuid[] not null,
  deliveries integer not null,
  -- zlib (RFC 1950) of JSON: server/src/events/packing.ts.
  body bytea not null,
  primary key (project_id, last_id),
  check (first_id <= last_id)
);
alter table callback_packs alter column body set storage external;
create index callback_packs_objects on callback_packs using gin (object_ids) with (fastupdate = off);

create function is_packed(project uuid, event uuid) returns boolean language sql stable
  set search_path = public, pg_temp as $$
  select exists (select 1 from callback_packs p
    where p.project_id = project and p.last_id >= event and p.first_id <= event and event = any(p.event_ids))
$$;

-- As before, but for what is packed.
drop trigger events_stay_young on events;
drop trigger deliveries_stay_young on deliveries;
drop trigger delivery_attempts_stay_young on delivery_attempts;
drop function refuse_early_forgetting();

create function refuse_forgetting_events() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select 1 from gone
    where created_at > now() - interval '30 days' and not is_packed(project_id, id)) then
    raise exception '% younger than 30 days stay', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger events_stay_young after delete on events referencing old table as gone
  for each statement execute function refuse_forgetting_events();

create function refuse_forgetting_deliveries() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select 1 from gone
    where created_at > now() - interval '30 days' and not is_packed(project_id, event_id)) then
    raise exception '% younger than 30 days stay', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger deliveries_stay_young after delete on deliveries referencing old table as gone
  for each statement execute function refuse_forgetting_deliveries();

-- Before their deliveries, which say of which event they are.
create function refuse_forgetting_attempts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select 1 from gone g
    where g.created_at > now() - interval '30 days' and not coalesce((
      select is_packed(d.project_id, d.event_id) from deliveries d
      where d.project_id = g.project_id and d.id = g.delivery_id), false)) then
    raise exception '% younger than 30 days stay', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger delivery_attempts_stay_young after delete on delivery_attempts referencing old table as gone
  for each statement execute function refuse_forgetting_attempts();

-- What leaves a pack is unpacked again, or old.
create function refuse_losing_packed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select 1 from gone g
    cross join lateral unnest(g.event_ids) as lost(id)
    where g.last_at > now() - interval '30 days' and not is_packed(g.project_id, lost.id)
      and not exists (select 1 from events e where e.project_id = g.project_id and e.id = lost.id)
  ) then
    raise exception 'packed callbacks younger than 30 days stay' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger callback_packs_stay_young after delete on callback_packs referencing old table as gone
  for each statement execute function refuse_losing_packed();
create trigger callback_packs_change_whole after update on callback_packs referencing old table as gone
  for each statement execute function refuse_losing_packed();
create trigger callback_packs_not_truncated before truncate on callback_packs
  for each statement execute function refuse_change();
