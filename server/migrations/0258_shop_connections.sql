-- Shops that speak the Greenfield API (docs/plugins.md): their keys, what they asked for at a checkout, and their webhooks.

create table shop_keys (
  project_id uuid not null references projects,
  id uuid not null,
  -- Of the key, which is shown once.
  key_hash bytea not null,
  name text not null,
  -- Exactly those that were asked for. Plugins compare them as a set.
  permissions text[] not null,
  -- The person who made it.
  made_by uuid references users,
  created_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint shop_keys_pkey primary key (project_id, id),
  constraint shop_keys_hash unique (key_hash),
  constraint shop_keys_permissions_check check (cardinality(permissions) between 1 and 30)
);

-- What a shop asked for at a checkout, beside the checkout itself.
create table shop_invoices (
  project_id uuid not null,
  checkout_id uuid not null,
  -- As the shop wrote it.
  metadata_text text not null,
  -- From the metadata. Null: it has none, or it is no text or number.
  order_id text,
  -- JSON: `checkout` and `receipt` of the request, with defaults.
  options jsonb not null,
  is_archived boolean not null default false,
  -- By the shop or a person. Null: the status is that of the checkout.
  marked text,
  -- Payments that were told, by id: 1 when seen, 2 when settled.
  told jsonb not null default '{}',
  constraint shop_invoices_pkey primary key (project_id, checkout_id),
  constraint shop_invoices_checkout foreign key (project_id, checkout_id) references checkouts,
  constraint shop_invoices_marked_check check (marked in ('settled', 'invalid'))
);
create index shop_invoices_order on shop_invoices (project_id, order_id) where order_id is not null;

create table shop_webhooks (
  project_id uuid not null references projects,
  id uuid not null,
  url text not null,
  is_enabled boolean not null,
  repeats boolean not null,
  -- Null: all.
  events text[],
  secret_sealed text not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint shop_webhooks_pkey primary key (project_id, id)
);

-- One row per event and webhook.
create table shop_deliveries (
  project_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  checkout_id uuid not null,
  type text not null,
  -- The JSON that is sent, without the fields of the single attempt.
  payload text not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  last_answer text,
  seq bigint generated always as identity,
  created_at timestamptz not null,
  due_at timestamptz,
  constraint shop_deliveries_pkey primary key (project_id, id),
  constraint shop_deliveries_webhook foreign key (project_id, webhook_id) references shop_webhooks,
  constraint shop_deliveries_status_check check (status in ('pending', 'delivered', 'failed')),
  constraint shop_deliveries_due_check check ((status = 'pending') = (due_at is not null))
) with (fillfactor = 70);
create index shop_deliveries_due on shop_deliveries (due_at) where due_at is not null;
-- The order of an invoice's events at one webhook.
create index shop_deliveries_order on shop_deliveries (project_id, webhook_id, checkout_id, seq) where due_at is not null;
create index shop_deliveries_webhook on shop_deliveries (project_id, webhook_id, seq desc);
