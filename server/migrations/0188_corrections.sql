-- Manual corrections: those that one person booked alone, and those above the limit, which a second person decides.
-- docs/decisions/0188-large-corrections-need-a-second-person.md.
create table corrections (
  project_id uuid not null references projects,
  -- Also the reference of its ManualBalanceTransaction, so that it is booked once.
  id uuid not null,
  currency text not null,
  -- Signed, in the smallest unit: a credit is positive.
  amount numeric(78, 0) not null check (amount <> 0),
  reason text not null check (reason <> ''),
  -- In EUR cents, rounded up, at the buy rate when it was requested. Null: there was no fresh rate.
  value_eur numeric(78, 0) check (value_eur >= 0),
  status text not null check (status in ('booked', 'requested', 'approved', 'refused')),
  -- `user:` and the id of a person, or `system:` and the name of a user of the machine.
  requested_by text not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  decided_by text,
  decided_by_name text,
  decided_at timestamptz,
  refused_because text,
  primary key (project_id, id),
  constraint corrections_booked_alone_are_valued check (status <> 'booked' or value_eur is not null),
  constraint corrections_decided check (
    (status in ('approved', 'refused')) = (decided_by is not null)
    and (decided_by is null) = (decided_by_name is null) and (decided_by is null) = (decided_at is null)),
  constraint corrections_refused_for_a_reason check ((status = 'refused') = (refused_because is not null)),
  constraint corrections_second_person check (status <> 'approved' or decided_by <> requested_by)
);
create unique index corrections_id on corrections (id);
create index corrections_booked_alone on corrections (project_id, requested_at) where status = 'booked';

create function refuse_changed_correction() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  raise exception 'a correction is decided once, and keeps what was requested'
    using errcode = 'integrity_constraint_violation';
end
$$;
create trigger corrections_decided_once before update on corrections for each row
  when (old.status <> 'requested' or new.status not in ('approved', 'refused') or (
    (new.project_id, new.id, new.currency, new.amount, new.reason, new.value_eur, new.requested_by,
      new.requested_by_name, new.requested_at)
    is distinct from
    (old.project_id, old.id, old.currency, old.amount, old.reason, old.value_eur, old.requested_by,
      old.requested_by_name, old.requested_at)))
  execute function refuse_changed_correction();

create trigger corrections_while_open after insert on corrections
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger corrections_change_while_open after update on corrections
  referencing new table as fresh for each statement execute function refuse_closed_project();
