-- Checkouts: a price with several coins to choose from. Each choice makes an ordinary invoice, and what arrives on any of
-- them counts (docs/decisions/0211-checkouts-make-invoices.md).
create table checkouts (
  project_id uuid not null references projects,
  id uuid not null,
  custom_id text,
  customer_id text,
  status text not null,
  status_context text,
  price_amount numeric(78, 0) not null,
  price_currency text not null,
  -- The codes of the coins that can be chosen. The first is offered first.
  coins text[] not null,
  name text,
  description text,
  -- JSON as the merchant wrote it.
  metadata_text text,
  -- JSON: a list of what is sold. Amounts are texts, in the price currency.
  items jsonb not null,
  -- The price was written in this unit of its currency: SATS. Null: in the currency itself.
  price_unit text,
  -- Of the merchant, or entered by the payer where there was none.
  payer_email text,
  payer_email_required boolean not null,
  receipt boolean not null,
  redirect_automatically boolean not null,
  min_confirmations integer,
  language text,
  success_redirect_url text,
  unsuccess_redirect_url text,
  -- How long the rate of a chosen coin holds.
  quote_seconds integer not null,
  -- A checkout that is short by at most this share of its price is paid.
  tolerance_percent numeric not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  completed_at timestamptz,
  -- Payments that were reported, so that each is reported once.
  payments_reported integer not null default 0,
  -- When the worker must look: at the expiry, or at once when one of its invoices has moved.
  due_at timestamptz,
  constraint checkouts_pkey primary key (project_id, id),
  constraint checkouts_status_check check (status in ('open', 'processing', 'completed', 'expired', 'cancelled')),
  constraint checkouts_context_check check (
    status_context in ('partially_paid', 'overpaid', 'paid_late', 'illicit_resource', 'accepted')),
  constraint checkouts_price_check check (price_amount > 0),
  constraint checkouts_coins_check check (cardinality(coins) between 1 and 40),
  constraint checkouts_unit_check check (price_unit is null or (price_unit = 'SATS' and price_currency = 'BTC')),
  constraint checkouts_confirmations_check check (min_confirmations between 1 and 100),
  constraint checkouts_quote_check check (quote_seconds > 0),
  constraint checkouts_tolerance_check check (tolerance_percent >= 0 and tolerance_percent < 50),
  constraint checkouts_time_check check (created_at < expires_at),
  constraint checkouts_completed_check check ((status = 'completed') = (completed_at is not null)),
  constraint checkouts_due_check check (status <> 'open' or due_at is not null)
) with (fillfactor = 70);
create unique index checkouts_custom_id on checkouts (project_id, custom_id) where custom_id is not null;
create index checkouts_due on checkouts (due_at) where due_at is not null;
create index checkouts_id on checkouts (id);

-- A choice of a coin. Written before its invoice, so that two clicks, or a click after a crash, make one invoice.
create table checkout_invoices (
  project_id uuid not null,
  checkout_id uuid not null,
  invoice_id uuid not null,
  coin text not null,
  -- What the invoice asks for, in the price currency: what remained.
  price_amount numeric(78, 0) not null,
  seq bigint generated always as identity,
  constraint checkout_invoices_pkey primary key (project_id, checkout_id, invoice_id),
  constraint checkout_invoices_price_check check (price_amount > 0),
  constraint checkout_invoices_checkout foreign key (project_id, checkout_id) references checkouts
);

alter table invoices add column checkout_id uuid,
  -- Of a checkout: the coin amount with which the checkout is paid within its tolerance.
  add column enough_amount numeric(78, 0);
