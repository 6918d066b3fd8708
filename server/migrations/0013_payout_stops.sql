-- What stops the payouts of a project until a person has looked. Each row is its own journal: it says why and since
-- when, and who lifts it says why, once.

create table payout_stops (
  project_id uuid not null references projects,
  id uuid not null,
  cause text not null,
  -- What it is about (a finding of the audit, a deposit): stopped for once, and not again when it was lifted.
  subject text not null,
  reason text not null,
  began_at timestamptz not null,
  lifted_at timestamptz,
  lifted_reason text,
  primary key (project_id, id),
  unique (project_id, cause, subject),
  check ((lifted_at is null) = (lifted_reason is null))
);
create index payout_stops_standing on payout_stops (project_id) where lifted_at is null;

create function refuse_second_lift() returns trigger language plpgsql as $$
begin
  if old.lifted_at is not null or new.lifted_at is null
    or (new.project_id, new.id, new.cause, new.subject, new.reason, new.began_at)
      is distinct from (old.project_id, old.id, old.cause, old.subject, old.reason, old.began_at)
  then
    raise exception 'a stop of payouts is lifted once and changed in nothing else'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger payout_stops_lifted_once before update on payout_stops
  for each row execute function refuse_second_lift();
create trigger payout_stops_stay before delete or truncate on payout_stops
  for each statement execute function refuse_change();
