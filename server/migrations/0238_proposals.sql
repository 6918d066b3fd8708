-- Decisions that a person without the permission prepared, for a person who has it. Nothing moves until one of them
-- approves. docs/decisions/0206-prepared-decisions.md.
create table proposals (
  project_id uuid not null references projects (id),
  id uuid not null,
  kind text not null,
  object_type text not null,
  object_id uuid not null,
  -- The merchant operation that an approval runs, and its validated input.
  operation text not null,
  input jsonb not null,
  -- The received money that is decided about, in the smallest unit of the coin. If it changes, the proposal is outdated.
  amount numeric(78, 0) not null,
  coin text not null,
  note text,
  -- Null for a proposal from the command line.
  proposed_by uuid references users (id),
  proposed_by_name text not null,
  created_at timestamptz not null,
  status text not null,
  -- Who approved, declined or withdrew it. Null without a person: it was found outdated, or decided on the command line.
  decided_by uuid references users (id),
  decided_by_name text,
  decided_at timestamptz,
  -- Why it was declined, in the person's words.
  reason text,
  outdated_code text,
  -- What the approval created, and the withdrawal among it, whose author is also its requester.
  result jsonb,
  withdrawal_id uuid,
  constraint proposals_pkey primary key (project_id, id),
  constraint proposals_kind_check check (kind in ('refund', 'acceptance', 'credit')),
  constraint proposals_type_check check (object_type in ('invoice', 'deposit')),
  constraint proposals_amount_check check (amount > 0),
  constraint proposals_note_check check (char_length(note) between 1 and 1000),
  constraint proposals_status_check check (status in ('open', 'approved', 'declined', 'withdrawn', 'outdated')),
  constraint proposals_decided_check check ((status = 'open') = (decided_at is null)),
  constraint proposals_reason_check check (reason is null or status = 'declined'),
  constraint proposals_outdated_check check ((status = 'outdated') = (outdated_code is not null)),
  constraint proposals_result_check check ((status = 'approved') = (result is not null)),
  constraint proposals_withdrawal_check check (withdrawal_id is null or status = 'approved')
);
create unique index proposals_id on proposals (id);
-- One open proposal per object and kind.
create unique index proposals_one_open on proposals (project_id, object_id, kind) where status = 'open';
create index proposals_open on proposals (id) where status = 'open';
create index proposals_open_of_project on proposals (project_id, id) where status = 'open';
create index proposals_of_object on proposals (object_id, id);
create index proposals_of_withdrawal on proposals (project_id, withdrawal_id) where withdrawal_id is not null;

create function refuse_changed_proposal() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  raise exception 'a proposal is decided once, and keeps what was proposed'
    using errcode = 'integrity_constraint_violation';
end
$$;
create trigger proposals_decided_once before update on proposals for each row
  when (old.status <> 'open' or (
    (new.project_id, new.id, new.kind, new.object_type, new.object_id, new.operation, new.input, new.amount, new.coin,
      new.note, new.proposed_by, new.proposed_by_name, new.created_at)
    is distinct from
    (old.project_id, old.id, old.kind, old.object_type, old.object_id, old.operation, old.input, old.amount, old.coin,
      old.note, old.proposed_by, old.proposed_by_name, old.created_at)))
  execute function refuse_changed_proposal();
