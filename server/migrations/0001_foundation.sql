-- Foundation: projects and keys, the ledger, the transaction list, customers, addresses, channels,
-- invoices, deposits, callbacks, and the small tables that processes coordinate through.
-- Tenant tables begin every key with project_id; chain facts are keyed by coin.

create table projects (
  id uuid primary key,
  name text not null,
  settings jsonb not null default '{}',
  created_at timestamptz not null
);

create table api_keys (
  project_id uuid not null references projects,
  id uuid not null,
  key text not null unique,
  secret_sealed text not null,
  name text not null,
  api_version smallint not null check (api_version in (1, 2)),
  permissions text[] not null,
  ip_allow_list text[] not null default '{}',
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (project_id, id)
);

create table idempotency_keys (
  project_id uuid not null,
  key text not null,
  request_hash text not null,
  object_id uuid not null,
  status smallint,
  answer text,
  api_version smallint,
  locked_until timestamptz not null,
  created_at timestamptz not null,
  primary key (project_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

create table used_signatures (
  project_id uuid not null,
  signature text not null,
  used_at timestamptz not null,
  primary key (project_id, signature)
);
create index used_signatures_used_at on used_signatures (used_at);

-- The ledger. One row of `ledgers` per project: its lock orders all writers of that project's books.

create table ledgers (
  project_id uuid primary key references projects,
  posting_seq bigint not null default 0,
  transaction_seq bigint not null default 0,
  last_transaction_at timestamptz not null default '-infinity'
) with (fillfactor = 50);

create table ledger_accounts (
  project_id uuid not null references ledgers,
  id uuid not null,
  kind text not null check (kind in
    ('available', 'fees', 'exchange', 'deposits', 'network_fees', 'losses', 'adjustments', 'chain')),
  currency text not null,
  balance numeric(78, 0) not null default 0,
  held numeric(78, 0) not null default 0 check (held >= 0),
  entry_seq bigint not null default 0,
  primary key (project_id, id),
  unique (project_id, kind, currency),
  constraint available_never_negative check (kind <> 'available' or balance - held >= 0),
  constraint deposits_never_negative check (kind <> 'deposits' or balance >= 0),
  constraint only_available_is_held check (kind = 'available' or held = 0)
) with (fillfactor = 50);

create table ledger_postings (
  project_id uuid not null,
  seq bigint not null,
  reference_type text not null,
  reference_id uuid not null,
  purpose text not null,
  from_account uuid not null,
  to_account uuid not null,
  currency text not null,
  amount numeric(78, 0) not null check (amount > 0),
  created_at timestamptz not null,
  primary key (project_id, seq),
  constraint posting_once unique (project_id, reference_id, purpose),
  check (from_account <> to_account)
);

create table ledger_entries (
  project_id uuid not null,
  account_id uuid not null,
  seq bigint not null,
  posting_seq bigint not null,
  amount numeric(78, 0) not null check (amount <> 0),
  balance_after numeric(78, 0) not null,
  primary key (project_id, account_id, seq)
);

create table ledger_holds (
  project_id uuid not null,
  reference_id uuid not null,
  account_id uuid not null,
  amount numeric(78, 0) not null check (amount > 0),
  status text not null check (status in ('open', 'posted', 'released', 'expired')),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (project_id, reference_id),
  foreign key (project_id, account_id) references ledger_accounts
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function refuse_change();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

-- References out of tables that grow by thousands of rows in one statement are checked once for the statement:
-- a foreign key looks up each row by itself, which was a third of the time (decision 35). The other half
-- of a foreign key is that what is referred to stays: accounts, events and endpoints are never deleted.

create function refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % stay, under their keys and with what they refer to', tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$$;
create function refuse_unknown_accounts() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from (
      select project_id, from_account as id from fresh union select project_id, to_account from fresh) named
    where not exists (
      select 1 from ledger_accounts a where a.project_id = named.project_id and a.id = named.id)
  ) then
    raise exception 'a posting names an account that does not exist' using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;
create trigger ledger_postings_accounts after insert on ledger_postings
  referencing new table as fresh for each statement execute function refuse_unknown_accounts();
create trigger ledger_accounts_stay before delete or truncate or update of project_id, id on ledger_accounts
  for each statement execute function refuse_removal();

-- The transaction list that merchants read. `id` begins with the project's transaction_seq, so that the
-- primary key is the order of the list. A row counts in the running balance when `is_counted`.

create table account_transactions (
  project_id uuid not null,
  id uuid not null,
  seq bigint not null,
  account_id uuid not null,
  currency text not null,
  reference_type text not null,
  reference_id uuid not null,
  amount numeric(78, 0) not null,
  is_counted boolean not null,
  fee numeric(78, 0),
  fee_currency text,
  custom_id text,
  customer_id text,
  description text,
  status text,
  status_context text,
  risk jsonb,
  risk_level text,
  created_at timestamptz not null,
  primary key (project_id, id)
) with (fillfactor = 80);
create function refuse_unknown_account() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from (select distinct project_id, account_id as id from fresh) named
    where not exists (
      select 1 from ledger_accounts a where a.project_id = named.project_id and a.id = named.id)
  ) then
    raise exception 'a transaction names an account that does not exist' using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;
create trigger account_transactions_account after insert on account_transactions
  referencing new table as fresh for each statement execute function refuse_unknown_account();
create trigger account_transactions_stay before update of project_id, account_id on account_transactions
  for each statement execute function refuse_removal();
create index account_transactions_account on account_transactions (project_id, account_id, seq);
create index account_transactions_reference on account_transactions (project_id, reference_id);
create index account_transactions_created_at on account_transactions (project_id, created_at, id);
create index account_transactions_status on account_transactions (project_id, status, id);
create index account_transactions_type on account_transactions (project_id, reference_type, id);
create index account_transactions_risk on account_transactions (project_id, risk_level, id)
  where risk_level is not null;
create index account_transactions_customer on account_transactions (project_id, customer_id, id)
  where customer_id is not null;

-- Sums of counted amounts over blocks of 64^level sequence numbers: a running balance anywhere in the
-- list reads at most 64 rows per level.
create table transaction_sums (
  project_id uuid not null,
  account_id uuid not null,
  level smallint not null,
  block bigint not null,
  total numeric(78, 0) not null,
  primary key (project_id, account_id, level, block)
) with (fillfactor = 50);

-- How many rows there are of each kind, in all (bucket -infinity) and per hour: `meta.total` without a scan.
create table transaction_counts (
  project_id uuid not null,
  bucket timestamptz not null,
  currency text not null,
  reference_type text not null,
  status text not null,
  risk_level text not null,
  n bigint not null,
  primary key (project_id, bucket, currency, reference_type, status, risk_level)
) with (fillfactor = 50);

-- How many objects a project has of each type: `meta.total` of the other lists.
create table object_counts (
  project_id uuid not null,
  object_type text not null,
  n bigint not null,
  primary key (project_id, object_type)
) with (fillfactor = 50);

create table customers (
  project_id uuid not null references projects,
  id text not null,
  list_id uuid not null,
  currency text not null,
  addresses jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, list_id)
);

-- Wallets and addresses.

create table wallet_seeds (
  id uuid primary key,
  sealed text not null,
  created_at timestamptz not null
);

create table wallets (
  coin text primary key,
  network text not null,
  seed_id uuid not null references wallet_seeds,
  account_path text not null,
  extended_public_key text not null,
  -- Tokens only: what was received is entries in this contract.
  contract text,
  next_index bigint not null default 0
);

create table addresses (
  coin text not null,
  address text not null,
  tag bigint not null,
  address_index bigint not null,
  project_id uuid,
  owner_type text check (owner_type in ('invoice', 'channel')),
  owner_id uuid,
  assigned_at timestamptz,
  primary key (coin, address, tag),
  check ((owner_id is null) = (owner_type is null) and (owner_id is null) = (project_id is null))
) with (fillfactor = 70);
create index addresses_free on addresses (coin, address_index) where owner_id is null;

create table channels (
  project_id uuid not null references projects,
  id uuid not null,
  status text not null check (status in ('enabled', 'disabled')),
  name text not null,
  description text,
  receiver_currency text not null,
  pay_currency text not null,
  network text not null,
  address text not null,
  tag bigint,
  custom_id text,
  customer_id text,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create unique index channels_custom_id on channels (project_id, custom_id);
create index channels_customer on channels (project_id, customer_id, id) where customer_id is not null;
create index channels_id on channels (id);

create table channel_payments (
  project_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  deposit_id uuid not null,
  status text not null check (status in ('pending', 'on_hold', 'completed', 'refunded', 'cancelled')),
  status_context text check (status_context in ('illicit_resource', 'channel_disabled')),
  txid text not null,
  paid_amount numeric(78, 0) not null check (paid_amount > 0),
  paid_currency text not null,
  received_amount numeric(78, 0) not null default 0,
  received_currency text not null,
  fee numeric(78, 0) not null default 0,
  rate text,
  refund_address text,
  coin_withdrawal_id uuid,
  address text not null,
  tag bigint,
  custom_id text,
  customer_id text,
  risk jsonb,
  created_at timestamptz not null,
  due_at timestamptz,
  primary key (project_id, id),
  unique (project_id, deposit_id),
  foreign key (project_id, channel_id) references channels
);
create index channel_payments_channel on channel_payments (project_id, channel_id, id);
create index channel_payments_due on channel_payments (due_at) where due_at is not null;

create table invoices (
  project_id uuid not null references projects,
  id uuid not null,
  custom_id text,
  customer_id text,
  subscription_id uuid,
  status text not null check (status in ('new', 'completed', 'unresolved', 'refunded', 'cancelled')),
  status_context text check (status_context in ('overpaid', 'underpaid', 'paid_late', 'illicit_resource')),
  network text not null,
  address text not null,
  tag bigint,
  price_amount numeric(78, 0) not null check (price_amount > 0),
  price_currency text not null,
  pay_amount numeric(78, 0) not null check (pay_amount > 0),
  pay_currency text not null,
  fee numeric(78, 0) not null check (fee >= 0),
  fee_percent text not null,
  rate text,
  paid_amount numeric(78, 0) not null default 0,
  name text,
  description text,
  metadata jsonb,
  success_redirect_url text,
  unsuccess_redirect_url text,
  payer_email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  due_at timestamptz,
  primary key (project_id, id),
  check ((status_context is not null) = (status = 'unresolved'))
) with (fillfactor = 70);
create unique index invoices_custom_id on invoices (project_id, custom_id) where custom_id is not null;
create index invoices_customer on invoices (project_id, customer_id, id) where customer_id is not null;
create index invoices_subscription on invoices (project_id, subscription_id, id) where subscription_id is not null;
create index invoices_due on invoices (due_at) where due_at is not null;
create index invoices_id on invoices (id);

create table invoice_recalculations (
  project_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  pay_amount numeric(78, 0) not null,
  price_amount numeric(78, 0) not null,
  fee numeric(78, 0) not null,
  rate text,
  previous_pay_amount numeric(78, 0) not null,
  previous_price_amount numeric(78, 0) not null,
  previous_rate text,
  created_at timestamptz not null,
  committed_at timestamptz,
  -- The request that committed it: repeated after a crash, it is answered as the first time.
  commit_key uuid,
  primary key (project_id, id),
  foreign key (project_id, invoice_id) references invoices
);

create table invoice_refunds (
  project_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  amount numeric(78, 0) not null,
  currency text not null,
  fee numeric(78, 0) not null,
  address text,
  txid text,
  risk jsonb,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, invoice_id) references invoices
);
create index invoice_refunds_invoice on invoice_refunds (project_id, invoice_id, id);

-- Chain facts: the identity of a deposit is (coin, txid, output_index, address). The address is part of it as what
-- contracts pay in one transaction (ETH, tokens) has no other number of its own.

create table deposits (
  coin text not null,
  txid text not null,
  output_index integer not null,
  id uuid not null unique,
  address text not null,
  tag bigint,
  amount numeric(78, 0) not null check (amount > 0),
  project_id uuid,
  owner_type text check (owner_type in ('invoice', 'channel')),
  owner_id uuid,
  status text not null check (status in ('pending', 'confirmed', 'dropped', 'reversed')),
  block_height bigint,
  block_hash text,
  confirmations_required integer not null,
  first_seen_at timestamptz not null,
  confirmed_at timestamptz,
  sources text[] not null default '{}',
  risk jsonb,
  assess_at timestamptz,
  assess_attempts integer not null default 0,
  -- Money in the ledger's `deposits` account; and, once it is somebody's, no longer in there.
  booked_at timestamptz,
  credited_at timestamptz,
  -- How many postings it has had: a deposit that leaves the chain and returns is booked again.
  postings integer not null default 0,
  announced text not null default 'none' check (announced in ('none', 'seen', 'confirmed')),
  is_unmatched boolean not null default false,
  -- Height after which a reorganisation removed its block; null while it is in one, or was never.
  lost_height bigint,
  checked_at timestamptz not null default '-infinity',
  constraint credited_was_booked check (credited_at is null or booked_at is not null),
  primary key (coin, txid, output_index, address)
) with (fillfactor = 70);
create index deposits_owner on deposits (owner_id, first_seen_at) where owner_id is not null;
create index deposits_open on deposits (coin, block_height) where status = 'pending';
create index deposits_unplaced on deposits (coin, checked_at)
  where block_height is null and status in ('pending', 'confirmed');
create index deposits_blocks on deposits (coin, block_height) where block_height is not null;
create index deposits_assess on deposits (assess_at) where assess_at is not null;
create index deposits_unmatched on deposits (project_id, id) where is_unmatched;

create table chain_cursors (
  coin text primary key,
  height bigint not null,
  hash text not null,
  -- Up to which block the network's own finality decides what is confirmed (-1: none yet); null: depth decides.
  final_height bigint,
  updated_at timestamptz not null
);

create table chain_blocks (
  coin text not null,
  height bigint not null,
  hash text not null,
  primary key (coin, height)
);

create table ledger_alarms (
  id uuid primary key,
  kind text not null,
  facts jsonb not null,
  created_at timestamptz not null,
  cleared_at timestamptz
);

-- Callbacks: events are stored with the payload as sent; one delivery per event and endpoint.

create table callback_endpoints (
  project_id uuid not null references projects,
  id uuid not null,
  url text not null,
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  is_enabled boolean not null default true,
  created_at timestamptz not null,
  primary key (project_id, id)
);

create table events (
  project_id uuid not null,
  id uuid not null,
  type text not null,
  event text not null,
  object_id uuid not null,
  payload text not null,
  created_at timestamptz not null,
  seq bigint generated always as identity,
  primary key (project_id, id)
);

create table deliveries (
  project_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  endpoint_id uuid not null,
  object_id uuid not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Attempts made before the last manual resend, which starts the retries over.
  attempts_before integer not null default 0,
  first_failed_at timestamptz,
  next_attempt_at timestamptz,
  leased_until timestamptz,
  created_at timestamptz not null,
  delivered_at timestamptz,
  -- Order of the events of one object; rows are inserted under the project's ledger lock.
  seq bigint generated always as identity,
  primary key (project_id, id)
) with (fillfactor = 70);
create index deliveries_due on deliveries (project_id, endpoint_id, next_attempt_at, seq) where status = 'pending';
create index deliveries_object on deliveries (project_id, endpoint_id, object_id, seq) where status = 'pending';
create function refuse_unknown_events() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from fresh f
    where not exists (select 1 from events e where e.project_id = f.project_id and e.id = f.event_id)
  ) or exists (
    select 1 from (select distinct project_id, endpoint_id as id from fresh) named
    where not exists (
      select 1 from callback_endpoints e where e.project_id = named.project_id and e.id = named.id)
  ) then
    raise exception 'a delivery names an event or endpoint that does not exist' using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;
create trigger deliveries_events after insert on deliveries
  referencing new table as fresh for each statement execute function refuse_unknown_events();
create trigger deliveries_stay before update of project_id, event_id, endpoint_id on deliveries
  for each statement execute function refuse_removal();
create trigger events_append_only before update or delete or truncate on events
  for each statement execute function refuse_change();
create trigger callback_endpoints_stay before delete or truncate or update of project_id, id on callback_endpoints
  for each statement execute function refuse_removal();

create table delivery_attempts (
  project_id uuid not null,
  delivery_id uuid not null,
  attempt integer not null,
  status_code integer,
  failure text,
  answer_excerpt text,
  milliseconds integer not null,
  created_at timestamptz not null,
  primary key (project_id, delivery_id, attempt)
);

-- What processes coordinate through.

create table schedules (
  name text primary key,
  due_at timestamptz not null,
  leased_until timestamptz,
  last_error text,
  failures integer not null default 0
);

create table instance_settings (
  name text primary key,
  value jsonb not null
);

create table risk_entries (
  list text not null,
  coin text not null,
  address text not null,
  kind text not null check (kind in ('allow', 'sanctions', 'allow_despite_sanctions', 'block')),
  note text,
  primary key (list, coin, address)
);
