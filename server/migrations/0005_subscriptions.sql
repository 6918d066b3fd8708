-- Subscriptions ("email billing"): an amount asked of one payer every period, which of its invoices belongs
-- to which period, and the outbox of the mails that carry the links.

create table subscriptions (
  project_id uuid not null references projects,
  id uuid not null,
  custom_id text,
  status text not null check (status in ('active', 'cancelled')),
  name text not null,
  amount numeric(78, 0) not null check (amount > 0),
  currency text not null,
  period text not null check (period in ('day', 'week', 'month', 'year')),
  period_quantity integer not null check (period_quantity > 0),
  -- The date of the first payment. Every later one is counted from here, so that none drifts.
  starts_at timestamptz not null,
  -- The present period ends this many periods after starts_at.
  period_index integer not null check (period_index >= 0),
  current_period_starts_at timestamptz not null,
  current_period_ends_at timestamptz not null,
  current_period_paid boolean not null,
  payer_email text not null,
  payer_name text,
  product_name text,
  product_description text,
  success_redirect_url text,
  unsuccess_redirect_url text,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  -- When the worker must look: the end of the period, or at once when one of its invoices has moved.
  due_at timestamptz,
  primary key (project_id, id),
  check ((status = 'cancelled') = (cancelled_at is not null)),
  check ((status = 'active') = (due_at is not null)),
  check (current_period_starts_at < current_period_ends_at)
) with (fillfactor = 70);
create unique index subscriptions_custom_id on subscriptions (project_id, custom_id) where custom_id is not null;
create index subscriptions_due on subscriptions (due_at) where due_at is not null;
create index subscriptions_id on subscriptions (id);

-- Written before the invoice is, so that two clicks of one payer, or a click after a crash, make one invoice.
create table subscription_invoices (
  project_id uuid not null,
  subscription_id uuid not null,
  period_index integer not null,
  invoice_id uuid not null,
  pay_currency text not null,
  seq bigint generated always as identity,
  primary key (project_id, subscription_id, period_index, invoice_id),
  foreign key (project_id, subscription_id) references subscriptions
);

-- Whatever moves an invoice (a payment, a recalculation, a refund, its end) makes its subscription due in
-- the same transaction. The feature of invoices need not know that there are subscriptions.
create function touch_subscription() returns trigger language plpgsql as $$
begin
  update subscriptions set due_at = '-infinity'
  where project_id = new.project_id and id = new.subscription_id and status = 'active';
  perform pg_notify('chaintill_wake', 'subscriptions');
  return null;
end
$$;
create trigger invoices_touch_subscription after update of status, status_context on invoices
  for each row
  when (new.subscription_id is not null
    and (old.status, old.status_context) is distinct from (new.status, new.status_context))
  execute function touch_subscription();

-- Mails are stored in the transaction that makes them true, and sent after it. One for each purpose of a thing.
create table mails (
  project_id uuid not null references projects,
  id uuid not null,
  reference_id uuid not null,
  purpose text not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  status text not null check (status in ('pending', 'sent', 'failed', 'withdrawn')),
  attempts integer not null default 0,
  due_at timestamptz,
  leased_until timestamptz,
  failure text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (project_id, id),
  constraint mail_once unique (project_id, reference_id, purpose),
  check ((status = 'pending') = (due_at is not null))
) with (fillfactor = 70);
create index mails_due on mails (due_at) where due_at is not null;
