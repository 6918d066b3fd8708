-- The audit proves what is new (src/ledger/prove-project.ts): of each project, up to where its books are proven.
create table audit_marks (
  project_id uuid primary key references projects (id),
  mark jsonb not null,
  -- Counts the changes: whoever proved on from an older one does not store it.
  version bigint not null default 0,
  -- Projects are proven in turns: the next is the one whose last turn is the longest ago.
  turn bigint not null default 0,
  is_due boolean not null default true,
  -- When nothing was left that is new.
  proven_at timestamptz
);

-- Proofs of everything, by a person's command: how far each has come, and what it found.
create table audit_runs (
  id uuid primary key,
  place jsonb not null,
  version bigint not null default 0,
  findings jsonb not null default '[]',
  began_at timestamptz not null,
  ended_at timestamptz
);

-- What is open, which is little, however much is over.
create index ledger_holds_open on ledger_holds (project_id, account_id) where status = 'open';
create index deposits_uncredited on deposits (project_id, coin) where booked_at is not null and credited_at is null;
create index coin_withdrawals_unpaid on coin_withdrawals (project_id, received_currency)
  where committed_at is not null and status not in ('completed', 'cancelled');

-- Empty as long as the books are right: each holds the rows that break an invariant of the audit.
create index deposits_credited_unmatched on deposits (project_id) where is_unmatched and credited_at is not null;
create index account_transactions_uncounted on account_transactions (project_id)
  where booked_at is null and amount <> 0
    and (status is null or status = 'completed' or (status = 'refunded' and reference_type <> 'Invoice'));
