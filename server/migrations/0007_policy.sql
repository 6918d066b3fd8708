-- Policies: what decides about withdrawals, who may approve them, which destinations are known, and the journal of
-- everything that people and rules decided.

-- Versions of a project's policy, as the text that was set. The highest is in force.
create table policies (
  project_id uuid not null references projects,
  version integer not null check (version > 0),
  document text not null,
  note text,
  created_at timestamptz not null,
  primary key (project_id, version)
);
create trigger policies_append_only before update or delete or truncate on policies
  for each statement execute function refuse_change();

-- People who approve. A code today; a dashboard's user takes the code's place when there are such.
create table approvers (
  project_id uuid not null references projects,
  id uuid not null,
  name text not null,
  code_hash text not null,
  -- Whose withdrawals he may not approve: those that were asked for with his own key.
  api_key text,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (project_id, id)
);
create unique index approvers_name on approvers (project_id, name) where removed_at is null;

-- Destinations that a project knows: in its address book, or paid before.
create table destinations (
  project_id uuid not null references projects,
  coin text not null,
  -- As the API shows it: the address, on XRP with its tag.
  destination text not null,
  address text not null,
  -- The characters at both ends that people compare (policy/destinations.ts).
  ends text not null,
  name text,
  listed_at timestamptz,
  first_paid_at timestamptz,
  primary key (project_id, coin, destination),
  check (listed_at is not null or first_paid_at is not null)
);
create index destinations_ends on destinations (project_id, coin, ends, address);

-- Append-only: changes of the policy, of approvers and of the address book, refusals by a rule, and what people
-- decided about withdrawals on hold.
create table policy_journal (
  project_id uuid not null references projects,
  id uuid not null,
  step text not null,
  withdrawal_id uuid,
  approver_id uuid,
  facts jsonb not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, approver_id) references approvers
);
create trigger policy_journal_append_only before update or delete or truncate on policy_journal
  for each statement execute function refuse_change();
create index policy_journal_withdrawal on policy_journal (project_id, withdrawal_id)
  where withdrawal_id is not null;
-- Nobody approves twice.
create unique index policy_journal_approval on policy_journal (project_id, withdrawal_id, approver_id)
  where step = 'approved';

alter table coin_withdrawals
  -- Outcome, rule and version of the policy that decided (policy/policy.ts, Decision).
  add column decision jsonb,
  -- The public part of the key that asked; null when the till itself sends. No reference: it locks no key.
  add column api_key text,
  -- What is sent, in the currency of the policy that decided, in its smallest unit.
  add column value numeric(78, 0) check (value >= 0),
  add column value_currency text,
  add constraint coin_withdrawals_value check ((value is null) = (value_currency is null));
-- Rolling windows add up what was created since a moment.
create index coin_withdrawals_created on coin_withdrawals (project_id, created_at);
