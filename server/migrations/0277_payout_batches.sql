-- Payout batches: a file of payouts that is checked, quoted, sent and reported as one object
-- (docs/decisions/0228-payout-batches.md).
create table payout_batches (
  project_id uuid not null references projects,
  id uuid not null,
  status text not null,
  name text not null,
  row_count integer not null,
  created_by text not null,
  created_by_name text not null,
  sent_by text,
  sent_by_name text,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- When each row was tried once. Its payouts are sent from then on, so that they share transactions.
  tried_at timestamptz,
  ended_at timestamptz,
  -- JSON: totals by currency, in the smallest unit. Null until the rows are checked.
  quote jsonb,
  -- Why it waits: the code of a temporary error.
  wait_code text,
  approvals integer not null default 0,
  due_at timestamptz,
  constraint payout_batches_pkey primary key (project_id, id),
  constraint payout_batches_status_check check (status in ('checking', 'ready', 'sending', 'completed', 'cancelled')),
  constraint payout_batches_due_check check ((due_at is null) = (status in ('ready', 'completed', 'cancelled'))),
  constraint payout_batches_quote_check check (quote is not null or status in ('checking', 'cancelled')),
  constraint payout_batches_sent_check check (
    (sent_at is null) = (sent_by is null) and (sent_at is null) = (sent_by_name is null)
    and (sent_at is not null or status in ('checking', 'ready', 'cancelled'))
    and (sent_at is null or status in ('sending', 'completed'))
    and (tried_at is null or sent_at is not null)
    and (tried_at is not null or status <> 'completed')
    and (ended_at is not null) = (status in ('completed', 'cancelled'))),
  constraint payout_batches_counts_check check (row_count between 1 and 10000 and approvals >= 0)
) with (fillfactor = 70);
create index payout_batches_due on payout_batches (due_at) where due_at is not null;

create table payout_batch_rows (
  project_id uuid not null,
  batch_id uuid not null,
  n integer not null,
  -- In the file.
  line integer not null,
  status text not null,
  -- JSON: the request, as the API takes it.
  request jsonb not null,
  -- JSON: why it is not sent.
  problems jsonb,
  -- Quoted when it was checked, in the smallest unit.
  coin text,
  sends numeric(78, 0),
  currency text,
  charged numeric(78, 0),
  -- Whether the policy would hold it.
  is_held boolean,
  withdrawal_id uuid,
  -- How many approvals of the batch were applied to its withdrawal.
  approvals integer not null default 0,
  constraint payout_batch_rows_pkey primary key (project_id, batch_id, n),
  constraint payout_batch_rows_batch foreign key (project_id, batch_id) references payout_batches,
  constraint payout_batch_rows_withdrawal foreign key (project_id, withdrawal_id) references coin_withdrawals,
  constraint payout_batch_rows_paid_once unique (project_id, withdrawal_id),
  constraint payout_batch_rows_status_check check (status in ('waiting', 'taken', 'refused', 'cancelled')),
  constraint payout_batch_rows_taken_check check ((status = 'taken') = (withdrawal_id is not null)),
  constraint payout_batch_rows_refused_check check ((status = 'refused') = (problems is not null)),
  constraint payout_batch_rows_quote_check check (
    (coin is null) = (sends is null) and (coin is null) = (currency is null)
    and (coin is null) = (charged is null) and (coin is null) = (is_held is null)
    and (coin is not null or status <> 'taken')),
  constraint payout_batch_rows_n_check check (n > 0 and line > 0 and approvals >= 0)
) with (fillfactor = 70);
create index payout_batch_rows_waiting on payout_batch_rows (project_id, batch_id, n) where status = 'waiting';

create table payout_batch_approvals (
  project_id uuid not null,
  batch_id uuid not null,
  n integer not null,
  approver_id uuid not null,
  created_at timestamptz not null,
  constraint payout_batch_approvals_pkey primary key (project_id, batch_id, n),
  constraint payout_batch_approvals_once unique (project_id, batch_id, approver_id),
  constraint payout_batch_approvals_batch foreign key (project_id, batch_id) references payout_batches,
  constraint payout_batch_approvals_n_check check (n > 0)
);

-- A row moves once. Its withdrawal is made while the batch is sent, and never changes.
create function payout_batch_row_moves() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.status <> new.status and old.status <> 'waiting' or old.withdrawal_id <> new.withdrawal_id
    or old.request <> new.request then
    raise exception 'a row of a payout batch moves once' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'taken' and old.status = 'waiting' then
    perform 1 from payout_batches b
    where b.project_id = new.project_id and b.id = new.batch_id and b.status = 'sending';
    if not found then
      raise exception 'the payout batch is not sent' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  return new;
end
$$;
create trigger payout_batch_rows_moves before update on payout_batch_rows for each row
  execute function payout_batch_row_moves();

-- Statuses move forward, and a batch ends when no row waits.
create function payout_batch_moves() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (old.status, new.status) not in (('checking', 'ready'), ('checking', 'cancelled'), ('ready', 'sending'),
    ('ready', 'cancelled'), ('sending', 'completed')) then
    raise exception 'a payout batch does not move from % to %', old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.status in ('completed', 'cancelled') and exists (
    select from payout_batch_rows r
    where r.project_id = new.project_id and r.batch_id = new.id and r.status = 'waiting') then
    raise exception 'a payout batch has rows that wait' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger payout_batches_moves before update of status on payout_batches for each row
  when (old.status <> new.status) execute function payout_batch_moves();
