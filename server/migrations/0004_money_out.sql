-- Money out: exchange transfers, coin withdrawals, the transfers that pay them, and what the wallets can spend.

alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in
  ('available', 'fees', 'exchange', 'deposits', 'withdrawals', 'network_fees', 'losses', 'adjustments', 'chain'));
alter table ledger_accounts add constraint withdrawals_never_negative check (kind <> 'withdrawals' or balance >= 0);

create table exchange_transfers (
  project_id uuid not null references projects,
  id uuid not null,
  custom_id text,
  charged_amount numeric(78, 0) not null check (charged_amount > 0),
  charged_currency text not null,
  received_amount numeric(78, 0) not null check (received_amount > 0),
  received_currency text not null,
  fee numeric(78, 0) not null check (fee >= 0),
  pair text not null,
  rate text not null,
  created_at timestamptz not null,
  committed_at timestamptz,
  expired_at timestamptz,
  commit_key uuid,
  due_at timestamptz,
  primary key (project_id, id)
);
create unique index exchange_transfers_custom_id on exchange_transfers (project_id, custom_id)
  where custom_id is not null and expired_at is null;
create index exchange_transfers_due on exchange_transfers (due_at) where due_at is not null;

create table coin_withdrawals (
  project_id uuid not null references projects,
  id uuid not null,
  custom_id text,
  customer_id text,
  status text not null check (status in
    ('new', 'pending', 'on_hold', 'processing', 'sent', 'completed', 'failed', 'cancelled')),
  address text not null,
  tag bigint,
  network text not null,
  charged_amount numeric(78, 0) not null check (charged_amount > 0),
  charged_currency text not null,
  received_amount numeric(78, 0) not null check (received_amount > 0),
  received_currency text not null,
  -- What the merchant paid for the network; the transfer's own fee is booked when it confirms.
  network_fee numeric(78, 0) not null check (network_fee >= 0),
  network_fee_level text not null check (network_fee_level in ('slow', 'average', 'fast')),
  -- In the charged currency: the exchange's fee when converted, the processing fee when not.
  fee numeric(78, 0) not null check (fee >= 0),
  rate text,
  txid text,
  risk jsonb,
  hold_reason text,
  failure text,
  beneficiary jsonb,
  transfer_id uuid,
  commit_key uuid,
  created_at timestamptz not null,
  committed_at timestamptz,
  -- When a worker must look: the end of the commit window, or work of the sender.
  due_at timestamptz,
  primary key (project_id, id)
) with (fillfactor = 70);
-- The custom_id of a withdrawal that was never committed may be used again (cancelled at the window's end).
create unique index coin_withdrawals_custom_id on coin_withdrawals (project_id, custom_id)
  where custom_id is not null and not (status = 'cancelled' and committed_at is null);
create index coin_withdrawals_customer on coin_withdrawals (project_id, customer_id, id)
  where customer_id is not null;
create index coin_withdrawals_expiring on coin_withdrawals (due_at) where status = 'new';
create index coin_withdrawals_open on coin_withdrawals (received_currency, due_at)
  where status in ('pending', 'processing', 'sent', 'failed');
-- What waits for a transfer; a completed one only when its transfer died in a reorganisation.
create index coin_withdrawals_payable on coin_withdrawals (received_currency, due_at)
  where status in ('pending', 'completed') and due_at is not null;
create index coin_withdrawals_transfer on coin_withdrawals (transfer_id) where transfer_id is not null;

-- A transfer is one blockchain transaction of ours. It is stored with its raw bytes before it is broadcast.
create table transfers (
  coin text not null,
  id uuid not null,
  purpose text not null check (purpose in ('withdrawal', 'sweep')),
  -- Whose books bear its network fee; null: coins of the operator.
  project_id uuid,
  status text not null check (status in ('reserved', 'signed', 'broadcast', 'confirmed', 'replaced', 'dead')),
  -- The first transfer of those that replace each other: they spend the same, so one of them can confirm.
  family uuid not null,
  -- What it spends and pays, as it was planned; enough to sign the same bytes again.
  plan jsonb not null,
  -- ETH, tokens and XRP: the sender, his number that it uses up, and what leaves him of the coin, with a fee in that coin.
  sender text,
  number bigint,
  amount numeric(78, 0) not null check (amount > 0),
  raw text,
  txid text,
  network_fee numeric(78, 0) not null check (network_fee >= 0),
  -- What the fee is counted in: the coin itself, or for tokens that of their network.
  fee_coin text not null,
  fee_cap numeric(78, 0) not null,
  replaces uuid,
  -- The best block when the first of its family was planned: nothing below spends what they spend.
  planned_height bigint not null,
  -- The best block when it was made itself: some blocks later it counts as stuck.
  made_height bigint not null,
  block_height bigint,
  block_hash text,
  -- The best block when it was last looked for.
  checked_hash text,
  broadcasts integer not null default 0,
  -- What the node said to the last broadcast, and how many times in a row it refused.
  refusal text,
  refusals integer not null default 0,
  created_at timestamptz not null,
  -- Null: nothing is left to do. Infinity: only followed.
  due_at timestamptz,
  primary key (coin, id),
  unique (coin, txid),
  check ((raw is null) = (txid is null)),
  check (status in ('reserved', 'dead') or raw is not null),
  check ((sender is null) = (number is null)),
  check ((status = 'confirmed') = (block_hash is not null) and (block_hash is null) = (block_height is null))
);
create index transfers_due on transfers (coin, due_at) where due_at is not null;
create index transfers_family on transfers (coin, family);
-- One number of a sender is used up once.
create unique index transfers_number on transfers (coin, sender, number)
  where status in ('reserved', 'signed', 'broadcast', 'confirmed');

-- Which output of a transfer pays which withdrawal, also of transfers that were replaced or died.
create table transfer_payments (
  coin text not null,
  transfer_id uuid not null,
  output_index integer not null,
  project_id uuid not null,
  withdrawal_id uuid not null,
  primary key (coin, transfer_id, output_index),
  foreign key (coin, transfer_id) references transfers,
  foreign key (project_id, withdrawal_id) references coin_withdrawals
);
create index transfer_payments_withdrawal on transfer_payments (project_id, withdrawal_id);

-- The attempt journal: was it sent? always has an answer.
create table transfer_log (
  coin text not null,
  transfer_id uuid not null,
  seq bigint generated always as identity,
  step text not null,
  facts jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (coin, transfer_id, seq)
);

-- Outputs of ours (BTC, LTC, BCH): deposits that were booked and the change of confirmed transfers. One that
-- a reorganisation took away is lost until it is back in a block.
create table wallet_outputs (
  coin text not null,
  txid text not null,
  output_index integer not null,
  address text not null,
  amount numeric(78, 0) not null check (amount > 0),
  status text not null check (status in ('unspent', 'reserved', 'spent', 'lost')),
  transfer_id uuid,
  primary key (coin, txid, output_index),
  check ((status in ('reserved', 'spent')) = (transfer_id is not null))
) with (fillfactor = 70);
create index wallet_outputs_unspent on wallet_outputs (coin, amount) where status = 'unspent';
create index wallet_outputs_transfer on wallet_outputs (coin, transfer_id) where transfer_id is not null;

-- Addresses that transfers are sent from (ETH, XRP), as the node last told. On ETH every address that
-- received something is one; the hot one is where the others are swept to.
create table wallet_senders (
  coin text not null,
  address text not null,
  is_hot boolean not null,
  -- Confirmed, and without what the network wants kept in the account.
  balance numeric(78, 0) not null default 0,
  -- The number of its next transfer, by the best chain.
  confirmed_number bigint not null default 0,
  checked_height bigint not null default 0,
  -- Tokens: what it holds of the coin that fees are paid in, at a height of that coin's chain.
  fee_balance numeric(78, 0) not null default 0,
  fee_checked_height bigint not null default 0,
  -- Counts what happened to it, and how much of that the balance knows.
  touched bigint not null default 1,
  known bigint not null default 0,
  primary key (coin, address)
) with (fillfactor = 70);
create unique index wallet_senders_hot on wallet_senders (coin) where is_hot;
create index wallet_senders_balance on wallet_senders (coin, balance);
create index wallet_senders_stale on wallet_senders (coin, address) where touched > known;

-- Addresses of the treasury itself: change, the hot ETH address, what the operator puts in. They have no project.

alter table addresses drop constraint addresses_owner_type_check;
alter table addresses add constraint addresses_owner_type_check
  check (owner_type in ('invoice', 'channel', 'treasury'));
alter table addresses drop constraint addresses_check;
alter table addresses add constraint addresses_check check (
  (owner_id is null) = (owner_type is null)
  and (project_id is null) = (owner_type is null or owner_type = 'treasury'));

alter table deposits drop constraint deposits_owner_type_check;
alter table deposits add constraint deposits_owner_type_check
  check (owner_type in ('invoice', 'channel', 'treasury'));
-- Whether what the wallets can spend counts it; kept in step by treasury/take-in.ts.
alter table deposits add column is_in_wallet boolean not null default false;
create index deposits_entering on deposits (coin)
  where not is_in_wallet and block_height is not null and (booked_at is not null or owner_type = 'treasury');
create index deposits_leaving on deposits (coin) where is_in_wallet and block_height is null;
