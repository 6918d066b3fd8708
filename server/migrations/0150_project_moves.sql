-- Projects that move between cells (docs/decisions/0150-moving-a-project.md). One row in each database says where a
-- project is open: it is closed in the cell that it leaves before it is open in the one that it comes to.
create table project_moves (
  -- No reference: a copy may be given up before a row of it came.
  project_id uuid not null,
  direction text not null check (direction in ('away', 'here')),
  -- Rises with time, so that a copy that comes late is older than what was given up.
  move_id uuid not null,
  other_cell text not null check (other_cell ~ '^[0-9a-f]$'),
  closed_at timestamptz not null,
  -- Away: it is gone for good. Here: it is open.
  ended_at timestamptz,
  -- Here: this copy must never come.
  given_up_at timestamptz,
  primary key (project_id, direction),
  check (given_up_at is null or (direction = 'here' and ended_at is null))
);

-- What is written for a closed project after it was copied would be lost. Asked after a statement, so that whoever is
-- answered that it is open has a number by now, and is waited for (cells/drain.ts).
create function refuse_closed_project() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select 1 from project_moves) and exists (
    select 1 from fresh f join project_moves m on m.project_id = f.project_id
    where m.direction = 'away' or (m.ended_at is null and m.given_up_at is null))
  then
    raise exception 'the project is closed, as it moves to another cell'
      using errcode = 'object_not_in_prerequisite_state', constraint = 'project_is_open';
  end if;
  return null;
end
$$;

create function refuse_closed_settings() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select 1 from project_moves m
    where m.project_id = new.id and (m.direction = 'away' or (m.ended_at is null and m.given_up_at is null)))
  then
    raise exception 'the project is closed, as it moves to another cell'
      using errcode = 'object_not_in_prerequisite_state', constraint = 'project_is_open';
  end if;
  return null;
end
$$;

create trigger projects_while_open after update on projects
  for each row execute function refuse_closed_settings();

create trigger ledger_postings_while_open after insert on ledger_postings
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger invoices_while_open after insert on invoices
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger channels_while_open after insert on channels
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger subscriptions_while_open after insert on subscriptions
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger coin_withdrawals_while_open after insert on coin_withdrawals
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger exchange_transfers_while_open after insert on exchange_transfers
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger policies_while_open after insert on policies
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger policy_journal_while_open after insert on policy_journal
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger events_while_open after insert on events
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger mails_while_open after insert on mails
  referencing new table as fresh for each statement execute function refuse_closed_project();

create trigger customers_while_open after insert on customers
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger customers_change_while_open after update on customers
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger api_keys_while_open after insert on api_keys
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger api_keys_change_while_open after update on api_keys
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger callback_endpoints_while_open after insert on callback_endpoints
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger callback_endpoints_change_while_open after update on callback_endpoints
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger approvers_while_open after insert on approvers
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger approvers_change_while_open after update on approvers
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger destinations_while_open after insert on destinations
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger destinations_change_while_open after update on destinations
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger destinations_end_while_open after delete on destinations
  referencing old table as fresh for each statement execute function refuse_closed_project();
create trigger project_members_while_open after insert on project_members
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger project_members_change_while_open after update on project_members
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger project_members_end_while_open after delete on project_members
  referencing old table as fresh for each statement execute function refuse_closed_project();
