-- Of what waits for somebody a person is told by mail: what he chose, what he was told of and still waits, and when it is
-- looked at next for him. docs/decisions/0113-notices.md.
create table notices (
  user_id uuid primary key references users,
  kinds text[] not null check (kinds <@ array[
    'deposits_unmatched', 'withdrawals_for_approval', 'invoices_unresolved', 'callbacks_given_up', 'alarms']),
  told jsonb not null check (jsonb_typeof(told) = 'array'),
  mailed_at timestamptz,
  due_at timestamptz,
  check ((due_at is null) = (kinds = '{}'))
);
create index notices_due on notices (due_at) where due_at is not null;
