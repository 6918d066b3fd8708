-- The database schema, generated from server/migrations by `npm run generate`. For reading only.

create table account_transactions (
  project_id uuid not null,
  id uuid not null,
  seq bigint not null,
  account_id uuid not null,
  currency text not null,
  reference_type text not null,
  reference_id uuid not null,
  amount numeric(78,0) not null,
  fee numeric(78,0),
  fee_currency text,
  custom_id text,
  customer_id text,
  description text,
  status text,
  status_context text,
  risk jsonb,
  risk_level text,
  created_at timestamp with time zone not null,
  booked_at timestamp with time zone,
  booked_seq bigint,
  booked_balance numeric(78,0),
  description_code text,
  constraint account_transactions_pkey PRIMARY KEY (project_id, id),
  constraint account_transactions_description_code CHECK (description_code IS NULL OR description_code = 'repriced'::text AND description IS NULL),
  constraint booked_whole CHECK ((booked_at IS NULL) = (booked_seq IS NULL) AND (booked_at IS NULL) = (booked_balance IS NULL))
);
CREATE INDEX account_transactions_account ON account_transactions USING btree (account_id, seq);
CREATE UNIQUE INDEX account_transactions_booked ON account_transactions USING btree (account_id, booked_at, booked_seq) WHERE booked_at IS NOT NULL;
CREATE INDEX account_transactions_customer ON account_transactions USING btree (project_id, customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX account_transactions_kind ON account_transactions USING btree (project_id, reference_type, COALESCE(status, ''::text), COALESCE(risk_level, ''::text), seq);
CREATE INDEX account_transactions_reference ON account_transactions USING btree (reference_id, seq);
CREATE INDEX account_transactions_uncounted ON account_transactions USING btree (project_id) WHERE booked_at IS NULL AND amount <> 0::numeric AND (status IS NULL OR status = 'completed'::text OR status = 'refunded'::text AND reference_type <> 'Invoice'::text);
CREATE TRIGGER account_transactions_account AFTER INSERT ON account_transactions REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION refuse_unknown_account();
CREATE TRIGGER account_transactions_booked_once BEFORE UPDATE ON account_transactions FOR EACH ROW WHEN (old.booked_at IS NOT NULL AND (new.id IS DISTINCT FROM old.id OR new.seq IS DISTINCT FROM old.seq OR new.currency IS DISTINCT FROM old.currency OR new.reference_type IS DISTINCT FROM old.reference_type OR new.reference_id IS DISTINCT FROM old.reference_id OR new.amount IS DISTINCT FROM old.amount OR new.fee IS DISTINCT FROM old.fee OR new.fee_currency IS DISTINCT FROM old.fee_currency OR new.custom_id IS DISTINCT FROM old.custom_id OR new.customer_id IS DISTINCT FROM old.customer_id OR new.description IS DISTINCT FROM old.description OR new.description_code IS DISTINCT FROM old.description_code OR new.created_at IS DISTINCT FROM old.created_at OR new.booked_at IS DISTINCT FROM old.booked_at OR new.booked_seq IS DISTINCT FROM old.booked_seq OR new.booked_balance IS DISTINCT FROM old.booked_balance)) EXECUTE FUNCTION refuse_rebooking();
CREATE TRIGGER account_transactions_booked_status BEFORE UPDATE ON account_transactions FOR EACH ROW WHEN (old.booked_at IS NOT NULL AND (new.status IS DISTINCT FROM old.status OR new.status_context IS DISTINCT FROM old.status_context)) EXECUTE FUNCTION refuse_booked_status();
CREATE TRIGGER account_transactions_stay BEFORE UPDATE OF project_id, account_id ON account_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table address_jumps (
  coin text not null,
  first bigint not null,
  until bigint not null,
  jumped_at timestamp with time zone not null,
  constraint address_jumps_pkey PRIMARY KEY (coin, first),
  constraint address_jumps_check CHECK (first < until)
);

create table addresses (
  coin text not null,
  address text not null,
  tag bigint not null,
  address_index bigint not null,
  project_id uuid,
  owner_type text,
  owner_id uuid,
  assigned_at timestamp with time zone,
  retired_at timestamp with time zone,
  is_doubted boolean not null default false,
  constraint addresses_pkey PRIMARY KEY (coin, address, tag),
  constraint addresses_check CHECK ((owner_id IS NULL) = (owner_type IS NULL) AND (project_id IS NULL) = (owner_type IS NULL OR owner_type = 'treasury'::text)),
  constraint addresses_owner_type_check CHECK (owner_type = ANY (ARRAY['invoice'::text, 'channel'::text, 'treasury'::text])),
  constraint retired_for_ever CHECK (retired_at IS NULL OR owner_id IS NULL)
);
CREATE INDEX addresses_doubted ON addresses USING btree (coin) WHERE is_doubted;
CREATE INDEX addresses_free ON addresses USING btree (coin, address_index) WHERE owner_id IS NULL AND retired_at IS NULL;
CREATE INDEX addresses_of_account ON addresses USING btree (coin, address) WHERE address ~~ '0x%'::text AND (owner_type = ANY (ARRAY['invoice'::text, 'channel'::text]));
CREATE INDEX addresses_treasury ON addresses USING btree (coin, address, address_index) WHERE owner_type = 'treasury'::text;

create table alert_destinations (
  id uuid not null,
  kind text not null,
  name text not null,
  recipient text not null,
  settings_sealed text not null,
  language text not null,
  repeat_minutes integer not null,
  is_enabled boolean not null,
  created_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  failures integer not null default 0,
  failed_since timestamp with time zone,
  last_error jsonb,
  constraint alert_destinations_pkey PRIMARY KEY (id),
  constraint alert_destinations_name UNIQUE (name),
  constraint alert_destinations_failing CHECK ((failures = 0) = (failed_since IS NULL) AND (failures = 0) = (last_error IS NULL)),
  constraint alert_destinations_failures_check CHECK (failures >= 0),
  constraint alert_destinations_last_error CHECK (last_error ? 'message'::text OR ((last_error ->> 'code'::text) = ANY (ARRAY['no_mail_server'::text, 'internal_error'::text]))),
  constraint alert_destinations_repeat_minutes_check CHECK (repeat_minutes >= 0 AND repeat_minutes <= 10080)
);

create table alert_messages (
  id uuid not null,
  destination_id uuid not null,
  content jsonb not null,
  status text not null,
  attempts integer not null default 0,
  due_at timestamp with time zone,
  leased_until timestamp with time zone,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint alert_messages_pkey PRIMARY KEY (id),
  constraint alert_messages_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES alert_destinations(id) ON DELETE CASCADE,
  constraint alert_messages_due_at_check CHECK ((status = 'pending'::text) = (due_at IS NOT NULL)),
  constraint alert_messages_sent_at_check CHECK ((status = 'sent'::text) = (sent_at IS NOT NULL)),
  constraint alert_messages_status_check CHECK (status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX alert_messages_destination ON alert_messages USING btree (destination_id);
CREATE INDEX alert_messages_due ON alert_messages USING btree (due_at) WHERE status = 'pending'::text;
CREATE INDEX alert_messages_ended ON alert_messages USING btree (created_at) WHERE status <> 'pending'::text;
CREATE UNIQUE INDEX alert_messages_pending ON alert_messages USING btree (destination_id) WHERE status = 'pending'::text;

create table alert_notifications (
  destination_id uuid not null,
  kind text not null,
  subject text not null,
  alert_id uuid not null,
  notified_at timestamp with time zone not null,
  times integer not null,
  remind_at timestamp with time zone,
  constraint alert_notifications_pkey PRIMARY KEY (destination_id, kind, subject),
  constraint alert_notifications_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id),
  constraint alert_notifications_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES alert_destinations(id) ON DELETE CASCADE,
  constraint alert_notifications_times_check CHECK (times > 0)
);

create table alerts (
  id uuid not null,
  kind text not null,
  facts jsonb not null,
  created_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  resolved_reason text,
  acknowledged_at timestamp with time zone,
  acknowledged_by text,
  note text,
  assignee_id uuid,
  constraint alerts_pkey PRIMARY KEY (id),
  constraint alerts_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id),
  constraint alerts_acknowledged CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL) AND (acknowledged_at IS NULL) = (note IS NULL))
);
CREATE INDEX alerts_open ON alerts USING btree (id) WHERE resolved_at IS NULL;
CREATE UNIQUE INDEX alerts_open_once ON alerts USING btree (kind, (facts ->> 'subject'::text)) WHERE resolved_at IS NULL AND facts ? 'subject'::text;

create table api_keys (
  project_id uuid not null,
  id uuid not null,
  key text not null,
  secret_sealed text not null,
  name text not null,
  api_version smallint not null,
  permissions text[] not null,
  ip_allow_list text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  made_by uuid,
  used_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (project_id, id),
  constraint api_keys_key_key UNIQUE (key),
  constraint api_keys_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint api_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint api_keys_api_version_check CHECK (api_version = ANY (ARRAY[1, 2]))
);
CREATE INDEX api_keys_made_by ON api_keys USING btree (made_by) WHERE made_by IS NOT NULL;

create table approvers (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  code_hash text,
  api_key text,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  user_id uuid,
  constraint approvers_pkey PRIMARY KEY (project_id, id),
  constraint approvers_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint approvers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint approvers_prove CHECK (code_hash IS NOT NULL OR user_id IS NOT NULL)
);
CREATE UNIQUE INDEX approvers_name ON approvers USING btree (project_id, name) WHERE removed_at IS NULL AND code_hash IS NOT NULL;
CREATE INDEX approvers_of_user ON approvers USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX approvers_user ON approvers USING btree (project_id, user_id) WHERE user_id IS NOT NULL AND removed_at IS NULL;

create table audit_marks (
  project_id uuid not null,
  mark jsonb not null,
  version bigint not null default 0,
  turn bigint not null default 0,
  is_due boolean not null default true,
  proven_at timestamp with time zone,
  constraint audit_marks_pkey PRIMARY KEY (project_id),
  constraint audit_marks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX audit_marks_proven ON audit_marks USING btree (proven_at NULLS FIRST, project_id);

create table audit_runs (
  id uuid not null,
  place jsonb not null,
  version bigint not null default 0,
  findings jsonb not null default '[]'::jsonb,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint audit_runs_pkey PRIMARY KEY (id)
);

create table backup_history (
  is_only boolean not null default true,
  id text not null,
  is_restored boolean not null,
  after jsonb not null default '[]'::jsonb,
  constraint backup_history_pkey PRIMARY KEY (is_only),
  constraint backup_history_id_check CHECK (id ~ '^[0-9a-f]{12}$'::text),
  constraint backup_history_is_only_check CHECK (is_only)
);

create table backup_refusals (
  place text not null,
  reason text not null,
  owner text,
  refused_at timestamp with time zone not null,
  constraint backup_refusals_pkey PRIMARY KEY (place),
  constraint backup_refusals_place_check CHECK (place <> ''::text),
  constraint backup_refusals_reason_check CHECK (reason = ANY (ARRAY['claimed'::text, 'unclaimed_histories'::text, 'other_log'::text, 'unknown_backup'::text]))
);

create table backups (
  name text not null,
  ended_at timestamp with time zone not null,
  is_proven boolean not null,
  constraint backups_pkey PRIMARY KEY (name),
  constraint backups_name_check CHECK (name <> ''::text)
);

create table backups_begun (
  name text not null,
  begun_at timestamp with time zone not null default now(),
  constraint backups_begun_pkey PRIMARY KEY (name),
  constraint backups_begun_name_check CHECK (name <> ''::text)
);

create table booked_totals (
  project_id uuid not null,
  account_id uuid not null,
  n bigint not null,
  total numeric(78,0) not null,
  last_at timestamp with time zone not null,
  constraint booked_totals_pkey PRIMARY KEY (project_id, account_id)
);

create table callback_endpoints (
  project_id uuid not null,
  id uuid not null,
  url text not null,
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_until timestamp with time zone,
  is_enabled boolean not null default true,
  created_at timestamp with time zone not null,
  constraint callback_endpoints_pkey PRIMARY KEY (project_id, id),
  constraint callback_endpoints_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE TRIGGER callback_endpoints_stay BEFORE DELETE OR UPDATE OF project_id, id OR TRUNCATE ON callback_endpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table callback_packs (
  project_id uuid not null,
  first_id uuid not null,
  last_id uuid not null,
  last_at timestamp with time zone not null,
  event_ids uuid[] not null,
  object_ids uuid[] not null,
  deliveries integer not null,
  body bytea not null,
  constraint callback_packs_pkey PRIMARY KEY (project_id, last_id),
  constraint callback_packs_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint callback_packs_check CHECK (first_id <= last_id),
  constraint callback_packs_event_ids_check CHECK (cardinality(event_ids) > 0)
);
CREATE INDEX callback_packs_objects ON callback_packs USING gin (object_ids) WITH (fastupdate=off);
CREATE TRIGGER callback_packs_change_whole AFTER UPDATE ON callback_packs REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_losing_packed();
CREATE TRIGGER callback_packs_not_truncated BEFORE TRUNCATE ON callback_packs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER callback_packs_stay_young AFTER DELETE ON callback_packs REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_losing_packed();

create table chain_blocks (
  coin text not null,
  height bigint not null,
  hash text not null,
  time timestamp with time zone,
  constraint chain_blocks_pkey PRIMARY KEY (coin, height)
);

create table chain_cursors (
  coin text not null,
  height bigint not null,
  hash text not null,
  final_height bigint,
  updated_at timestamp with time zone not null,
  compare_rounds smallint not null default 0,
  compared_address text not null default ''::text,
  heeded_above bigint,
  constraint chain_cursors_pkey PRIMARY KEY (coin),
  constraint chain_cursors_compare_rounds_check CHECK (compare_rounds >= 0 AND compare_rounds <= 2)
);

create table channel_payments (
  project_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  deposit_id uuid not null,
  status text not null,
  status_context text,
  txid text not null,
  paid_amount numeric(78,0) not null,
  paid_currency text not null,
  received_amount numeric(78,0) not null default 0,
  received_currency text not null,
  fee numeric(78,0) not null default 0,
  rate text,
  refund_address text,
  coin_withdrawal_id uuid,
  address text not null,
  tag bigint,
  custom_id text,
  customer_id text,
  risk jsonb,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  constraint channel_payments_pkey PRIMARY KEY (project_id, id),
  constraint channel_payments_project_id_deposit_id_key UNIQUE (project_id, deposit_id),
  constraint channel_payments_project_id_channel_id_fkey FOREIGN KEY (project_id, channel_id) REFERENCES channels(project_id, id),
  constraint channel_payments_paid_amount_check CHECK (paid_amount > 0::numeric),
  constraint channel_payments_status_check CHECK (status = ANY (ARRAY['pending'::text, 'on_hold'::text, 'completed'::text, 'refunded'::text, 'cancelled'::text])),
  constraint channel_payments_status_context_check CHECK (status_context = ANY (ARRAY['illicit_resource'::text, 'channel_disabled'::text]))
);
CREATE INDEX channel_payments_channel ON channel_payments USING btree (project_id, channel_id, id);
CREATE INDEX channel_payments_coin ON channel_payments USING btree (paid_currency, id);
CREATE INDEX channel_payments_coin_of_project ON channel_payments USING btree (project_id, paid_currency, id);
CREATE INDEX channel_payments_customer ON channel_payments USING btree (project_id, customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX channel_payments_customer_of_any ON channel_payments USING btree (customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX channel_payments_due ON channel_payments USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX channel_payments_id ON channel_payments USING btree (id);
CREATE INDEX channel_payments_status ON channel_payments USING btree (status, id) WHERE status <> 'completed'::text;
CREATE INDEX channel_payments_status_of_project ON channel_payments USING btree (project_id, status, id) WHERE status <> 'completed'::text;
CREATE INDEX channel_payments_txid ON channel_payments USING btree (txid, id);

create table channels (
  project_id uuid not null,
  id uuid not null,
  status text not null,
  name text not null,
  description text,
  receiver_currency text not null,
  pay_currency text not null,
  network text not null,
  address text not null,
  tag bigint,
  custom_id text,
  customer_id text,
  created_at timestamp with time zone not null,
  constraint channels_pkey PRIMARY KEY (project_id, id),
  constraint channels_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint channels_status_check CHECK (status = ANY (ARRAY['enabled'::text, 'disabled'::text]))
);
CREATE UNIQUE INDEX channels_custom_id ON channels USING btree (project_id, custom_id);
CREATE INDEX channels_customer ON channels USING btree (project_id, customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX channels_id ON channels USING btree (id);
CREATE INDEX channels_reference ON channels USING btree (project_id, custom_id COLLATE "C", id) WHERE custom_id IS NOT NULL;
CREATE INDEX channels_words ON channels USING gin (((COALESCE(custom_id, ''::text) || '
'::text) || name) trigrams.gin_trgm_ops);

create table checkout_invoices (
  project_id uuid not null,
  checkout_id uuid not null,
  invoice_id uuid not null,
  coin text not null,
  price_amount numeric(78,0) not null,
  seq bigint generated always as identity not null,
  constraint checkout_invoices_pkey PRIMARY KEY (project_id, checkout_id, invoice_id),
  constraint checkout_invoices_checkout FOREIGN KEY (project_id, checkout_id) REFERENCES checkouts(project_id, id),
  constraint checkout_invoices_price_check CHECK (price_amount > 0::numeric)
);

create table checkouts (
  project_id uuid not null,
  id uuid not null,
  custom_id text,
  customer_id text,
  status text not null,
  status_context text,
  price_amount numeric(78,0) not null,
  price_currency text not null,
  coins text[] not null,
  name text,
  description text,
  metadata_text text,
  items jsonb not null,
  price_unit text,
  payer_email text,
  payer_email_required boolean not null,
  receipt boolean not null,
  redirect_automatically boolean not null,
  min_confirmations integer,
  language text,
  success_redirect_url text,
  unsuccess_redirect_url text,
  quote_seconds integer not null,
  tolerance_percent numeric not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  payments_reported integer not null default 0,
  due_at timestamp with time zone,
  payment_link_id uuid,
  link_pieces integer,
  link_hold text,
  link_attempt bytea,
  terminal_id uuid,
  terminal_hold text,
  link_client bytea,
  payer_language text,
  constraint checkouts_pkey PRIMARY KEY (project_id, id),
  constraint checkouts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint checkouts_coins_check CHECK (cardinality(coins) >= 1 AND cardinality(coins) <= 40),
  constraint checkouts_completed_check CHECK ((status = 'completed'::text) = (completed_at IS NOT NULL)),
  constraint checkouts_confirmations_check CHECK (min_confirmations >= 1 AND min_confirmations <= 100),
  constraint checkouts_context_check CHECK (status_context = ANY (ARRAY['partially_paid'::text, 'overpaid'::text, 'paid_late'::text, 'illicit_resource'::text, 'accepted'::text])),
  constraint checkouts_due_check CHECK (status <> 'open'::text OR due_at IS NOT NULL),
  constraint checkouts_link_check CHECK ((payment_link_id IS NULL) = (link_pieces IS NULL) AND (payment_link_id IS NULL) = (link_hold IS NULL) AND (link_attempt IS NULL OR payment_link_id IS NOT NULL) AND link_pieces > 0 AND (link_hold = ANY (ARRAY['taken'::text, 'returned'::text, 'late'::text]))),
  constraint checkouts_link_client_check CHECK (link_client IS NULL OR payment_link_id IS NOT NULL),
  constraint checkouts_payer_language_check CHECK (payer_language ~ '^[a-z]{2}$'::text),
  constraint checkouts_price_check CHECK (price_amount > 0::numeric),
  constraint checkouts_quote_check CHECK (quote_seconds > 0),
  constraint checkouts_status_check CHECK (status = ANY (ARRAY['open'::text, 'processing'::text, 'completed'::text, 'expired'::text, 'cancelled'::text])),
  constraint checkouts_terminal_check CHECK ((terminal_id IS NULL) = (terminal_hold IS NULL) AND (terminal_id IS NULL OR payment_link_id IS NULL) AND (terminal_hold = ANY (ARRAY['taken'::text, 'returned'::text, 'late'::text]))),
  constraint checkouts_time_check CHECK (created_at < expires_at),
  constraint checkouts_tolerance_check CHECK (tolerance_percent >= 0::numeric AND tolerance_percent < 50::numeric),
  constraint checkouts_unit_check CHECK (price_unit IS NULL OR price_unit = 'SATS'::text AND price_currency = 'BTC'::text)
);
CREATE UNIQUE INDEX checkouts_custom_id ON checkouts USING btree (project_id, custom_id) WHERE custom_id IS NOT NULL;
CREATE INDEX checkouts_customer ON checkouts USING btree (project_id, customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX checkouts_due ON checkouts USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX checkouts_id ON checkouts USING btree (id);
CREATE INDEX checkouts_link_attempt ON checkouts USING btree (project_id, link_attempt) WHERE link_attempt IS NOT NULL;
CREATE INDEX checkouts_of_client ON checkouts USING btree (project_id, link_client) WHERE status = 'open'::text AND link_client IS NOT NULL;
CREATE INDEX checkouts_of_link ON checkouts USING btree (project_id, payment_link_id, id) WHERE payment_link_id IS NOT NULL;
CREATE INDEX checkouts_processing_of_link ON checkouts USING btree (project_id, payment_link_id) WHERE status = 'processing'::text AND payment_link_id IS NOT NULL;
CREATE INDEX checkouts_words ON checkouts USING gin (((((COALESCE(custom_id, ''::text) || '
'::text) || COALESCE(name, ''::text)) || '
'::text) || COALESCE(payer_email, ''::text)) trigrams.gin_trgm_ops) WITH (gin_pending_list_limit='256') WHERE custom_id IS NOT NULL OR name IS NOT NULL OR payer_email IS NOT NULL;
CREATE TRIGGER checkouts_move_pieces BEFORE UPDATE OF status ON checkouts FOR EACH ROW WHEN (new.payment_link_id IS NOT NULL AND new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION take_pieces_of_link();
CREATE TRIGGER checkouts_move_terminal_pieces BEFORE UPDATE OF status ON checkouts FOR EACH ROW WHEN (new.terminal_id IS NOT NULL AND new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION move_pieces_of_items();
CREATE TRIGGER checkouts_take_pieces BEFORE INSERT ON checkouts FOR EACH ROW WHEN (new.payment_link_id IS NOT NULL) EXECUTE FUNCTION take_pieces_of_link();

create table coin_withdrawals (
  project_id uuid not null,
  id uuid not null,
  custom_id text,
  customer_id text,
  status text not null,
  address text not null,
  tag bigint,
  network text not null,
  charged_amount numeric(78,0) not null,
  charged_currency text not null,
  received_amount numeric(78,0) not null,
  received_currency text not null,
  network_fee numeric(78,0) not null,
  network_fee_level text not null,
  fee numeric(78,0) not null,
  rate text,
  txid text,
  risk jsonb,
  cancelled_for text,
  beneficiary jsonb,
  commit_key uuid,
  created_at timestamp with time zone not null,
  committed_at timestamp with time zone,
  expires_at timestamp with time zone,
  seal text not null,
  decision jsonb,
  api_key text,
  value numeric(78,0),
  value_currency text,
  deposit_id uuid,
  repriced jsonb,
  price_change_max text,
  committed_by text,
  cancel_code text,
  hold jsonb,
  constraint coin_withdrawals_pkey PRIMARY KEY (project_id, id),
  constraint coin_withdrawals_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint coin_withdrawals_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint coin_withdrawals_cancel_code CHECK (cancel_code = ANY (ARRAY['price_above_limit'::text, 'price_expired'::text, 'requested_by_merchant'::text])),
  constraint coin_withdrawals_cancelled_by CHECK (cancel_code IS NULL OR status = 'cancelled'::text AND cancelled_for IS NULL),
  constraint coin_withdrawals_cancelled_for CHECK (cancelled_for IS NULL OR status = 'cancelled'::text),
  constraint coin_withdrawals_charged_amount_check CHECK (charged_amount > 0::numeric),
  constraint coin_withdrawals_expires CHECK (expires_at IS NULL OR status = 'new'::text),
  constraint coin_withdrawals_fee_check CHECK (fee >= 0::numeric),
  constraint coin_withdrawals_hold CHECK (
CASE hold ->> 'code'::text
    WHEN 'rule'::text THEN hold ? 'rule'::text
    WHEN 'above_transaction_limit'::text THEN true
    WHEN 'lookalike_address'::text THEN hold ? 'address'::text
    WHEN 'possibly_paid'::text THEN hold ? 'txid'::text
    ELSE hold IS NULL
END),
  constraint coin_withdrawals_network_fee_check CHECK (network_fee >= 0::numeric),
  constraint coin_withdrawals_network_fee_level_check CHECK (network_fee_level = ANY (ARRAY['slow'::text, 'average'::text, 'fast'::text])),
  constraint coin_withdrawals_received_amount_check CHECK (received_amount > 0::numeric),
  constraint coin_withdrawals_status_check CHECK (status = ANY (ARRAY['new'::text, 'pending'::text, 'on_hold'::text, 'processing'::text, 'sent'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])),
  constraint coin_withdrawals_value CHECK ((value IS NULL) = (value_currency IS NULL)),
  constraint coin_withdrawals_value_check CHECK (value >= 0::numeric)
);
CREATE INDEX coin_withdrawals_address ON coin_withdrawals USING btree (address, id);
CREATE INDEX coin_withdrawals_coin ON coin_withdrawals USING btree (received_currency, id) WHERE committed_at IS NOT NULL;
CREATE INDEX coin_withdrawals_coin_of_project ON coin_withdrawals USING btree (project_id, received_currency, id) WHERE committed_at IS NOT NULL;
CREATE INDEX coin_withdrawals_created ON coin_withdrawals USING btree (project_id, created_at);
CREATE INDEX coin_withdrawals_currency ON coin_withdrawals USING btree (charged_currency, id) WHERE committed_at IS NOT NULL;
CREATE INDEX coin_withdrawals_currency_of_project ON coin_withdrawals USING btree (project_id, charged_currency, id) WHERE committed_at IS NOT NULL;
CREATE UNIQUE INDEX coin_withdrawals_custom_id ON coin_withdrawals USING btree (project_id, custom_id) WHERE custom_id IS NOT NULL AND NOT (status = 'cancelled'::text AND committed_at IS NULL);
CREATE INDEX coin_withdrawals_customer ON coin_withdrawals USING btree (project_id, customer_id, id) WHERE customer_id IS NOT NULL;
CREATE UNIQUE INDEX coin_withdrawals_deposit ON coin_withdrawals USING btree (deposit_id) WHERE deposit_id IS NOT NULL AND status <> 'cancelled'::text;
CREATE INDEX coin_withdrawals_expiring ON coin_withdrawals USING btree (expires_at) WHERE status = 'new'::text;
CREATE INDEX coin_withdrawals_held ON coin_withdrawals USING btree (received_currency) WHERE status = 'on_hold'::text;
CREATE INDEX coin_withdrawals_id ON coin_withdrawals USING btree (id);
CREATE INDEX coin_withdrawals_open ON coin_withdrawals USING btree (received_currency) WHERE status = ANY (ARRAY['pending'::text, 'processing'::text, 'sent'::text, 'failed'::text]);
CREATE INDEX coin_withdrawals_sent ON coin_withdrawals USING btree (project_id, received_currency, received_amount, id) WHERE committed_at IS NOT NULL;
CREATE INDEX coin_withdrawals_status ON coin_withdrawals USING btree (status, id) WHERE committed_at IS NOT NULL AND status <> 'completed'::text;
CREATE INDEX coin_withdrawals_status_of_project ON coin_withdrawals USING btree (project_id, status, id) WHERE committed_at IS NOT NULL AND status <> 'completed'::text;
CREATE INDEX coin_withdrawals_txid ON coin_withdrawals USING btree (txid, id) WHERE txid IS NOT NULL;
CREATE INDEX coin_withdrawals_unpaid ON coin_withdrawals USING btree (project_id, received_currency) WHERE committed_at IS NOT NULL AND (status <> ALL (ARRAY['completed'::text, 'cancelled'::text]));
CREATE INDEX coin_withdrawals_words ON coin_withdrawals USING gin (custom_id trigrams.gin_trgm_ops) WITH (gin_pending_list_limit='256') WHERE custom_id IS NOT NULL;
CREATE TRIGGER coin_withdrawals_count_for_link AFTER UPDATE OF status ON coin_withdrawals FOR EACH ROW WHEN (new.status = 'cancelled'::text AND old.status <> 'cancelled'::text) EXECUTE FUNCTION count_canceled_refund_for_link();

create table corrections (
  project_id uuid not null,
  id uuid not null,
  currency text not null,
  amount numeric(78,0) not null,
  reason text not null,
  value_eur numeric(78,0),
  status text not null,
  requested_by text not null,
  requested_by_name text not null,
  requested_at timestamp with time zone not null,
  decided_by text,
  decided_by_name text,
  decided_at timestamp with time zone,
  refused_because text,
  constraint corrections_pkey PRIMARY KEY (project_id, id),
  constraint corrections_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint corrections_amount_check CHECK (amount <> 0::numeric),
  constraint corrections_booked_alone_are_valued CHECK (status <> 'booked'::text OR value_eur IS NOT NULL),
  constraint corrections_decided CHECK ((status = ANY (ARRAY['approved'::text, 'refused'::text])) = (decided_by IS NOT NULL) AND (decided_by IS NULL) = (decided_by_name IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  constraint corrections_reason_check CHECK (reason <> ''::text),
  constraint corrections_refused_for_a_reason CHECK ((status = 'refused'::text) = (refused_because IS NOT NULL)),
  constraint corrections_second_person CHECK (status <> 'approved'::text OR decided_by <> requested_by),
  constraint corrections_status_check CHECK (status = ANY (ARRAY['booked'::text, 'requested'::text, 'approved'::text, 'refused'::text])),
  constraint corrections_value_eur_check CHECK (value_eur >= 0::numeric)
);
CREATE INDEX corrections_booked_alone ON corrections USING btree (project_id, requested_at) WHERE status = 'booked'::text;
CREATE UNIQUE INDEX corrections_id ON corrections USING btree (id);
CREATE INDEX corrections_requested ON corrections USING btree (id) WHERE status = 'requested'::text;
CREATE TRIGGER corrections_decided_once BEFORE UPDATE ON corrections FOR EACH ROW WHEN (old.status <> 'requested'::text OR (new.status <> ALL (ARRAY['approved'::text, 'refused'::text])) OR new.project_id IS DISTINCT FROM old.project_id OR new.id IS DISTINCT FROM old.id OR new.currency IS DISTINCT FROM old.currency OR new.amount IS DISTINCT FROM old.amount OR new.reason IS DISTINCT FROM old.reason OR new.value_eur IS DISTINCT FROM old.value_eur OR new.requested_by IS DISTINCT FROM old.requested_by OR new.requested_by_name IS DISTINCT FROM old.requested_by_name OR new.requested_at IS DISTINCT FROM old.requested_at) EXECUTE FUNCTION refuse_changed_correction();

create table customers (
  project_id uuid not null,
  id text not null,
  list_id uuid not null,
  currency text not null,
  addresses jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  constraint customers_pkey PRIMARY KEY (project_id, id),
  constraint customers_project_id_list_id_key UNIQUE (project_id, list_id),
  constraint customers_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX customers_id ON customers USING btree (project_id, id COLLATE "C");
CREATE INDEX customers_words ON customers USING gin (id trigrams.gin_trgm_ops);

create table day_sums (
  project_id uuid not null,
  since timestamp with time zone not null,
  moved jsonb not null,
  sold jsonb not null,
  constraint day_sums_pkey PRIMARY KEY (project_id, since),
  constraint day_sums_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE TRIGGER day_sums_proven AFTER INSERT ON day_sums REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION refuse_wrong_sums('day');

create table deliveries (
  project_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  endpoint_id uuid not null,
  object_id uuid not null,
  status text not null,
  attempts integer not null default 0,
  attempts_before integer not null default 0,
  first_failed_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  leased_until timestamp with time zone,
  created_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  seq bigint generated always as identity not null,
  waits boolean not null default false,
  constraint deliveries_pkey PRIMARY KEY (project_id, id),
  constraint deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text]))
);
CREATE INDEX deliveries_due ON deliveries USING btree (project_id, endpoint_id, next_attempt_at, seq) WHERE status = 'pending'::text AND NOT waits;
CREATE INDEX deliveries_failed ON deliveries USING btree (project_id, id) WHERE status = 'failed'::text;
CREATE INDEX deliveries_failed_id ON deliveries USING btree (id) WHERE status = 'failed'::text;
CREATE INDEX deliveries_object ON deliveries USING btree (project_id, endpoint_id, object_id, seq) WHERE status = 'pending'::text;
CREATE INDEX deliveries_of_object ON deliveries USING btree (project_id, object_id, id);
CREATE TRIGGER deliveries_events AFTER INSERT ON deliveries REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION refuse_unknown_events();
CREATE TRIGGER deliveries_not_truncated BEFORE TRUNCATE ON deliveries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deliveries_stay BEFORE UPDATE OF project_id, event_id, endpoint_id ON deliveries FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER deliveries_stay_until_sent AFTER DELETE ON deliveries REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_forgetting_undelivered();
CREATE TRIGGER deliveries_stay_young AFTER DELETE ON deliveries REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_forgetting_deliveries();

create table delivery_attempts (
  project_id uuid not null,
  delivery_id uuid not null,
  attempt integer not null,
  status_code integer,
  failure text,
  answer_excerpt text,
  milliseconds integer not null,
  created_at timestamp with time zone not null,
  constraint delivery_attempts_pkey PRIMARY KEY (project_id, delivery_id, attempt)
);
CREATE TRIGGER delivery_attempts_stay_young AFTER DELETE ON delivery_attempts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_forgetting_attempts();

create table deposit_decisions (
  deposit_id uuid not null,
  seq bigint generated always as identity not null,
  project_id uuid not null,
  decision text not null,
  facts jsonb not null,
  created_at timestamp with time zone not null,
  constraint deposit_decisions_pkey PRIMARY KEY (deposit_id, seq),
  constraint deposit_decisions_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint deposit_decisions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint deposit_decisions_decision_check CHECK (decision = ANY (ARRAY['credited'::text, 'attached'::text, 'sent_back'::text, 'released'::text, 'returned_to_inbox'::text]))
);
CREATE INDEX deposit_decisions_newest ON deposit_decisions USING btree (created_at, seq);
CREATE INDEX deposit_decisions_project ON deposit_decisions USING btree (project_id, created_at, seq);
CREATE TRIGGER deposit_decisions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON deposit_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table deposits (
  coin text not null,
  txid text not null,
  output_index integer not null,
  id uuid not null,
  address text not null,
  tag bigint,
  amount numeric(78,0) not null,
  project_id uuid,
  owner_type text,
  owner_id uuid,
  status text not null,
  block_height bigint,
  block_hash text,
  confirmations_required integer not null,
  first_seen_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  sources text[] not null default '{}'::text[],
  risk jsonb,
  assess_at timestamp with time zone,
  assess_attempts integer not null default 0,
  booked_at timestamp with time zone,
  credited_at timestamp with time zone,
  postings integer not null default 0,
  announced text not null default 'none'::text,
  is_unmatched boolean not null default false,
  lost_height bigint,
  checked_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  is_in_wallet boolean not null default false,
  unmatched_reported_at timestamp with time zone,
  replaced_by text,
  maturity integer not null default 1,
  is_small boolean not null default false,
  token jsonb,
  double_spend_proof text,
  customer_id text,
  value_eur numeric(78,0),
  constraint deposits_pkey PRIMARY KEY (coin, txid, output_index, address),
  constraint deposits_id_key UNIQUE (id),
  constraint credited_was_booked CHECK (credited_at IS NULL OR booked_at IS NOT NULL),
  constraint deposits_amount_check CHECK (amount > 0::numeric),
  constraint deposits_announced_check CHECK (announced = ANY (ARRAY['none'::text, 'seen'::text, 'confirmed'::text])),
  constraint deposits_maturity_check CHECK (maturity >= 1),
  constraint deposits_owner_type_check CHECK (owner_type = ANY (ARRAY['invoice'::text, 'channel'::text, 'treasury'::text])),
  constraint deposits_status_check CHECK (status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'dropped'::text, 'reversed'::text])),
  constraint deposits_value_eur_check CHECK (value_eur >= 0::numeric)
);
CREATE INDEX deposits_assess ON deposits USING btree (coin, assess_at) WHERE assess_at IS NOT NULL;
CREATE INDEX deposits_blocks ON deposits USING btree (coin, block_height) WHERE block_height IS NOT NULL;
CREATE INDEX deposits_contested ON deposits USING btree (id) WHERE double_spend_proof IS NOT NULL AND block_height IS NULL AND status = 'pending'::text;
CREATE INDEX deposits_credited_unmatched ON deposits USING btree (project_id) WHERE is_unmatched AND credited_at IS NOT NULL;
CREATE INDEX deposits_entering ON deposits USING btree (coin) WHERE NOT is_in_wallet AND block_height IS NOT NULL AND (booked_at IS NOT NULL OR owner_type = 'treasury'::text);
CREATE INDEX deposits_gone ON deposits USING btree (coin, first_seen_at) WHERE status = 'dropped'::text AND replaced_by IS NULL;
CREATE INDEX deposits_inbox ON deposits USING btree (id) WHERE is_unmatched;
CREATE INDEX deposits_inbox_address ON deposits USING btree (address, id) WHERE is_unmatched;
CREATE INDEX deposits_leaving ON deposits USING btree (coin) WHERE is_in_wallet AND block_height IS NULL;
CREATE INDEX deposits_of_account ON deposits USING btree (coin, address) WHERE address ~~ '0x%'::text;
CREATE INDEX deposits_of_tag ON deposits USING btree (coin, tag) WHERE tag IS NOT NULL;
CREATE INDEX deposits_open ON deposits USING btree (coin, block_height) WHERE status = 'pending'::text;
CREATE INDEX deposits_owner ON deposits USING btree (owner_id, first_seen_at) WHERE owner_id IS NOT NULL;
CREATE INDEX deposits_reversed ON deposits USING btree (coin, block_height) WHERE status = 'reversed'::text;
CREATE INDEX deposits_small ON deposits USING btree (owner_id) WHERE is_small;
CREATE INDEX deposits_uncredited ON deposits USING btree (project_id, coin) WHERE booked_at IS NOT NULL AND credited_at IS NULL;
CREATE INDEX deposits_unmatched ON deposits USING btree (project_id, id) WHERE is_unmatched;
CREATE INDEX deposits_unmatched_amount ON deposits USING btree (project_id, coin, amount, id) WHERE is_unmatched;
CREATE INDEX deposits_unplaced ON deposits USING btree (coin, checked_at) WHERE block_height IS NULL AND (status = ANY (ARRAY['pending'::text, 'confirmed'::text]));
CREATE INDEX deposits_unreported ON deposits USING btree (project_id, id) WHERE is_unmatched AND unmatched_reported_at IS NULL;
CREATE INDEX deposits_with_token ON deposits USING btree (coin, first_seen_at) WHERE token IS NOT NULL;

create table derivation_vectors (
  coin text not null,
  address_index bigint not null,
  account_path text not null,
  address text not null,
  constraint derivation_vectors_pkey PRIMARY KEY (coin, address_index),
  constraint derivation_vectors_coin_fkey FOREIGN KEY (coin) REFERENCES wallets(coin)
);

create table destinations (
  project_id uuid not null,
  coin text not null,
  destination text not null,
  address text not null,
  ends text not null,
  name text,
  listed_at timestamp with time zone,
  first_paid_at timestamp with time zone,
  constraint destinations_pkey PRIMARY KEY (project_id, coin, destination),
  constraint destinations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint destinations_check CHECK (listed_at IS NOT NULL OR first_paid_at IS NOT NULL)
);
CREATE INDEX destinations_ends ON destinations USING btree (project_id, coin, ends, address);

create table donations (
  project_id uuid not null,
  id uuid not null,
  payment_link_id uuid not null,
  name text,
  message text,
  is_public boolean not null,
  is_hidden boolean not null default false,
  is_given boolean not null default false,
  reminder_period text,
  reminder_id uuid,
  created_at timestamp with time zone not null,
  constraint donations_pkey PRIMARY KEY (project_id, id),
  constraint donations_checkout FOREIGN KEY (project_id, id) REFERENCES checkouts(project_id, id),
  constraint donations_link FOREIGN KEY (project_id, payment_link_id) REFERENCES payment_links(project_id, id),
  constraint donations_reminder_check CHECK ((reminder_period = ANY (ARRAY['month'::text, 'year'::text])) AND (reminder_period IS NULL) = (reminder_id IS NULL)),
  constraint donations_texts_check CHECK (length(name) <= 60 AND length(message) <= 280)
);
CREATE INDEX donations_given ON donations USING btree (project_id, payment_link_id, id) WHERE is_given;
CREATE UNIQUE INDEX donations_reminder ON donations USING btree (reminder_id) WHERE reminder_id IS NOT NULL;
CREATE INDEX donations_shown ON donations USING btree (project_id, payment_link_id, id) WHERE is_given AND is_public AND NOT is_hidden;

create table events (
  project_id uuid not null,
  id uuid not null,
  type text not null,
  event text not null,
  object_id uuid not null,
  payload text not null,
  created_at timestamp with time zone not null,
  seq bigint generated always as identity not null,
  constraint events_pkey PRIMARY KEY (project_id, id)
);
CREATE TRIGGER events_go_whole AFTER DELETE ON events REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_forgetting_by_half();
CREATE TRIGGER events_stay_young AFTER DELETE ON events REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_forgetting_events();
CREATE TRIGGER events_unchanged BEFORE UPDATE OR TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table exchange_transfers (
  project_id uuid not null,
  id uuid not null,
  custom_id text,
  charged_amount numeric(78,0) not null,
  charged_currency text not null,
  received_amount numeric(78,0) not null,
  received_currency text not null,
  fee numeric(78,0) not null,
  pair text not null,
  rate text not null,
  created_at timestamp with time zone not null,
  committed_at timestamp with time zone,
  expired_at timestamp with time zone,
  commit_key uuid,
  due_at timestamp with time zone,
  constraint exchange_transfers_pkey PRIMARY KEY (project_id, id),
  constraint exchange_transfers_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint exchange_transfers_charged_amount_check CHECK (charged_amount > 0::numeric),
  constraint exchange_transfers_fee_check CHECK (fee >= 0::numeric),
  constraint exchange_transfers_received_amount_check CHECK (received_amount > 0::numeric)
);
CREATE UNIQUE INDEX exchange_transfers_custom_id ON exchange_transfers USING btree (project_id, custom_id) WHERE custom_id IS NOT NULL AND expired_at IS NULL;
CREATE INDEX exchange_transfers_due ON exchange_transfers USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX exchange_transfers_words ON exchange_transfers USING gin (custom_id trigrams.gin_trgm_ops) WITH (gin_pending_list_limit='256') WHERE custom_id IS NOT NULL;

create table forgotten_numbers (
  coin text not null,
  first bigint not null,
  until bigint not null,
  is_doubted boolean not null,
  derived_at timestamp with time zone,
  constraint forgotten_numbers_pkey PRIMARY KEY (coin, first, until),
  constraint forgotten_numbers_check CHECK (first < until)
);
CREATE INDEX forgotten_numbers_open ON forgotten_numbers USING btree (coin) WHERE derived_at IS NULL;

create table further_fiats (
  currency text not null,
  switched_on_at timestamp with time zone not null,
  constraint further_fiats_pkey PRIMARY KEY (currency)
);

create table hour_sums (
  project_id uuid not null,
  since timestamp with time zone not null,
  moved jsonb not null,
  sold jsonb not null,
  constraint hour_sums_pkey PRIMARY KEY (project_id, since),
  constraint hour_sums_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE TRIGGER hour_sums_proven AFTER INSERT ON hour_sums REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION refuse_wrong_sums('hour');

create table idempotency_keys (
  project_id uuid not null,
  key text not null,
  request_hash text not null,
  object_id uuid not null,
  status smallint,
  answer text,
  api_version smallint,
  locked_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (project_id, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys USING btree (created_at);

create table instance_settings (
  name text not null,
  value jsonb not null,
  constraint instance_settings_pkey PRIMARY KEY (name)
);

create table invoice_recalculations (
  project_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  pay_amount numeric(78,0) not null,
  price_amount numeric(78,0) not null,
  fee numeric(78,0) not null,
  rate text,
  previous_pay_amount numeric(78,0) not null,
  previous_price_amount numeric(78,0) not null,
  previous_rate text,
  created_at timestamp with time zone not null,
  committed_at timestamp with time zone,
  commit_key uuid,
  constraint invoice_recalculations_pkey PRIMARY KEY (project_id, id),
  constraint invoice_recalculations_project_id_invoice_id_fkey FOREIGN KEY (project_id, invoice_id) REFERENCES invoices(project_id, id)
);

create table invoice_refunds (
  project_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  amount numeric(78,0) not null,
  currency text not null,
  fee numeric(78,0) not null,
  address text,
  risk jsonb,
  created_at timestamp with time zone not null,
  withdrawal_id uuid,
  settled_price numeric(78,0),
  original_price numeric(78,0),
  paid_share numeric(78,0),
  price_share numeric(78,0),
  rate_of text,
  constraint invoice_refunds_pkey PRIMARY KEY (project_id, id),
  constraint invoice_refunds_project_id_invoice_id_fkey FOREIGN KEY (project_id, invoice_id) REFERENCES invoices(project_id, id),
  constraint invoice_refunds_project_id_withdrawal_id_fkey FOREIGN KEY (project_id, withdrawal_id) REFERENCES coin_withdrawals(project_id, id),
  constraint invoice_refunds_rate_check CHECK (rate_of = ANY (ARRAY['then'::text, 'today'::text])),
  constraint invoice_refunds_share_check CHECK ((paid_share IS NULL) = (price_share IS NULL) AND (paid_share IS NULL) = (rate_of IS NULL) AND paid_share > 0::numeric AND price_share >= 0::numeric AND (paid_share IS NULL OR withdrawal_id IS NOT NULL))
);
CREATE INDEX invoice_refunds_invoice ON invoice_refunds USING btree (project_id, invoice_id, id);
CREATE UNIQUE INDEX invoice_refunds_withdrawal ON invoice_refunds USING btree (project_id, withdrawal_id) WHERE withdrawal_id IS NOT NULL;
CREATE TRIGGER invoice_refunds_count_for_link AFTER INSERT ON invoice_refunds FOR EACH ROW WHEN (new.paid_share IS NOT NULL) EXECUTE FUNCTION count_refund_for_link();
CREATE TRIGGER invoice_refunds_within_paid AFTER INSERT ON invoice_refunds FOR EACH ROW WHEN (new.paid_share IS NOT NULL) EXECUTE FUNCTION refuse_refund_above_paid();
CREATE TRIGGER invoice_refunds_within_surplus BEFORE INSERT ON invoice_refunds FOR EACH ROW WHEN (new.paid_share IS NOT NULL) EXECUTE FUNCTION refuse_request_above_surplus();

create table invoices (
  project_id uuid not null,
  id uuid not null,
  custom_id text,
  customer_id text,
  subscription_id uuid,
  status text not null,
  status_context text,
  network text not null,
  address text not null,
  tag bigint,
  price_amount numeric(78,0) not null,
  price_currency text not null,
  pay_amount numeric(78,0) not null,
  pay_currency text not null,
  fee numeric(78,0) not null,
  fee_percent text not null,
  rate text,
  paid_amount numeric(78,0) not null default 0,
  name text,
  description text,
  metadata jsonb,
  success_redirect_url text,
  unsuccess_redirect_url text,
  payer_email text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  due_at timestamp with time zone,
  metadata_text text,
  expires_in integer,
  language text,
  checkout_id uuid,
  enough_amount numeric(78,0),
  constraint invoices_pkey PRIMARY KEY (project_id, id),
  constraint invoices_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint invoices_check CHECK ((status_context IS NOT NULL) = (status = 'unresolved'::text)),
  constraint invoices_fee_check CHECK (fee >= 0::numeric),
  constraint invoices_metadata_text_check CHECK (json_typeof(metadata_text::json) = 'object'::text AND octet_length(metadata_text) <= 65536),
  constraint invoices_pay_amount_check CHECK (pay_amount > 0::numeric),
  constraint invoices_price_amount_check CHECK (price_amount > 0::numeric),
  constraint invoices_status_check CHECK (status = ANY (ARRAY['new'::text, 'completed'::text, 'unresolved'::text, 'refunded'::text, 'cancelled'::text])),
  constraint invoices_status_context_check CHECK (status_context = ANY (ARRAY['overpaid'::text, 'underpaid'::text, 'paid_late'::text, 'illicit_resource'::text]))
);
CREATE INDEX invoices_chosen_expiry ON invoices USING btree (expires_at) WHERE status = 'new'::text AND expires_in IS NOT NULL;
CREATE UNIQUE INDEX invoices_custom_id ON invoices USING btree (project_id, custom_id) WHERE custom_id IS NOT NULL;
CREATE INDEX invoices_customer ON invoices USING btree (project_id, customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX invoices_due ON invoices USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX invoices_ended_coin ON invoices USING btree (project_id, status, pay_currency, id) WHERE status = ANY (ARRAY['cancelled'::text, 'refunded'::text]);
CREATE INDEX invoices_id ON invoices USING btree (id);
CREATE INDEX invoices_mail ON invoices USING btree (project_id, lower(payer_email) COLLATE "C", id) WHERE payer_email IS NOT NULL;
CREATE INDEX invoices_payer_email ON invoices USING btree (lower(payer_email), id) WHERE payer_email IS NOT NULL;
CREATE INDEX invoices_price ON invoices USING btree (project_id, price_currency, price_amount, id);
CREATE INDEX invoices_subscription ON invoices USING btree (project_id, subscription_id, id) WHERE subscription_id IS NOT NULL;
CREATE INDEX invoices_unresolved ON invoices USING btree (project_id, id) WHERE status = 'unresolved'::text;
CREATE INDEX invoices_unresolved_id ON invoices USING btree (id) WHERE status = 'unresolved'::text;
CREATE INDEX invoices_words ON invoices USING gin (((((COALESCE(custom_id, ''::text) || '
'::text) || COALESCE(name, ''::text)) || '
'::text) || COALESCE(payer_email, ''::text)) trigrams.gin_trgm_ops) WITH (gin_pending_list_limit='256') WHERE custom_id IS NOT NULL OR name IS NOT NULL OR payer_email IS NOT NULL;
CREATE TRIGGER invoices_count_for_link AFTER UPDATE OF status ON invoices FOR EACH ROW WHEN (new.status = 'completed'::text AND old.status <> 'completed'::text AND (new.checkout_id IS NOT NULL OR new.subscription_id IS NOT NULL)) EXECUTE FUNCTION count_completed_for_link();
CREATE TRIGGER invoices_recount_for_link AFTER UPDATE OF paid_amount ON invoices FOR EACH ROW WHEN (new.status = 'completed'::text AND old.status = 'completed'::text AND new.paid_amount <> old.paid_amount AND (new.checkout_id IS NOT NULL OR new.subscription_id IS NOT NULL)) EXECUTE FUNCTION count_completed_for_link();

create table journal (
  id uuid not null,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor text not null,
  source text not null,
  address inet,
  step_up jsonb,
  operation text not null,
  project_id uuid,
  object_type text,
  object_id text,
  input jsonb not null,
  reason text,
  before jsonb,
  constraint journal_pkey PRIMARY KEY (id),
  constraint journal_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint journal_actor_check CHECK (actor <> ''::text),
  constraint journal_actor_kind_check CHECK (actor_kind = ANY (ARRAY['system_user'::text, 'user'::text, 'token'::text])),
  constraint journal_command_line CHECK (source <> 'cli'::text OR actor_kind = 'system_user'::text AND address IS NULL),
  constraint journal_input_check CHECK (jsonb_typeof(input) = 'object'::text),
  constraint journal_object CHECK (object_id IS NULL OR object_type IS NOT NULL),
  constraint journal_operation_check CHECK (operation <> ''::text),
  constraint journal_source_check CHECK (source = ANY (ARRAY['cli'::text, 'dashboard'::text, 'api'::text]))
);
CREATE INDEX journal_actor ON journal USING btree (actor, id);
CREATE INDEX journal_at ON journal USING btree (at);
CREATE INDEX journal_object_id ON journal USING btree (object_id, id) WHERE object_id IS NOT NULL;
CREATE INDEX journal_operation ON journal USING btree (operation text_pattern_ops, id);
CREATE INDEX journal_project ON journal USING btree (project_id, id) WHERE project_id IS NOT NULL;
CREATE TRIGGER journal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table journal_results (
  journal_id uuid not null,
  at timestamp with time zone not null,
  result text not null,
  code text,
  problems jsonb,
  project_id uuid,
  object_id text,
  after jsonb,
  constraint journal_results_pkey PRIMARY KEY (journal_id),
  constraint journal_results_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES journal(id),
  constraint journal_results_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint journal_results_code CHECK ((result = 'done'::text) = (code IS NULL)),
  constraint journal_results_made CHECK (result = 'done'::text OR after IS NULL AND project_id IS NULL AND object_id IS NULL),
  constraint journal_results_problems CHECK (problems IS NULL OR result = 'refused'::text),
  constraint journal_results_result_check CHECK (result = ANY (ARRAY['done'::text, 'refused'::text, 'failed'::text]))
);
CREATE INDEX journal_results_object ON journal_results USING btree (object_id) WHERE object_id IS NOT NULL;
CREATE INDEX journal_results_project ON journal_results USING btree (project_id) WHERE project_id IS NOT NULL;
CREATE TRIGGER journal_results_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON journal_results FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table known_browsers (
  token_hash bytea not null,
  user_id uuid not null,
  since timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint known_browsers_pkey PRIMARY KEY (token_hash),
  constraint known_browsers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX known_browsers_end ON known_browsers USING btree (ends_at);
CREATE INDEX known_browsers_user ON known_browsers USING btree (user_id);

create table ledger_accounts (
  project_id uuid not null,
  id uuid not null,
  kind text not null,
  currency text not null,
  balance numeric(78,0) not null default 0,
  held numeric(78,0) not null default 0,
  entry_seq bigint not null default 0,
  number bigint not null generated always as (account_number(id)) stored,
  constraint ledger_accounts_pkey PRIMARY KEY (project_id, id),
  constraint ledger_accounts_number UNIQUE (number),
  constraint ledger_accounts_project_id_kind_currency_key UNIQUE (project_id, kind, currency),
  constraint ledger_accounts_project_id_fkey FOREIGN KEY (project_id) REFERENCES ledgers(project_id),
  constraint available_never_negative CHECK (kind <> 'available'::text OR (balance - held) >= 0::numeric),
  constraint deposits_never_negative CHECK (kind <> 'deposits'::text OR balance >= 0::numeric),
  constraint ledger_accounts_held_check CHECK (held >= 0::numeric),
  constraint ledger_accounts_kind_check CHECK (kind = ANY (ARRAY['available'::text, 'fees'::text, 'exchange'::text, 'deposits'::text, 'withdrawals'::text, 'network_fees'::text, 'losses'::text, 'adjustments'::text, 'chain'::text])),
  constraint only_available_is_held CHECK (kind = 'available'::text OR held = 0::numeric),
  constraint withdrawals_never_negative CHECK (kind <> 'withdrawals'::text OR balance >= 0::numeric)
);
CREATE TRIGGER ledger_accounts_begin_empty AFTER INSERT ON ledger_accounts REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION refuse_unproven_balances();
CREATE TRIGGER ledger_accounts_proven AFTER UPDATE ON ledger_accounts REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION refuse_unproven_balances();
CREATE TRIGGER ledger_accounts_stay BEFORE DELETE OR UPDATE OF project_id, id OR TRUNCATE ON ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

create table ledger_holds (
  project_id uuid not null,
  reference_id uuid not null,
  account_id uuid not null,
  amount numeric(78,0) not null,
  status text not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint ledger_holds_pkey PRIMARY KEY (project_id, reference_id),
  constraint ledger_holds_project_id_account_id_fkey FOREIGN KEY (project_id, account_id) REFERENCES ledger_accounts(project_id, id),
  constraint ledger_holds_amount_check CHECK (amount > 0::numeric),
  constraint ledger_holds_status_check CHECK (status = ANY (ARRAY['open'::text, 'posted'::text, 'released'::text, 'expired'::text]))
);
CREATE INDEX ledger_holds_open ON ledger_holds USING btree (project_id, account_id) WHERE status = 'open'::text;

create table ledger_postings (
  project_id uuid not null,
  reference_id uuid not null,
  seq bigint not null,
  from_account bigint not null,
  from_seq bigint not null,
  to_account bigint not null,
  to_seq bigint not null,
  created_at timestamp with time zone not null,
  reference_type text not null,
  purpose text not null,
  currency text not null,
  amount numeric(78,0) not null,
  from_balance numeric(78,0) not null,
  to_balance numeric(78,0) not null,
  constraint ledger_postings_pkey PRIMARY KEY (project_id, seq),
  constraint given_once UNIQUE (to_account, to_seq),
  constraint posting_once UNIQUE (project_id, reference_id, purpose),
  constraint taken_once UNIQUE (from_account, from_seq),
  constraint ledger_postings_amount_check CHECK (amount > 0::numeric),
  constraint ledger_postings_check CHECK (from_account <> to_account)
);
CREATE TRIGGER ledger_postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_in_order AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION refuse_disorder();
CREATE TRIGGER ledger_postings_proven AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION refuse_wrong_postings();

create table ledgers (
  project_id uuid not null,
  posting_seq bigint not null default 0,
  transaction_seq bigint not null default 0,
  last_transaction_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  last_posting_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint ledgers_pkey PRIMARY KEY (project_id),
  constraint ledgers_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);

create table link_payments (
  project_id uuid not null,
  invoice_id uuid not null,
  payment_link_id uuid not null,
  gift_id uuid not null,
  currency text not null,
  amount numeric(78,0) not null,
  constraint link_payments_pkey PRIMARY KEY (project_id, invoice_id),
  constraint link_payments_link FOREIGN KEY (project_id, payment_link_id) REFERENCES payment_links(project_id, id),
  constraint link_payments_amount_check CHECK (amount >= 0::numeric)
);
CREATE INDEX link_payments_of_gift ON link_payments USING btree (project_id, gift_id) INCLUDE (amount);
CREATE INDEX link_payments_of_link ON link_payments USING btree (project_id, payment_link_id, currency) INCLUDE (amount, gift_id);

create table list_choices (
  user_id uuid not null,
  list text not null,
  views jsonb not null default '{}'::jsonb,
  hidden text[] not null default '{}'::text[],
  constraint list_choices_pkey PRIMARY KEY (user_id, list),
  constraint list_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint list_choices_hidden_check CHECK (cardinality(hidden) <= 40),
  constraint list_choices_list_check CHECK (char_length(list) <= 40),
  constraint list_choices_views_check CHECK (jsonb_typeof(views) = 'object'::text)
);

create table mails (
  project_id uuid not null,
  id uuid not null,
  reference_id uuid not null,
  purpose text not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  status text not null,
  attempts integer not null default 0,
  due_at timestamp with time zone,
  leased_until timestamp with time zone,
  failure text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  sender_name text,
  logo_name text,
  unsubscribe_url text,
  constraint mails_pkey PRIMARY KEY (project_id, id),
  constraint mail_once UNIQUE (project_id, reference_id, purpose),
  constraint mails_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint mails_check CHECK ((status = 'pending'::text) = (due_at IS NOT NULL)),
  constraint mails_status_check CHECK (status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'withdrawn'::text]))
);
CREATE INDEX mails_again_of_project ON mails USING btree (project_id, created_at) WHERE purpose ~~ 'again %'::text;
CREATE INDEX mails_confirmations_of_project ON mails USING btree (project_id, created_at) WHERE purpose = 'confirm reminder'::text;
CREATE INDEX mails_due ON mails USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_first_of_project ON mails USING btree (project_id, created_at) WHERE purpose = 'period 0'::text;
CREATE INDEX mails_to_mailbox ON mails USING btree (lower(regexp_replace(recipient, '\+[^@]*@'::text, '@'::text)), created_at);

create table migrations (
  version integer not null,
  name text not null,
  applied_at timestamp with time zone not null default now(),
  checksum text,
  constraint migrations_pkey PRIMARY KEY (version)
);

create table notices (
  user_id uuid not null,
  kinds text[] not null,
  notified jsonb not null,
  mailed_at timestamp with time zone,
  due_at timestamp with time zone,
  constraint notices_pkey PRIMARY KEY (user_id),
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint notices_check CHECK ((due_at IS NULL) = (kinds = '{}'::text[])),
  constraint notices_kinds_check CHECK (kinds <@ ARRAY['deposits_unmatched'::text, 'withdrawals_for_approval'::text, 'withdrawals_on_hold'::text, 'withdrawals_failed'::text, 'invoices_unresolved'::text, 'channel_payments_held'::text, 'refund_claims_claimed'::text, 'callback_deliveries_failed'::text, 'proposals_open'::text, 'alerts'::text, 'hot_wallets_low'::text, 'chains_not_synced'::text]),
  constraint notices_notified_check CHECK (jsonb_typeof(notified) = 'array'::text)
);
CREATE INDEX notices_due ON notices USING btree (due_at) WHERE due_at IS NOT NULL;

create table object_assignees (
  project_id uuid not null,
  object_id uuid not null,
  object_type text not null,
  user_id uuid not null,
  assigned_at timestamp with time zone not null,
  constraint object_assignees_pkey PRIMARY KEY (project_id, object_id),
  constraint object_assignees_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint object_assignees_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint object_assignees_type_check CHECK (object_type = ANY (ARRAY['invoice'::text, 'deposit'::text, 'withdrawal'::text, 'channel_payment'::text]))
);
CREATE INDEX object_assignees_of_user ON object_assignees USING btree (user_id, project_id);

create table object_counts (
  project_id uuid not null,
  object_type text not null,
  n bigint not null,
  constraint object_counts_pkey PRIMARY KEY (project_id, object_type)
);

create table object_notes (
  project_id uuid not null,
  id uuid not null,
  object_type text not null,
  object_id uuid not null,
  author_id uuid,
  author_name text not null,
  note text not null,
  created_at timestamp with time zone not null,
  constraint object_notes_pkey PRIMARY KEY (project_id, id),
  constraint object_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint object_notes_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint object_notes_length_check CHECK (char_length(note) >= 1 AND char_length(note) <= 2000),
  constraint object_notes_type_check CHECK (object_type = ANY (ARRAY['invoice'::text, 'deposit'::text, 'withdrawal'::text, 'channel_payment'::text]))
);
CREATE INDEX object_notes_of_object ON object_notes USING btree (project_id, object_id, id);

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_backed_up boolean not null,
  name text not null,
  made_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint passkeys_counter_check CHECK (counter >= 0),
  constraint passkeys_name_check CHECK (name = btrim(name) AND length(name) >= 1 AND length(name) <= 100)
);
CREATE INDEX passkeys_user ON passkeys USING btree (user_id, id);

create table passwords (
  user_id uuid not null,
  hash text not null,
  set_at timestamp with time zone not null,
  constraint passwords_pkey PRIMARY KEY (user_id),
  constraint passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint passwords_hash_check CHECK (hash ~~ '$argon2id$%'::text)
);

create table payer_domains (
  project_id uuid not null,
  domain text not null,
  verified_at timestamp with time zone,
  checked_at timestamp with time zone,
  problem text,
  detail text,
  constraint payer_domains_pkey PRIMARY KEY (project_id),
  constraint payer_domains_domain UNIQUE (domain),
  constraint payer_domains_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint payer_domains_checked_check CHECK (checked_at IS NOT NULL OR verified_at IS NULL AND problem IS NULL),
  constraint payer_domains_domain_check CHECK (domain ~ '^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$'::text AND char_length(domain) <= 253),
  constraint payer_domains_problem_check CHECK (problem = ANY (ARRAY['unreachable'::text, 'redirects'::text, 'foreign'::text, 'host_changed'::text]))
);

create table payment_links (
  project_id uuid not null,
  id uuid not null,
  token text not null,
  is_active boolean not null,
  stock integer,
  taken integer not null default 0,
  paid_late integer not null default 0,
  expires_at timestamp with time zone,
  terms jsonb not null,
  created_at timestamp with time zone not null,
  constraint payment_links_pkey PRIMARY KEY (project_id, id),
  constraint payment_links_token UNIQUE (token),
  constraint payment_links_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint payment_links_counts_check CHECK (stock >= 0 AND taken >= 0 AND paid_late >= 0)
);
CREATE INDEX payment_links_id ON payment_links USING btree (id);
CREATE TRIGGER payment_links_stock BEFORE UPDATE OF taken ON payment_links FOR EACH ROW WHEN (new.taken > old.taken AND (new.taken + new.paid_late) > new.stock) EXECUTE FUNCTION refuse_more_than_stock();

create table payout_batch_approvals (
  project_id uuid not null,
  batch_id uuid not null,
  n integer not null,
  approver_id uuid not null,
  created_at timestamp with time zone not null,
  constraint payout_batch_approvals_pkey PRIMARY KEY (project_id, batch_id, n),
  constraint payout_batch_approvals_once UNIQUE (project_id, batch_id, approver_id),
  constraint payout_batch_approvals_batch FOREIGN KEY (project_id, batch_id) REFERENCES payout_batches(project_id, id),
  constraint payout_batch_approvals_n_check CHECK (n > 0)
);

create table payout_batch_rows (
  project_id uuid not null,
  batch_id uuid not null,
  n integer not null,
  line integer not null,
  status text not null,
  request jsonb not null,
  problems jsonb,
  coin text,
  sends numeric(78,0),
  currency text,
  charged numeric(78,0),
  is_held boolean,
  withdrawal_id uuid,
  approvals integer not null default 0,
  constraint payout_batch_rows_pkey PRIMARY KEY (project_id, batch_id, n),
  constraint payout_batch_rows_paid_once UNIQUE (project_id, withdrawal_id),
  constraint payout_batch_rows_batch FOREIGN KEY (project_id, batch_id) REFERENCES payout_batches(project_id, id),
  constraint payout_batch_rows_withdrawal FOREIGN KEY (project_id, withdrawal_id) REFERENCES coin_withdrawals(project_id, id),
  constraint payout_batch_rows_n_check CHECK (n > 0 AND line > 0 AND approvals >= 0),
  constraint payout_batch_rows_quote_check CHECK ((coin IS NULL) = (sends IS NULL) AND (coin IS NULL) = (currency IS NULL) AND (coin IS NULL) = (charged IS NULL) AND (coin IS NULL) = (is_held IS NULL) AND (coin IS NOT NULL OR status <> 'taken'::text)),
  constraint payout_batch_rows_refused_check CHECK ((status = 'refused'::text) = (problems IS NOT NULL)),
  constraint payout_batch_rows_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'taken'::text, 'refused'::text, 'cancelled'::text])),
  constraint payout_batch_rows_taken_check CHECK ((status = 'taken'::text) = (withdrawal_id IS NOT NULL))
);
CREATE INDEX payout_batch_rows_waiting ON payout_batch_rows USING btree (project_id, batch_id, n) WHERE status = 'waiting'::text;
CREATE TRIGGER payout_batch_rows_moves BEFORE UPDATE ON payout_batch_rows FOR EACH ROW EXECUTE FUNCTION payout_batch_row_moves();

create table payout_batches (
  project_id uuid not null,
  id uuid not null,
  status text not null,
  name text not null,
  row_count integer not null,
  created_by text not null,
  created_by_name text not null,
  sent_by text,
  sent_by_name text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  tried_at timestamp with time zone,
  ended_at timestamp with time zone,
  quote jsonb,
  wait_code text,
  approvals integer not null default 0,
  due_at timestamp with time zone,
  constraint payout_batches_pkey PRIMARY KEY (project_id, id),
  constraint payout_batches_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint payout_batches_counts_check CHECK (row_count >= 1 AND row_count <= 10000 AND approvals >= 0),
  constraint payout_batches_due_check CHECK ((due_at IS NULL) = (status = ANY (ARRAY['ready'::text, 'completed'::text, 'cancelled'::text]))),
  constraint payout_batches_quote_check CHECK (quote IS NOT NULL OR (status = ANY (ARRAY['checking'::text, 'cancelled'::text]))),
  constraint payout_batches_sent_check CHECK ((sent_at IS NULL) = (sent_by IS NULL) AND (sent_at IS NULL) = (sent_by_name IS NULL) AND (sent_at IS NOT NULL OR (status = ANY (ARRAY['checking'::text, 'ready'::text, 'cancelled'::text]))) AND (sent_at IS NULL OR (status = ANY (ARRAY['sending'::text, 'completed'::text]))) AND (tried_at IS NULL OR sent_at IS NOT NULL) AND (tried_at IS NOT NULL OR status <> 'completed'::text) AND (ended_at IS NOT NULL) = (status = ANY (ARRAY['completed'::text, 'cancelled'::text]))),
  constraint payout_batches_status_check CHECK (status = ANY (ARRAY['checking'::text, 'ready'::text, 'sending'::text, 'completed'::text, 'cancelled'::text]))
);
CREATE INDEX payout_batches_due ON payout_batches USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE TRIGGER payout_batches_moves BEFORE UPDATE OF status ON payout_batches FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION payout_batch_moves();

create table payout_pauses (
  project_id uuid not null,
  id uuid not null,
  cause text not null,
  subject text not null,
  reason text,
  began_at timestamp with time zone not null,
  resumed_at timestamp with time zone,
  resumed_reason text,
  facts jsonb not null,
  constraint payout_pauses_pkey PRIMARY KEY (project_id, id),
  constraint payout_pauses_cause_once UNIQUE (project_id, cause, subject),
  constraint payout_pauses_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint payout_pauses_reason_or_facts CHECK ((reason IS NULL) <> (facts = '{}'::jsonb)),
  constraint payout_pauses_resumed_with_reason CHECK ((resumed_at IS NULL) = (resumed_reason IS NULL))
);
CREATE INDEX payout_pauses_active ON payout_pauses USING btree (project_id) WHERE resumed_at IS NULL;
CREATE INDEX payout_pauses_active_id ON payout_pauses USING btree (id) WHERE resumed_at IS NULL;
CREATE INDEX payout_pauses_id ON payout_pauses USING btree (id);
CREATE TRIGGER payout_pauses_resumed_once BEFORE UPDATE ON payout_pauses FOR EACH ROW EXECUTE FUNCTION refuse_second_resume();
CREATE TRIGGER payout_pauses_stay BEFORE DELETE OR TRUNCATE ON payout_pauses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table payouts (
  project_id uuid not null,
  withdrawal_id uuid not null,
  coin text not null,
  status text not null,
  wait_reason text,
  due_at timestamp with time zone,
  transfer_id uuid,
  wait_detail jsonb,
  constraint payouts_pkey PRIMARY KEY (project_id, withdrawal_id),
  constraint payouts_project_id_withdrawal_id_fkey FOREIGN KEY (project_id, withdrawal_id) REFERENCES coin_withdrawals(project_id, id),
  constraint payouts_transfer FOREIGN KEY (project_id, withdrawal_id, coin, transfer_id) REFERENCES transfer_payments(project_id, withdrawal_id, coin, transfer_id),
  constraint payouts_due CHECK ((status = 'waiting'::text) = (due_at IS NOT NULL)),
  constraint payouts_payee_refusal CHECK (wait_reason <> 'not_payable'::text OR ((wait_detail ->> 'code'::text) = ANY (ARRAY['account_missing'::text, 'tag_required'::text, 'xrp_disallowed'::text, 'not_authorized'::text, 'payments_not_accepted'::text, 'unspendable'::text, 'token_contract'::text, 'below_dust'::text]))),
  constraint payouts_signer_refusal CHECK (wait_reason <> 'rejected_by_signer'::text OR ((wait_detail ->> 'code'::text) = ANY (ARRAY['request_altered'::text, 'request_changed'::text, 'payment_missing'::text, 'no_limits'::text, 'address_not_allowed'::text, 'above_transfer_limit'::text, 'above_daily_limit'::text, 'fees_above_daily_limit'::text, 'cooling_period'::text, 'already_signed'::text, 'paid_twice'::text, 'zero_output'::text, 'output_spent_twice'::text, 'unrequested_output'::text, 'fee_mismatch'::text, 'tip_above_fee'::text, 'fee_above_limit'::text, 'amount_unproven'::text, 'amount_mismatch'::text, 'amount_changed'::text, 'unrecognized'::text]))),
  constraint payouts_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'planned'::text, 'sent'::text, 'failed'::text, 'confirmed'::text, 'cancelled'::text])),
  constraint payouts_wait_detail CHECK (wait_detail IS NULL OR wait_reason IS NOT NULL AND
CASE wait_reason
    WHEN 'rejected_by_signer'::text THEN wait_detail ? 'code'::text
    WHEN 'not_payable'::text THEN (wait_detail ? 'code'::text) <> (wait_detail ? 'message'::text)
    ELSE wait_detail ? 'message'::text
END),
  constraint payouts_wait_reason CHECK (wait_reason = ANY (ARRAY['hot_wallet_low_balance'::text, 'consolidating_funds'::text, 'waiting_for_gas'::text, 'insufficient_gas'::text, 'fee_above_budget'::text, 'transaction_build_failed'::text, 'payouts_paused'::text, 'waiting_for_finality'::text, 'signer_unavailable'::text, 'rejected_by_signer'::text, 'quarantined'::text, 'not_payable'::text, 'reverted_insufficient_funds'::text, 'reverted'::text, 'rejected_permanently'::text, 'cancelling'::text, 'rejected_by_network'::text])),
  constraint payouts_waits CHECK (wait_reason IS NULL OR (status = ANY (ARRAY['waiting'::text, 'failed'::text]))),
  constraint payouts_with_transfer CHECK (
CASE status
    WHEN 'waiting'::text THEN transfer_id IS NULL
    WHEN 'planned'::text THEN transfer_id IS NOT NULL
    WHEN 'sent'::text THEN transfer_id IS NOT NULL
    ELSE true
END)
);
CREATE INDEX payouts_of_transfer ON payouts USING btree (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX payouts_waiting ON payouts USING btree (coin, due_at, project_id, withdrawal_id) WHERE status = 'waiting'::text;
CREATE TRIGGER payouts_moves BEFORE UPDATE OF status ON payouts FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION refuse_payout_move();

create table people_mails (
  id uuid not null,
  recipient text not null,
  subject text not null,
  body_sealed text,
  status text not null,
  attempts integer not null default 0,
  due_at timestamp with time zone,
  leased_until timestamp with time zone,
  failure text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  user_id uuid,
  made_by uuid,
  constraint people_mails_pkey PRIMARY KEY (id),
  constraint people_mails_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint people_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint people_mails_check CHECK ((status = 'pending'::text) = (due_at IS NOT NULL)),
  constraint people_mails_check1 CHECK ((status = 'pending'::text) = (body_sealed IS NOT NULL)),
  constraint people_mails_status_check CHECK (status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX people_mails_due ON people_mails USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX people_mails_made_by ON people_mails USING btree (made_by, created_at) WHERE made_by IS NOT NULL;
CREATE INDEX people_mails_to_mailbox ON people_mails USING btree (lower(regexp_replace(recipient, '\+[^@]*@'::text, '@'::text)), created_at) WHERE user_id IS NOT NULL;
CREATE INDEX people_mails_user ON people_mails USING btree (user_id, created_at) WHERE user_id IS NOT NULL;

create table personal_tokens (
  id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  name text not null,
  permissions text[] not null,
  project_id uuid,
  made_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint personal_tokens_pkey PRIMARY KEY (id),
  constraint personal_tokens_token_hash_key UNIQUE (token_hash),
  constraint personal_tokens_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint personal_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint personal_tokens_check CHECK (expires_at <= (made_at + '366 days'::interval)),
  constraint personal_tokens_name_check CHECK (name = btrim(name) AND length(name) >= 1 AND length(name) <= 100),
  constraint personal_tokens_permissions_check CHECK (cardinality(permissions) > 0)
);
CREATE INDEX personal_tokens_project ON personal_tokens USING btree (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX personal_tokens_user ON personal_tokens USING btree (user_id, id);

create table policies (
  project_id uuid not null,
  version integer not null,
  document text not null,
  note text,
  created_at timestamp with time zone not null,
  constraint policies_pkey PRIMARY KEY (project_id, version),
  constraint policies_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint policies_version_check CHECK (version > 0)
);
CREATE TRIGGER policies_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON policies FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table policy_journal (
  project_id uuid not null,
  id uuid not null,
  step text not null,
  withdrawal_id uuid,
  approver_id uuid,
  facts jsonb not null,
  created_at timestamp with time zone not null,
  constraint policy_journal_pkey PRIMARY KEY (project_id, id),
  constraint policy_journal_project_id_approver_id_fkey FOREIGN KEY (project_id, approver_id) REFERENCES approvers(project_id, id),
  constraint policy_journal_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE UNIQUE INDEX policy_journal_approval ON policy_journal USING btree (project_id, withdrawal_id, approver_id) WHERE step = 'approved'::text;
CREATE INDEX policy_journal_withdrawal ON policy_journal USING btree (project_id, withdrawal_id) WHERE withdrawal_id IS NOT NULL;
CREATE TRIGGER policy_journal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON policy_journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table process_marks (
  process uuid not null,
  mark bigint not null,
  marked_at timestamp with time zone not null,
  compared text[] not null default '{}'::text[],
  constraint process_marks_pkey PRIMARY KEY (process)
);

create table project_logos (
  project_id uuid not null,
  name text not null,
  content bytea not null,
  created_at timestamp with time zone not null,
  constraint project_logos_pkey PRIMARY KEY (project_id, name),
  constraint project_logos_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint project_logos_content_check CHECK (octet_length(content) <= 524288),
  constraint project_logos_name_check CHECK (char_length(name) <= 60)
);
CREATE INDEX project_logos_by_name ON project_logos USING btree (name);

create table project_members (
  project_id uuid not null,
  user_id uuid not null,
  roles text[] not null,
  since timestamp with time zone not null,
  constraint project_members_pkey PRIMARY KEY (user_id, project_id),
  constraint project_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint project_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint project_members_roles_check CHECK (cardinality(roles) > 0 AND roles <@ ARRAY['admin'::text, 'finance'::text, 'support'::text, 'developer'::text, 'approver'::text, 'viewer'::text])
);
CREATE INDEX project_members_project ON project_members USING btree (project_id);

create table projects (
  id uuid not null,
  name text not null,
  settings jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  constraint projects_pkey PRIMARY KEY (id)
);

create table proposals (
  project_id uuid not null,
  id uuid not null,
  kind text not null,
  object_type text not null,
  object_id uuid not null,
  operation text not null,
  input jsonb not null,
  amount numeric(78,0) not null,
  coin text not null,
  note text,
  proposed_by uuid,
  proposed_by_name text not null,
  created_at timestamp with time zone not null,
  status text not null,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  reason text,
  outdated_code text,
  result jsonb,
  withdrawal_id uuid,
  constraint proposals_pkey PRIMARY KEY (project_id, id),
  constraint proposals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint proposals_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint proposals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id),
  constraint proposals_amount_check CHECK (amount > 0::numeric),
  constraint proposals_decided_check CHECK ((status = 'open'::text) = (decided_at IS NULL)),
  constraint proposals_kind_check CHECK (kind = ANY (ARRAY['refund'::text, 'acceptance'::text, 'credit'::text])),
  constraint proposals_note_check CHECK (char_length(note) >= 1 AND char_length(note) <= 1000),
  constraint proposals_outdated_check CHECK ((status = 'outdated'::text) = (outdated_code IS NOT NULL)),
  constraint proposals_reason_check CHECK (reason IS NULL OR status = 'declined'::text),
  constraint proposals_result_check CHECK ((status = 'approved'::text) = (result IS NOT NULL)),
  constraint proposals_status_check CHECK (status = ANY (ARRAY['open'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text, 'outdated'::text])),
  constraint proposals_type_check CHECK (object_type = ANY (ARRAY['invoice'::text, 'deposit'::text, 'channel_payment'::text])),
  constraint proposals_withdrawal_check CHECK (withdrawal_id IS NULL OR status = 'approved'::text)
);
CREATE UNIQUE INDEX proposals_id ON proposals USING btree (id);
CREATE INDEX proposals_of_object ON proposals USING btree (object_id, id);
CREATE INDEX proposals_of_withdrawal ON proposals USING btree (project_id, withdrawal_id) WHERE withdrawal_id IS NOT NULL;
CREATE UNIQUE INDEX proposals_one_open ON proposals USING btree (project_id, object_id, kind) WHERE status = 'open'::text;
CREATE INDEX proposals_open ON proposals USING btree (id) WHERE status = 'open'::text;
CREATE INDEX proposals_open_of_project ON proposals USING btree (project_id, id) WHERE status = 'open'::text;
CREATE TRIGGER proposals_decided_once BEFORE UPDATE ON proposals FOR EACH ROW WHEN (old.status <> 'open'::text OR new.project_id IS DISTINCT FROM old.project_id OR new.id IS DISTINCT FROM old.id OR new.kind IS DISTINCT FROM old.kind OR new.object_type IS DISTINCT FROM old.object_type OR new.object_id IS DISTINCT FROM old.object_id OR new.operation IS DISTINCT FROM old.operation OR new.input IS DISTINCT FROM old.input OR new.amount IS DISTINCT FROM old.amount OR new.coin IS DISTINCT FROM old.coin OR new.note IS DISTINCT FROM old.note OR new.proposed_by IS DISTINCT FROM old.proposed_by OR new.proposed_by_name IS DISTINCT FROM old.proposed_by_name OR new.created_at IS DISTINCT FROM old.created_at) EXECUTE FUNCTION refuse_changed_proposal();

create table quarantines (
  coin text not null,
  reason text,
  began_at timestamp with time zone not null,
  reconciled_at timestamp with time zone,
  cause jsonb,
  constraint quarantines_pkey PRIMARY KEY (coin),
  constraint quarantines_say_why CHECK ((reason IS NULL) <> (cause IS NULL))
);

create table recovery_codes (
  code_hash bytea not null,
  user_id uuid not null,
  made_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX recovery_codes_user ON recovery_codes USING btree (user_id);

create table refund_claims (
  project_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  status text not null,
  paid_share numeric(78,0) not null,
  price_share numeric(78,0) not null,
  rate_of text not null,
  token_hash bytea not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  address text,
  claimed_at timestamp with time zone,
  decided_by text,
  decided_at timestamp with time zone,
  reason text,
  origin text not null default 'link'::text,
  may_be_automatic boolean not null default false,
  rule_value numeric(78,0),
  constraint refund_claims_pkey PRIMARY KEY (project_id, id),
  constraint refund_claims_invoice_fkey FOREIGN KEY (project_id, invoice_id) REFERENCES invoices(project_id, id),
  constraint refund_claims_address_check CHECK ((address IS NULL) = (claimed_at IS NULL) AND ((status <> ALL (ARRAY['claimed'::text, 'approved'::text, 'declined'::text])) OR address IS NOT NULL) AND (origin = 'request'::text OR (status <> ALL (ARRAY['open'::text, 'expired'::text, 'revoked'::text])) OR address IS NULL) AND (origin = 'link'::text OR (status = ANY (ARRAY['claimed'::text, 'approved'::text, 'declined'::text, 'revoked'::text])))),
  constraint refund_claims_decided_check CHECK ((decided_at IS NULL) = (status = ANY (ARRAY['open'::text, 'claimed'::text, 'expired'::text]))),
  constraint refund_claims_expiry_check CHECK (expires_at > created_at),
  constraint refund_claims_origin_check CHECK (origin = ANY (ARRAY['link'::text, 'request'::text])),
  constraint refund_claims_rate_check CHECK (rate_of = ANY (ARRAY['then'::text, 'today'::text])),
  constraint refund_claims_reason_check CHECK (reason IS NULL OR status = 'declined'::text),
  constraint refund_claims_rule_check CHECK (rule_value IS NULL OR rule_value > 0::numeric AND may_be_automatic AND origin = 'link'::text AND status = 'approved'::text),
  constraint refund_claims_share_check CHECK (paid_share > 0::numeric AND price_share >= 0::numeric),
  constraint refund_claims_status_check CHECK (status = ANY (ARRAY['open'::text, 'claimed'::text, 'approved'::text, 'declined'::text, 'expired'::text, 'revoked'::text]))
);
CREATE INDEX refund_claims_by_rule ON refund_claims USING btree (project_id, decided_at) WHERE rule_value IS NOT NULL;
CREATE INDEX refund_claims_claimed ON refund_claims USING btree (project_id, id) WHERE status = 'claimed'::text;
CREATE INDEX refund_claims_of_invoice ON refund_claims USING btree (project_id, invoice_id, id);
CREATE UNIQUE INDEX refund_claims_requested ON refund_claims USING btree (project_id, invoice_id) WHERE origin = 'request'::text AND status = 'claimed'::text;
CREATE UNIQUE INDEX refund_claims_token ON refund_claims USING btree (token_hash);
CREATE TRIGGER refund_claims_once BEFORE UPDATE ON refund_claims FOR EACH ROW WHEN (NOT (old.status = 'open'::text AND (new.status = ANY (ARRAY['claimed'::text, 'expired'::text, 'revoked'::text])) OR old.status = 'claimed'::text AND (new.status = ANY (ARRAY['approved'::text, 'declined'::text])) OR old.status = 'claimed'::text AND new.status = 'revoked'::text AND old.origin = 'request'::text) OR old.address IS NOT NULL AND new.address IS DISTINCT FROM old.address OR new.project_id IS DISTINCT FROM old.project_id OR new.id IS DISTINCT FROM old.id OR new.invoice_id IS DISTINCT FROM old.invoice_id OR new.paid_share IS DISTINCT FROM old.paid_share OR new.price_share IS DISTINCT FROM old.price_share OR new.rate_of IS DISTINCT FROM old.rate_of OR new.token_hash IS DISTINCT FROM old.token_hash OR new.created_by IS DISTINCT FROM old.created_by OR new.created_at IS DISTINCT FROM old.created_at OR new.expires_at IS DISTINCT FROM old.expires_at OR new.origin IS DISTINCT FROM old.origin OR new.may_be_automatic IS DISTINCT FROM old.may_be_automatic) EXECUTE FUNCTION refuse_changed_claim();
CREATE TRIGGER refund_claims_within_paid AFTER INSERT ON refund_claims FOR EACH ROW WHEN (new.origin = 'link'::text) EXECUTE FUNCTION refuse_refund_above_paid();

create table request_log (
  project_id uuid not null,
  id uuid not null,
  request_id text not null,
  at timestamp with time zone not null,
  method text not null,
  path text not null,
  api_key text not null,
  is_signed boolean not null,
  status smallint not null,
  milliseconds integer not null,
  code text,
  message text,
  details jsonb,
  input jsonb,
  ignored text,
  left_out integer not null,
  constraint request_log_pkey PRIMARY KEY (project_id, id),
  constraint request_log_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint request_log_refusals CHECK (status >= 400 OR code IS NULL AND details IS NULL AND input IS NULL),
  constraint request_log_signed CHECK (is_signed OR input IS NULL)
);
CREATE INDEX request_log_at ON request_log USING btree (at);
CREATE INDEX request_log_request ON request_log USING btree (project_id, request_id);

create table risk_entries (
  list text not null,
  coin text not null,
  address text not null,
  kind text not null,
  note text,
  constraint risk_entries_pkey PRIMARY KEY (list, coin, address),
  constraint risk_entries_kind_check CHECK (kind = ANY (ARRAY['allow'::text, 'sanctions'::text, 'allow_despite_sanctions'::text, 'block'::text]))
);

create table sandbox_risk_instructions (
  coin text not null,
  txid text not null,
  level text not null,
  constraint sandbox_risk_instructions_pkey PRIMARY KEY (coin, txid),
  constraint sandbox_risk_instructions_level_check CHECK (level = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))
);

create table schedules (
  name text not null,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  last_error text,
  failures integer not null default 0,
  ended_at timestamp with time zone,
  failing_since timestamp with time zone,
  last_milliseconds integer,
  constraint schedules_pkey PRIMARY KEY (name)
);

create table sessions (
  id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  began_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  proved_at timestamp with time zone not null,
  proved_by text not null,
  address inet,
  agent text,
  ended_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_user ON sessions USING btree (user_id, id);

create table shop_deliveries (
  project_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  checkout_id uuid not null,
  type text not null,
  payload text not null,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  last_answer text,
  seq bigint generated always as identity not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  constraint shop_deliveries_pkey PRIMARY KEY (project_id, id),
  constraint shop_deliveries_webhook FOREIGN KEY (project_id, webhook_id) REFERENCES shop_webhooks(project_id, id),
  constraint shop_deliveries_due_check CHECK ((status = 'pending'::text) = (due_at IS NOT NULL)),
  constraint shop_deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text]))
);
CREATE INDEX shop_deliveries_due ON shop_deliveries USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX shop_deliveries_ended ON shop_deliveries USING btree (created_at) WHERE due_at IS NULL;
CREATE INDEX shop_deliveries_order ON shop_deliveries USING btree (project_id, webhook_id, checkout_id, seq) WHERE due_at IS NOT NULL;
CREATE INDEX shop_deliveries_webhook ON shop_deliveries USING btree (project_id, webhook_id, seq DESC);

create table shop_invoices (
  project_id uuid not null,
  checkout_id uuid not null,
  metadata_text text not null,
  order_id text,
  options jsonb not null,
  is_archived boolean not null default false,
  marked text,
  told jsonb not null default '{}'::jsonb,
  constraint shop_invoices_pkey PRIMARY KEY (project_id, checkout_id),
  constraint shop_invoices_checkout FOREIGN KEY (project_id, checkout_id) REFERENCES checkouts(project_id, id),
  constraint shop_invoices_marked_check CHECK (marked = ANY (ARRAY['settled'::text, 'invalid'::text]))
);
CREATE INDEX shop_invoices_order ON shop_invoices USING btree (project_id, order_id) WHERE order_id IS NOT NULL;

create table shop_keys (
  project_id uuid not null,
  id uuid not null,
  key_hash bytea not null,
  name text not null,
  permissions text[] not null,
  made_by uuid,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint shop_keys_pkey PRIMARY KEY (project_id, id),
  constraint shop_keys_hash UNIQUE (key_hash),
  constraint shop_keys_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint shop_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint shop_keys_permissions_check CHECK (cardinality(permissions) >= 1 AND cardinality(permissions) <= 30)
);

create table shop_webhooks (
  project_id uuid not null,
  id uuid not null,
  url text not null,
  is_enabled boolean not null,
  repeats boolean not null,
  events text[],
  secret_sealed text not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint shop_webhooks_pkey PRIMARY KEY (project_id, id),
  constraint shop_webhooks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);

create table sign_in_challenges (
  id uuid not null,
  purpose text not null,
  user_id uuid,
  value text not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_challenges_pkey PRIMARY KEY (id),
  constraint sign_in_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sign_in_challenges_purpose_check CHECK (purpose = ANY (ARRAY['come_in'::text, 'step_up'::text, 'add_passkey'::text, 'add_totp'::text, 'sso'::text]))
);
CREATE INDEX sign_in_challenges_end ON sign_in_challenges USING btree (expires_at);
CREATE INDEX sign_in_challenges_user ON sign_in_challenges USING btree (user_id) WHERE user_id IS NOT NULL;

create table sign_in_links (
  token_hash bytea not null,
  user_id uuid not null,
  made_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  shown_to uuid,
  mailed_to text,
  redeemed_at timestamp with time zone,
  constraint sign_in_links_pkey PRIMARY KEY (token_hash),
  constraint sign_in_links_shown_to_fkey FOREIGN KEY (shown_to) REFERENCES users(id),
  constraint sign_in_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sign_in_links_one_way CHECK (shown_to IS NULL OR mailed_to IS NULL)
);
CREATE INDEX sign_in_links_redeemed ON sign_in_links USING btree (user_id, shown_to) WHERE redeemed_at IS NOT NULL AND shown_to IS NOT NULL;
CREATE INDEX sign_in_links_user ON sign_in_links USING btree (user_id);

create table sign_in_tries (
  subject bytea not null,
  tries integer not null,
  ends_at timestamp with time zone not null,
  constraint sign_in_tries_pkey PRIMARY KEY (subject),
  constraint sign_in_tries_tries_check CHECK (tries > 0)
);
CREATE INDEX sign_in_tries_end ON sign_in_tries USING btree (ends_at);

create table signer_head (
  is_one boolean not null default true,
  count bigint not null,
  hash text not null,
  constraint signer_head_pkey PRIMARY KEY (is_one),
  constraint signer_head_count_check CHECK (count > 0),
  constraint signer_head_is_one_check CHECK (is_one)
);

create table solvency_declarations (
  id uuid not null,
  currency text not null,
  amount numeric(78,0) not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint solvency_declarations_pkey PRIMARY KEY (id),
  constraint solvency_declarations_amount_check CHECK (amount >= 0::numeric)
);
CREATE INDEX solvency_declarations_currency ON solvency_declarations USING btree (currency, created_at, id);
CREATE TRIGGER solvency_declarations_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON solvency_declarations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table steps_back (
  id bigint generated always as identity not null,
  reason text,
  noticed_at timestamp with time zone not null,
  cause jsonb,
  constraint steps_back_pkey PRIMARY KEY (id),
  constraint steps_back_say_why CHECK ((reason IS NULL) <> (cause IS NULL))
);

create table subscription_invoices (
  project_id uuid not null,
  subscription_id uuid not null,
  period_index integer not null,
  invoice_id uuid not null,
  pay_currency text not null,
  seq bigint generated always as identity not null,
  constraint subscription_invoices_pkey PRIMARY KEY (project_id, subscription_id, period_index, invoice_id),
  constraint subscription_invoices_project_id_subscription_id_fkey FOREIGN KEY (project_id, subscription_id) REFERENCES subscriptions(project_id, id)
);

create table subscriptions (
  project_id uuid not null,
  id uuid not null,
  custom_id text,
  status text not null,
  name text not null,
  amount numeric(78,0) not null,
  currency text not null,
  period text not null,
  period_quantity integer not null,
  starts_at timestamp with time zone not null,
  period_index integer not null,
  current_period_starts_at timestamp with time zone not null,
  current_period_ends_at timestamp with time zone not null,
  current_period_paid boolean not null,
  payer_email text not null,
  payer_name text,
  product_name text,
  product_description text,
  success_redirect_url text,
  unsuccess_redirect_url text,
  created_at timestamp with time zone not null,
  cancelled_at timestamp with time zone,
  due_at timestamp with time zone,
  payment_link_id uuid,
  language text,
  constraint subscriptions_pkey PRIMARY KEY (project_id, id),
  constraint subscriptions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint subscriptions_amount_check CHECK (amount > 0::numeric),
  constraint subscriptions_check CHECK ((status = 'cancelled'::text) = (cancelled_at IS NOT NULL)),
  constraint subscriptions_check1 CHECK ((status = 'active'::text) = (due_at IS NOT NULL)),
  constraint subscriptions_check2 CHECK (current_period_starts_at < current_period_ends_at),
  constraint subscriptions_period_check CHECK (period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text])),
  constraint subscriptions_period_index_check CHECK (period_index >= 0),
  constraint subscriptions_period_quantity_check CHECK (period_quantity > 0),
  constraint subscriptions_status_check CHECK (status = ANY (ARRAY['active'::text, 'cancelled'::text]))
);
CREATE UNIQUE INDEX subscriptions_custom_id ON subscriptions USING btree (project_id, custom_id) WHERE custom_id IS NOT NULL;
CREATE INDEX subscriptions_due ON subscriptions USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX subscriptions_id ON subscriptions USING btree (id);
CREATE INDEX subscriptions_of_link ON subscriptions USING btree (project_id, payment_link_id) WHERE payment_link_id IS NOT NULL;
CREATE INDEX subscriptions_payer_email ON subscriptions USING btree (project_id, lower(payer_email) COLLATE "C", id);
CREATE INDEX subscriptions_reference ON subscriptions USING btree (project_id, custom_id COLLATE "C", id) WHERE custom_id IS NOT NULL;
CREATE INDEX subscriptions_words ON subscriptions USING gin (((((COALESCE(custom_id, ''::text) || '
'::text) || name) || '
'::text) || payer_email) trigrams.gin_trgm_ops);

create table terminal_closes (
  project_id uuid not null,
  terminal_id uuid not null,
  number integer not null,
  closed_at timestamp with time zone not null,
  closed_by text not null,
  totals jsonb not null,
  constraint terminal_closes_pkey PRIMARY KEY (project_id, terminal_id, number),
  constraint terminal_closes_terminal FOREIGN KEY (project_id, terminal_id) REFERENCES terminals(project_id, id)
);

create table terminal_items (
  project_id uuid not null,
  terminal_id uuid not null,
  id uuid not null,
  name text not null,
  category text,
  pricing text not null,
  price_amount numeric(78,0),
  tax_percent numeric,
  is_active boolean not null,
  position integer not null,
  stock integer,
  taken integer not null default 0,
  paid_late integer not null default 0,
  created_at timestamp with time zone not null,
  picture text,
  constraint terminal_items_pkey PRIMARY KEY (project_id, terminal_id, id),
  constraint terminal_items_name UNIQUE (project_id, terminal_id, name),
  constraint terminal_items_picture FOREIGN KEY (project_id, terminal_id, picture) REFERENCES terminal_pictures(project_id, terminal_id, name),
  constraint terminal_items_terminal FOREIGN KEY (project_id, terminal_id) REFERENCES terminals(project_id, id),
  constraint terminal_items_counts_check CHECK (stock >= 0 AND taken >= 0 AND paid_late >= 0),
  constraint terminal_items_pricing_check CHECK ((pricing = ANY (ARRAY['fixed'::text, 'minimum'::text, 'free'::text])) AND (pricing = 'free'::text) = (price_amount IS NULL) AND price_amount > 0::numeric),
  constraint terminal_items_tax_check CHECK (tax_percent >= 0::numeric AND tax_percent <= 100::numeric)
);
CREATE INDEX terminal_items_of_picture ON terminal_items USING btree (project_id, terminal_id, picture) WHERE picture IS NOT NULL;
CREATE TRIGGER terminal_items_stock BEFORE UPDATE OF taken ON terminal_items FOR EACH ROW WHEN (new.taken > old.taken AND (new.taken + new.paid_late) > new.stock) EXECUTE FUNCTION refuse_more_than_item_stock();

create table terminal_pictures (
  project_id uuid not null,
  terminal_id uuid not null,
  name text not null,
  content bytea not null,
  created_at timestamp with time zone not null,
  constraint terminal_pictures_pkey PRIMARY KEY (project_id, terminal_id, name),
  constraint terminal_pictures_terminal FOREIGN KEY (project_id, terminal_id) REFERENCES terminals(project_id, id),
  constraint terminal_pictures_content_check CHECK (octet_length(content) <= 262144),
  constraint terminal_pictures_name_check CHECK (char_length(name) <= 60)
);

create table terminal_sale_items (
  project_id uuid not null,
  terminal_id uuid not null,
  checkout_id uuid not null,
  item_id uuid not null,
  pieces integer not null,
  constraint terminal_sale_items_pkey PRIMARY KEY (project_id, checkout_id, item_id),
  constraint terminal_sale_items_item FOREIGN KEY (project_id, terminal_id, item_id) REFERENCES terminal_items(project_id, terminal_id, id),
  constraint terminal_sale_items_sale FOREIGN KEY (project_id, checkout_id) REFERENCES terminal_sales(project_id, checkout_id),
  constraint terminal_sale_items_pieces_check CHECK (pieces > 0)
);
CREATE TRIGGER terminal_sale_items_take BEFORE INSERT ON terminal_sale_items FOR EACH ROW EXECUTE FUNCTION take_pieces_of_item();

create table terminal_sales (
  project_id uuid not null,
  checkout_id uuid not null,
  terminal_id uuid not null,
  staff_id uuid not null,
  number integer not null,
  subtotal numeric(78,0) not null,
  discount numeric(78,0) not null,
  tip numeric(78,0) not null,
  tax numeric(78,0) not null,
  note text,
  attempt bytea not null,
  close_number integer,
  created_at timestamp with time zone not null,
  constraint terminal_sales_pkey PRIMARY KEY (project_id, checkout_id),
  constraint terminal_sales_attempt UNIQUE (project_id, terminal_id, attempt),
  constraint terminal_sales_number UNIQUE (project_id, terminal_id, number),
  constraint terminal_sales_checkout FOREIGN KEY (project_id, checkout_id) REFERENCES checkouts(project_id, id),
  constraint terminal_sales_staff FOREIGN KEY (project_id, terminal_id, staff_id) REFERENCES terminal_staff(project_id, terminal_id, id),
  constraint terminal_sales_amounts_check CHECK (subtotal > 0::numeric AND discount >= 0::numeric AND discount <= subtotal AND tip >= 0::numeric AND tax >= 0::numeric AND number > 0)
);
CREATE INDEX terminal_sales_unclosed ON terminal_sales USING btree (project_id, terminal_id, checkout_id) WHERE close_number IS NULL;
CREATE TRIGGER terminal_sales_once BEFORE UPDATE ON terminal_sales FOR EACH ROW WHEN (old.close_number IS NOT NULL) EXECUTE FUNCTION refuse_second_close();

create table terminal_sessions (
  token_hash bytea not null,
  project_id uuid not null,
  terminal_id uuid not null,
  staff_id uuid not null,
  display_code text not null,
  cart jsonb,
  checkout_id uuid,
  created_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint terminal_sessions_pkey PRIMARY KEY (token_hash),
  constraint terminal_sessions_staff FOREIGN KEY (project_id, terminal_id, staff_id) REFERENCES terminal_staff(project_id, terminal_id, id),
  constraint terminal_sessions_time_check CHECK (created_at < ends_at)
);
CREATE INDEX terminal_sessions_display ON terminal_sessions USING btree (project_id, terminal_id, display_code, created_at);
CREATE INDEX terminal_sessions_of_staff ON terminal_sessions USING btree (project_id, terminal_id, staff_id) WHERE ended_at IS NULL;

create table terminal_staff (
  project_id uuid not null,
  terminal_id uuid not null,
  id uuid not null,
  name text not null,
  pin_hash text not null,
  may_close boolean not null,
  is_active boolean not null,
  created_at timestamp with time zone not null,
  constraint terminal_staff_pkey PRIMARY KEY (project_id, terminal_id, id),
  constraint terminal_staff_name UNIQUE (project_id, terminal_id, name),
  constraint terminal_staff_terminal FOREIGN KEY (project_id, terminal_id) REFERENCES terminals(project_id, id)
);

create table terminals (
  project_id uuid not null,
  id uuid not null,
  token text not null,
  name text not null,
  is_active boolean not null,
  price_unit text not null,
  terms jsonb not null,
  sale_count integer not null default 0,
  close_count integer not null default 0,
  created_at timestamp with time zone not null,
  constraint terminals_pkey PRIMARY KEY (project_id, id),
  constraint terminals_token UNIQUE (token),
  constraint terminals_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint terminals_counts_check CHECK (sale_count >= 0 AND close_count >= 0)
);
CREATE INDEX terminals_id ON terminals USING btree (id);

create table totp_secrets (
  user_id uuid not null,
  secret_sealed text not null,
  last_step bigint not null,
  since timestamp with time zone not null,
  constraint totp_secrets_pkey PRIMARY KEY (user_id),
  constraint totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table transaction_counts (
  project_id uuid not null,
  bucket timestamp with time zone not null,
  currency text not null,
  reference_type text not null,
  status text not null,
  risk_level text not null,
  n bigint not null,
  constraint transaction_counts_pkey PRIMARY KEY (project_id, bucket, currency, reference_type, status, risk_level)
);

create table transaction_spends (
  coin text not null,
  txid text not null,
  spend text not null,
  constraint transaction_spends_pkey PRIMARY KEY (coin, txid, spend)
);
CREATE INDEX transaction_spends_spend ON transaction_spends USING btree (coin, spend);

create table transaction_sums (
  project_id uuid not null,
  account_id uuid not null,
  level smallint not null,
  block bigint not null,
  total numeric(78,0) not null,
  constraint transaction_sums_pkey PRIMARY KEY (project_id, account_id, level, block)
);

create table transfer_costs (
  coin text not null,
  transfer_id uuid not null,
  position integer not null,
  project_id uuid,
  constraint transfer_costs_pkey PRIMARY KEY (coin, transfer_id, "position"),
  constraint transfer_costs_coin_transfer_id_fkey FOREIGN KEY (coin, transfer_id) REFERENCES transfers(coin, id),
  constraint transfer_costs_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);

create table transfer_log (
  coin text not null,
  transfer_id uuid not null,
  seq bigint generated always as identity not null,
  step text not null,
  facts jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  constraint transfer_log_pkey PRIMARY KEY (coin, transfer_id, seq)
);

create table transfer_payments (
  coin text not null,
  transfer_id uuid not null,
  output_index integer not null,
  project_id uuid not null,
  withdrawal_id uuid not null,
  constraint transfer_payments_pkey PRIMARY KEY (coin, transfer_id, output_index),
  constraint transfer_payments_once UNIQUE (project_id, withdrawal_id, coin, transfer_id),
  constraint transfer_payments_coin_transfer_id_fkey FOREIGN KEY (coin, transfer_id) REFERENCES transfers(coin, id),
  constraint transfer_payments_project_id_withdrawal_id_fkey FOREIGN KEY (project_id, withdrawal_id) REFERENCES coin_withdrawals(project_id, id)
);

create table transfer_voids (
  coin text not null,
  family uuid not null,
  project_id uuid not null,
  withdrawal_id uuid not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint transfer_voids_pkey PRIMARY KEY (coin, family),
  constraint transfer_voids_project_id_withdrawal_id_fkey FOREIGN KEY (project_id, withdrawal_id) REFERENCES coin_withdrawals(project_id, id)
);

create table transfers (
  coin text not null,
  id uuid not null,
  purpose text not null,
  project_id uuid,
  status text not null,
  family uuid not null,
  plan jsonb not null,
  sender text,
  number bigint,
  amount numeric(78,0) not null,
  raw text,
  txid text,
  network_fee numeric(78,0) not null,
  fee_coin text not null,
  fee_cap numeric(78,0) not null,
  replaces uuid,
  planned_height bigint not null,
  made_height bigint not null,
  block_height bigint,
  block_hash text,
  checked_hash text,
  broadcasts integer not null default 0,
  refusal text,
  refusals integer not null default 0,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  booked_fee numeric(78,0),
  bumps uuid,
  taken numeric(78,0),
  refusal_kind text,
  constraint transfers_pkey PRIMARY KEY (coin, id),
  constraint transfers_coin_txid_key UNIQUE (coin, txid),
  constraint transfers_amount_check CHECK (amount > 0::numeric OR amount = 0::numeric AND purpose = 'void'::text),
  constraint transfers_check CHECK ((raw IS NULL) = (txid IS NULL)),
  constraint transfers_check1 CHECK ((status = ANY (ARRAY['reserved'::text, 'dead'::text])) OR raw IS NOT NULL),
  constraint transfers_check2 CHECK ((sender IS NULL) = (number IS NULL)),
  constraint transfers_check3 CHECK ((status = 'confirmed'::text) = (block_hash IS NOT NULL) AND (block_hash IS NULL) = (block_height IS NULL)),
  constraint transfers_network_fee_check CHECK (network_fee >= 0::numeric),
  constraint transfers_purpose_check CHECK (purpose = ANY (ARRAY['withdrawal'::text, 'sweep'::text, 'consolidation'::text, 'bump'::text, 'setting'::text, 'gas'::text, 'void'::text])),
  constraint transfers_refusal_kind_check CHECK (refusal_kind = 'conflict'::text),
  constraint transfers_status_check CHECK (status = ANY (ARRAY['reserved'::text, 'signed'::text, 'broadcast'::text, 'confirmed'::text, 'replaced'::text, 'dead'::text])),
  constraint transfers_taken_check CHECK (taken >= 0::numeric)
);
CREATE INDEX transfers_broadcast ON transfers USING btree (coin, created_at, id) WHERE status = 'broadcast'::text;
CREATE INDEX transfers_bumps ON transfers USING btree (coin, bumps) WHERE bumps IS NOT NULL;
CREATE INDEX transfers_due ON transfers USING btree (coin, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX transfers_family ON transfers USING btree (coin, family);
CREATE INDEX transfers_gas ON transfers USING btree ((plan #>> '{outputs,0,address}'::text[])) WHERE purpose = 'gas'::text;
CREATE UNIQUE INDEX transfers_number ON transfers USING btree (coin, sender, number) WHERE status = ANY (ARRAY['reserved'::text, 'signed'::text, 'broadcast'::text, 'confirmed'::text]);
CREATE INDEX transfers_sender ON transfers USING btree (coin, sender, number) WHERE sender IS NOT NULL;
CREATE INDEX transfers_settled ON transfers USING btree (coin, block_height) WHERE due_at IS NULL AND status = 'confirmed'::text;
CREATE INDEX transfers_unbooked ON transfers USING btree (coin, id) WHERE status = 'confirmed'::text AND booked_fee IS NULL;
CREATE INDEX transfers_unconfirmed ON transfers USING btree (coin, txid) WHERE status <> 'confirmed'::text;

create table unknown_payments (
  coin text not null,
  txid text not null,
  output_index integer not null,
  address text not null,
  tag bigint,
  amount numeric(78,0) not null,
  block_height bigint,
  block_hash text,
  found_at timestamp with time zone not null,
  withdrawal_id uuid,
  settled_at timestamp with time zone,
  constraint unknown_payments_pkey PRIMARY KEY (coin, txid, output_index, address),
  constraint unknown_payments_amount_check CHECK (amount > 0::numeric)
);
CREATE INDEX unknown_payments_open ON unknown_payments USING btree (coin) WHERE settled_at IS NULL;
CREATE INDEX unknown_payments_payee ON unknown_payments USING btree (coin, address);

create table unknown_spends (
  coin text not null,
  kind text not null,
  subject text not null,
  txid text not null,
  project_id uuid,
  block_height bigint,
  block_hash text,
  found_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  constraint unknown_spends_pkey PRIMARY KEY (coin, kind, subject, txid),
  constraint unknown_spends_kind_check CHECK (kind = ANY (ARRAY['payment'::text, 'output'::text, 'number'::text]))
);

create table unknown_tokens (
  coin text not null,
  txid text not null,
  contract text not null,
  address text not null,
  amount numeric(100,0) not null,
  block_height bigint not null,
  seen_at timestamp with time zone not null,
  constraint unknown_tokens_pkey PRIMARY KEY (coin, txid, contract, address),
  constraint unknown_tokens_amount_check CHECK (amount > 0::numeric)
);
CREATE INDEX unknown_tokens_by_time ON unknown_tokens USING btree (coin, seen_at);

create table unknown_tokens_omitted (
  coin text not null,
  day date not null,
  arrivals bigint not null,
  constraint unknown_tokens_omitted_pkey PRIMARY KEY (coin, day),
  constraint unknown_tokens_omitted_arrivals_check CHECK (arrivals > 0)
);

create table used_signatures (
  project_id uuid not null,
  signature text not null,
  used_at timestamp with time zone not null,
  constraint used_signatures_pkey PRIMARY KEY (project_id, signature)
);
CREATE INDEX used_signatures_used_at ON used_signatures USING btree (used_at);

create table users (
  id uuid not null,
  name text not null,
  email text,
  role text,
  language text,
  created_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  number_format text,
  time_zone text,
  theme text,
  sso_subject text,
  invited_by uuid,
  email_confirmed_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint users_email_check CHECK (email = lower(email)),
  constraint users_name_check CHECK (name = btrim(name) AND length(name) >= 1 AND length(name) <= 100),
  constraint users_role_check CHECK (role = ANY (ARRAY['owner'::text, 'operator'::text, 'auditor'::text])),
  constraint users_sso_subject_check CHECK (sso_subject <> ''::text),
  constraint users_theme_check CHECK (theme = ANY (ARRAY['light'::text, 'dark'::text, 'auto'::text]))
);
CREATE UNIQUE INDEX users_email ON users USING btree (email) WHERE email_confirmed_at IS NOT NULL;
CREATE INDEX users_invited_by ON users USING btree (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX users_name ON users USING btree (lower(name));
CREATE UNIQUE INDEX users_own_name ON users USING btree (lower(name)) WHERE invited_by IS NULL;
CREATE INDEX users_unconfirmed_email ON users USING btree (email) WHERE email IS NOT NULL AND email_confirmed_at IS NULL;

create table wal_archive (
  is_only boolean not null default true,
  began_at timestamp with time zone not null,
  until timestamp with time zone not null,
  constraint wal_archive_pkey PRIMARY KEY (is_only),
  constraint wal_archive_is_only_check CHECK (is_only)
);

create table wallet_output_sums (
  coin text not null,
  seq bigint generated always as identity not null,
  amount numeric(78,0) not null,
  reserved numeric(78,0) not null default 0,
  pieces bigint not null default 0,
  constraint wallet_output_sums_pkey PRIMARY KEY (coin, seq)
);

create table wallet_outputs (
  coin text not null,
  txid text not null,
  output_index integer not null,
  address text not null,
  amount numeric(78,0) not null,
  status text not null,
  transfer_id uuid,
  constraint wallet_outputs_pkey PRIMARY KEY (coin, txid, output_index),
  constraint wallet_outputs_amount_check CHECK (amount > 0::numeric),
  constraint wallet_outputs_check CHECK ((status = ANY (ARRAY['reserved'::text, 'spent'::text])) = (transfer_id IS NOT NULL)),
  constraint wallet_outputs_status_check CHECK (status = ANY (ARRAY['unspent'::text, 'reserved'::text, 'spent'::text, 'lost'::text]))
);
CREATE INDEX wallet_outputs_transfer ON wallet_outputs USING btree (coin, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX wallet_outputs_unspent ON wallet_outputs USING btree (coin, amount, hashtextextended(txid, 0::bigint)) WHERE status = 'unspent'::text;
CREATE TRIGGER wallet_outputs_change AFTER UPDATE ON wallet_outputs REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION sum_outputs();
CREATE TRIGGER wallet_outputs_sum AFTER INSERT ON wallet_outputs REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION sum_outputs();

create table wallet_seeds (
  id uuid not null,
  sealed text not null,
  created_at timestamp with time zone not null,
  constraint wallet_seeds_pkey PRIMARY KEY (id)
);

create table wallet_senders (
  coin text not null,
  address text not null,
  is_hot boolean not null,
  balance numeric(78,0) not null default 0,
  confirmed_number bigint not null default 0,
  checked_height bigint not null default 0,
  fee_balance numeric(78,0) not null default 0,
  fee_checked_height bigint not null default 0,
  touched bigint not null default 1,
  known bigint not null default 0,
  arriving numeric(78,0) not null default 0,
  constraint wallet_senders_pkey PRIMARY KEY (coin, address)
);
CREATE INDEX wallet_senders_balance ON wallet_senders USING btree (coin, balance);
CREATE UNIQUE INDEX wallet_senders_hot ON wallet_senders USING btree (coin) WHERE is_hot;
CREATE INDEX wallet_senders_stale ON wallet_senders USING btree (coin, address) WHERE touched > known;

create table wallets (
  coin text not null,
  network text not null,
  seed_id uuid,
  account_path text not null,
  extended_public_key text not null,
  contract text,
  next_index bigint not null default 0,
  constraint wallets_pkey PRIMARY KEY (coin),
  constraint wallets_seed_id_fkey FOREIGN KEY (seed_id) REFERENCES wallet_seeds(id)
);

create view ledger_entries with (security_invoker=true) as
 SELECT ledger_postings.project_id,
    ledger_postings.from_account AS account,
    ledger_postings.from_seq AS seq,
    ledger_postings.seq AS posting_seq,
    - ledger_postings.amount AS amount,
    ledger_postings.from_balance AS balance_after
   FROM ledger_postings
UNION ALL
 SELECT ledger_postings.project_id,
    ledger_postings.to_account AS account,
    ledger_postings.to_seq AS seq,
    ledger_postings.seq AS posting_seq,
    ledger_postings.amount,
    ledger_postings.to_balance AS balance_after
   FROM ledger_postings;

CREATE OR REPLACE FUNCTION public.account_number(id uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((((('x'::text || substr((id)::text, 20, 4)) || substr((id)::text, 25)))::bit(64))::bigint & '4611686018427387903'::bigint);

CREATE OR REPLACE FUNCTION public.asset_of(coin text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN split_part(coin, '.'::text, 1);

CREATE OR REPLACE FUNCTION public.count_canceled_refund_for_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_link_payment(r.project_id, r.invoice_id) from invoice_refunds r
    where r.project_id = new.project_id and r.withdrawal_id = new.id and r.paid_share is not null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_completed_for_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_link_payment(new.project_id, new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_link_payment(project uuid, invoice uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  link uuid;
  gift uuid;
  unit text;
  paid numeric;
  returned numeric;
begin
  -- One at a time: the statements below then read what an earlier refund has committed.
  perform 1 from invoices where project_id = project and id = invoice for update;
  select coalesce(c.payment_link_id, s.payment_link_id), coalesce(i.checkout_id, i.id), i.price_currency
    into link, gift, unit
    from invoices i
    left join checkouts c on c.project_id = i.project_id and c.id = i.checkout_id
    left join subscriptions s on s.project_id = i.project_id and s.id = i.subscription_id
    where i.project_id = project and i.id = invoice and i.status = 'completed';
  if link is null then
    return;
  end if;
  select b.price into paid from refundable_base(project, invoice) b;
  select coalesce(sum(r.price_share), 0) into returned
    from invoice_refunds r join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
    where r.project_id = project and r.invoice_id = invoice and r.paid_share is not null and w.status <> 'cancelled';
  insert into link_payments (project_id, invoice_id, payment_link_id, gift_id, currency, amount)
    values (project, invoice, link, gift, unit, greatest(0, coalesce(paid, 0) - returned))
    on conflict on constraint link_payments_pkey do update set amount = excluded.amount;
  update donations set is_given = exists (
      select 1 from link_payments p where p.project_id = project and p.gift_id = gift and p.amount > 0)
    where project_id = project and id = gift;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_refund_for_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_link_payment(new.project_id, new.invoice_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.in_one_order(rows jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(jsonb_agg(r order by r::text), '[]') from jsonb_array_elements(coalesce(rows, '[]')) r
$function$;

CREATE OR REPLACE FUNCTION public.is_packed(project uuid, event uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select 1 from callback_packs p
    where p.project_id = project and p.last_id >= event and p.first_id <= event and event = any(p.event_ids))
$function$;

CREATE OR REPLACE FUNCTION public.move_pieces_of_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  takes constant boolean := new.status in ('open', 'processing', 'completed');
begin
  if takes and old.terminal_hold = 'returned' then
    update terminal_items i set paid_late = i.paid_late + s.pieces
    from terminal_sale_items s where s.project_id = new.project_id and s.checkout_id = new.id
      and i.project_id = s.project_id and i.terminal_id = s.terminal_id and i.id = s.item_id;
    new.terminal_hold := 'late';
  elsif not takes and old.terminal_hold <> 'returned' then
    update terminal_items i set taken = i.taken - case old.terminal_hold when 'taken' then s.pieces else 0 end,
      paid_late = i.paid_late - case old.terminal_hold when 'late' then s.pieces else 0 end
    from terminal_sale_items s where s.project_id = new.project_id and s.checkout_id = new.id
      and i.project_id = s.project_id and i.terminal_id = s.terminal_id and i.id = s.item_id;
    new.terminal_hold := 'returned';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.payout_batch_moves()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.payout_batch_row_moves()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.posting_seq_at(project uuid, moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  low bigint := 1;
  high bigint := coalesce((select posting_seq from ledgers where project_id = project), 0) + 1;
  middle bigint;
begin
  while low < high loop
    middle := (low + high) / 2;
    if (select created_at from ledger_postings
        where project_id = project and seq >= middle order by project_id, seq limit 1) < moment then
      low := middle + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end
$function$;

CREATE OR REPLACE FUNCTION public.refundable_base(project uuid, invoice uuid, OUT paid numeric, OUT price numeric)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select least(paid_amount, pay_amount), div(price_amount * least(paid_amount, pay_amount), pay_amount)
  from invoices where project_id = project and id = invoice and status = 'completed' and pay_amount > 0
$function$;

CREATE OR REPLACE FUNCTION public.refunded_shares(project uuid, invoice uuid, OUT paid numeric, OUT price numeric)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(sum(s.paid_share), 0), coalesce(sum(s.price_share), 0)
  from (
    select r.paid_share, r.price_share
    from invoice_refunds r join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
    where r.project_id = project and r.invoice_id = invoice and r.paid_share is not null and w.status <> 'cancelled'
    union all
    select c.paid_share, c.price_share from refund_claims c
    where c.project_id = project and c.invoice_id = invoice and c.status in ('open', 'claimed') and c.origin = 'link'
  ) s
$function$;

CREATE OR REPLACE FUNCTION public.refuse_booked_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.reference_type = 'CoinWithdrawal' and new.status = (
    select w.status from coin_withdrawals w where w.project_id = new.project_id and w.id = new.reference_id)
  then
    return new;
  end if;
  raise exception 'a booked transaction keeps its status, but for a withdrawal, whose own it has'
    using errcode = 'integrity_constraint_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_changed_claim()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'a refund claim is claimed once, is decided once, and keeps its terms'
    using errcode = 'integrity_constraint_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_changed_correction()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'a correction is decided once, and keeps what was requested'
    using errcode = 'integrity_constraint_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_changed_proposal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'a proposal is decided once, and keeps what was proposed'
    using errcode = 'integrity_constraint_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_disorder()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select 1 from (
      select project_id, seq, created_at, lag(seq) over w as before_seq, lag(created_at) over w as before_at
      from fresh window w as (partition by project_id order by seq)) f
    where case
      when f.before_seq is not null then f.seq <> f.before_seq + 1 or f.created_at < f.before_at
      when f.seq = 1 then false
      else not exists (select 1 from ledger_postings b
        where b.project_id = f.project_id and b.seq = f.seq - 1 and b.created_at <= f.created_at) end
  ) then
    raise exception 'postings follow each other without a gap, and none is dated before the last'
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_forgetting_attempts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select 1 from gone g
    where g.created_at > now() - interval '30 days' and not coalesce((
      select is_packed(d.project_id, d.event_id) from deliveries d
      where d.project_id = g.project_id and d.id = g.delivery_id), false)) then
    raise exception '% younger than 30 days stay', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_forgetting_by_half()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select 1 from gone g
    cross join lateral (select rpad(left(replace(g.id::text, '-', ''), 13), 32, '0')::uuid as first,
      rpad(left(replace(g.id::text, '-', ''), 13), 32, 'f')::uuid as last offset 0) r
    cross join lateral (select 1 from deliveries d
      where d.project_id = g.project_id and d.id >= r.first and d.id <= r.last and d.event_id = g.id limit 1) d
  ) then
    raise exception 'an event stays while it has deliveries' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_forgetting_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select 1 from gone
    where created_at > now() - interval '30 days' and not is_packed(project_id, event_id)) then
    raise exception '% younger than 30 days stay', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_forgetting_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select 1 from gone
    where created_at > now() - interval '30 days' and not is_packed(project_id, id)) then
    raise exception '% younger than 30 days stay', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_forgetting_undelivered()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select 1 from gone where status = 'pending') then
    raise exception 'what is to be sent stays' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_losing_packed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select 1 from gone g
    cross join lateral unnest(g.event_ids) as lost(id)
    where g.last_at > now() - interval '30 days' and not is_packed(g.project_id, lost.id)
      and not exists (select 1 from events e where e.project_id = g.project_id and e.id = lost.id)
  ) then
    raise exception 'packed callbacks younger than 30 days stay' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_more_than_item_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'an item has fewer pieces left than a sale takes'
    using errcode = 'check_violation', constraint = 'terminal_items_stock';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_more_than_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'a payment link has fewer pieces left than a checkout takes'
    using errcode = 'check_violation', constraint = 'payment_links_stock';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_payout_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.status || ' ' || new.status not in (
    'waiting planned', 'waiting confirmed', 'waiting cancelled',
    'planned waiting', 'planned sent', 'planned failed', 'planned confirmed', 'planned cancelled',
    'sent waiting', 'sent failed', 'sent confirmed',
    'failed waiting', 'failed sent', 'failed confirmed', 'failed cancelled',
    'confirmed waiting', 'confirmed sent')
  then
    raise exception 'a payout does not move from % to %', old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_rebooking()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'a booked transaction keeps its amount, its fee, its place and what it is about'
    using errcode = 'integrity_constraint_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_refund_above_paid()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  base record;
  refunded record;
begin
  -- One at a time: the statements below then read what an earlier refund has committed.
  perform 1 from invoices where project_id = new.project_id and id = new.invoice_id for update;
  select * into base from refundable_base(new.project_id, new.invoice_id);
  select * into refunded from refunded_shares(new.project_id, new.invoice_id);
  if base.paid is null or refunded.paid > base.paid or refunded.price > base.price then
    raise exception 'the refunds of an invoice never exceed what was paid'
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_removal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'rows of % stay, under their keys and with what they refer to', tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_request_above_surplus()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  most record;
begin
  if not exists (
    select from refund_claims c where c.project_id = new.project_id and c.id = new.id and c.origin = 'request'
  ) then
    return new;
  end if;
  -- One at a time: two requests of a checkout can be about two of its invoices.
  perform 1 from checkouts c join invoices i on i.project_id = c.project_id and i.checkout_id = c.id
  where i.project_id = new.project_id and i.id = new.invoice_id for update of c;
  select * into most from requestable_prices(new.project_id, new.invoice_id, new.created_at);
  if most.surplus is null or new.price_share > greatest(most.surplus, most.again) then
    raise exception 'a request never returns more than the payer can ask for'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_second_close()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'a sale belongs to one close' using errcode = 'integrity_constraint_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_second_resume()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.resumed_at is not null or new.resumed_at is null
    or (new.project_id, new.id, new.cause, new.subject, new.reason, new.facts, new.began_at)
      is distinct from (old.project_id, old.id, old.cause, old.subject, old.reason, old.facts, old.began_at)
  then
    raise exception 'a payout pause ends once and nothing else in it changes'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_unknown_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.refuse_unknown_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.refuse_unproven_balances()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select 1 from fresh a
    where case when a.entry_seq = 0 then a.balance <> 0 else not exists (
        select 1 from ledger_entries e
        where e.account = a.number and e.seq = a.entry_seq and e.balance_after = a.balance) end
      or exists (select 1 from ledger_entries e where e.account = a.number and e.seq = a.entry_seq + 1)
  ) then
    raise exception 'a balance is not that of its last entry' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_wrong_postings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  is_unknown boolean; is_foreign boolean;
begin
  select bool_or(known is null), bool_or(known <> currency) into is_unknown, is_foreign
  from (
    select currency, (
      select a.currency from ledger_accounts a where a.project_id = named.project_id and a.number = named.number) as known
    from (
      select project_id, from_account as number, currency from fresh
      union select project_id, to_account, currency from fresh) named
  ) looked_up;
  if is_unknown then
    raise exception 'a posting names an account that does not exist' using errcode = 'foreign_key_violation';
  end if;
  if is_foreign then
    raise exception 'a posting is in another currency than its accounts'
      using errcode = 'integrity_constraint_violation';
  end if;
  -- Each entry follows the one before it; the first of each account that which was there, and the last is what the account says.
  if exists (
    select 1 from (
      select *, lag(seq) over w as before_seq, lag(posting_seq) over w as before_posting,
        lag(balance_after) over w as before_balance, lead(seq) over w as next_seq
      from (
        select project_id, from_account as account, from_seq as seq, seq as posting_seq, -amount as amount,
          from_balance as balance_after from fresh
        union all
        select project_id, to_account, to_seq, seq, amount, to_balance from fresh) halves
      window w as (partition by account order by seq)) e
    where case
      when e.before_seq is not null then e.seq <> e.before_seq + 1 or e.posting_seq <= e.before_posting
        or e.balance_after <> e.before_balance + e.amount
      when e.seq = 1 then e.balance_after <> e.amount
      else e.seq < 1 or not exists (
        select 1 from ledger_entries b where b.account = e.account and b.seq = e.seq - 1
          and b.balance_after = e.balance_after - e.amount and b.posting_seq < e.posting_seq)
      end
      or (e.next_seq is null and row(e.seq, e.balance_after) is distinct from (
        select row(a.entry_seq, a.balance) from ledger_accounts a
        where a.project_id = e.project_id and a.number = e.account))
  ) then
    raise exception 'entries do not follow those of their account' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_wrong_sums()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  unit text := tg_argv[0];
  kept record; real record; until timestamptz; newest timestamptz;
begin
  for kept in select * from fresh loop
    until := kept.since + case unit when 'day' then interval '24 hours' else interval '1 hour' end;
    newest := (select created_at from ledger_postings
      where project_id = kept.project_id order by project_id desc, seq desc limit 1);
    if kept.since <> date_trunc(unit, kept.since, 'UTC') or newest is null or newest < until then
      raise exception 'only whole days and hours that are over are kept' using errcode = 'integrity_constraint_violation';
    end if;
    select * into real from sums_between(kept.project_id, kept.since, until);
    if in_one_order(kept.moved) <> real.moved or in_one_order(kept.sold) <> real.sold then
      raise exception 'kept sums are not those of the postings' using errcode = 'integrity_constraint_violation';
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.requestable_prices(project uuid, invoice uuid, at timestamp with time zone, OUT surplus numeric, OUT again numeric)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with own as (
    select i.checkout_id, c.status, c.price_amount, b.price
    from invoices i
    cross join lateral refundable_base(project, invoice) b
    left join checkouts c on c.project_id = i.project_id and c.id = i.checkout_id
    where i.project_id = project and i.id = invoice
  ), whole as (
    select sum(coalesce(b.price, 0) - r.price + coalesce((
      select sum(e.price_share) from refund_claims e
      where e.project_id = project and e.invoice_id = o.invoice_id and e.status = 'open' and e.expires_at <= at), 0)
    ) as price
    from own join checkout_invoices o on o.project_id = project and o.checkout_id = own.checkout_id
    cross join lateral refundable_base(project, o.invoice_id) b
    cross join lateral refunded_shares(project, o.invoice_id) r
    where own.status = 'completed'
  ), newest as (
    select r.price_share, w.status
    from invoice_refunds r left join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
    where r.project_id = project and r.invoice_id = invoice
    order by r.created_at desc, r.id desc limit 1
  )
  select
    case own.status
      when 'completed' then greatest(whole.price - own.price_amount, 0)
      when 'expired' then coalesce(own.price, 0)
      when 'cancelled' then coalesce(own.price, 0)
      else 0 end,
    case when newest.status = 'cancelled' and (own.status is null or own.status = 'completed') and not exists (
      select from refund_claims l
      where l.project_id = project and l.invoice_id = invoice and l.origin = 'link'
        and (l.status = 'claimed' or l.status = 'open' and l.expires_at > at))
    then coalesce(newest.price_share, 0) else 0 end
  from own left join whole on true left join newest on true
$function$;

CREATE OR REPLACE FUNCTION public.sum_outputs()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into wallet_output_sums (coin, amount, reserved, pieces)
    select coin, sum(amount), coalesce(sum(amount) filter (where status = 'reserved'), 0),
      count(*) filter (where status = 'unspent')
    from fresh where status in ('unspent', 'reserved') group by coin;
  else
    insert into wallet_output_sums (coin, amount, reserved, pieces)
    select coin, amount, reserved, pieces from (
      select coin, sum(sign * amount) as amount,
        coalesce(sum(sign * amount) filter (where status = 'reserved'), 0) as reserved,
        coalesce(sum(sign) filter (where status = 'unspent'), 0) as pieces
      from (
        select coin, amount, status, 1 as sign from fresh where status in ('unspent', 'reserved')
        union all
        select coin, amount, status, -1 as sign from stale where status in ('unspent', 'reserved')) changed
      group by coin) differences
    where amount <> 0 or reserved <> 0 or pieces <> 0;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.sums_between(project uuid, since timestamp with time zone, until timestamp with time zone, OUT moved jsonb, OUT sold jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  first_seq bigint := posting_seq_at(project, since - interval '10 minutes');
  end_seq bigint := posting_seq_at(project, until + interval '10 minutes');
  day text := to_char(since at time zone 'UTC', 'YYYY-MM-DD');
begin
  select in_one_order(jsonb_agg(jsonb_build_object('day', day, 'from_account', m.from_account::text,
    'to_account', m.to_account::text, 'amount', m.amount::text)))
  into moved
  from (
    select p.from_account, p.to_account, sum(p.amount) as amount from ledger_postings p
    where p.project_id = project and p.seq >= first_seq and p.seq < end_seq
      and p.created_at >= since and p.created_at < until
    group by p.from_account, p.to_account) m;
  select in_one_order(jsonb_agg(jsonb_build_object('day', day, 'type', s.type, 'coin', s.coin, 'currency', s.currency,
    'count', s.count, 'received', s.received::text, 'credited', s.credited::text)))
  into sold
  from (
    select p.reference_type as type, coalesce(c.currency, p.currency) as coin, p.currency, count(*) as count,
      sum(coalesce(c.amount, p.amount + coalesce(f.amount, 0))) as received, sum(p.amount) as credited
    from (select * from ledger_postings l
      where l.project_id = project and l.seq >= first_seq and l.seq < end_seq
        and l.created_at >= since and l.created_at < until and l.purpose = 'credit'
        and l.reference_type in ('Invoice', 'ChannelPayment', 'InvoiceRefund', 'CoinDeposit') offset 0) p
    left join lateral (select currency, amount from ledger_postings o
      where o.project_id = project and o.reference_id = p.reference_id and o.purpose = 'convert' limit 1) c on true
    left join lateral (select amount from ledger_postings o
      where o.project_id = project and o.reference_id = p.reference_id and o.purpose = 'fee' limit 1) f on true
    group by 1, 2, 3) s;
end
$function$;

CREATE OR REPLACE FUNCTION public.take_pieces_of_item()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update terminal_items set taken = taken + new.pieces
  where project_id = new.project_id and terminal_id = new.terminal_id and id = new.item_id;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.take_pieces_of_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  takes constant boolean := new.status in ('open', 'processing', 'completed');
begin
  if tg_op = 'INSERT' then
    update payment_links set taken = taken + new.link_pieces
    where project_id = new.project_id and id = new.payment_link_id;
  elsif takes and old.link_hold = 'returned' then
    update payment_links set paid_late = paid_late + new.link_pieces
    where project_id = new.project_id and id = new.payment_link_id;
    new.link_hold := 'late';
  elsif not takes and old.link_hold <> 'returned' then
    update payment_links set taken = taken - case old.link_hold when 'taken' then new.link_pieces else 0 end,
      paid_late = paid_late - case old.link_hold when 'late' then new.link_pieces else 0 end
    where project_id = new.project_id and id = new.payment_link_id;
    new.link_hold := 'returned';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.transaction_id_from(seq bigint)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((lpad(to_hex(seq), 12, '0'::text) || '00000000000000000000'::text))::uuid;

CREATE OR REPLACE FUNCTION public.transaction_seq_at(project uuid, moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  low bigint := 1;
  high bigint;
  middle bigint;
begin
  select transaction_seq + 1 into high from ledgers where project_id = project;
  while low < high loop
    middle := (low + high) / 2;
    if (select created_at from account_transactions
        where project_id = project and id >= transaction_id_from(middle) order by project_id, id limit 1) < moment
    then low := middle + 1;
    else high := middle;
    end if;
  end loop;
  return low;
end
$function$;
