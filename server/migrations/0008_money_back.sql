-- Money that goes back to whoever sent it, and what people decide about money that waits for them.

-- The deposit that a withdrawal sends back: its money comes from the `deposits` account, not from the merchant's.
alter table coin_withdrawals add column deposit_id uuid references deposits (id);
-- A deposit is sent back once, unless that was cancelled.
create unique index coin_withdrawals_deposit on coin_withdrawals (deposit_id)
  where deposit_id is not null and status <> 'cancelled';

-- A refund to an address is paid by a withdrawal, which knows the txid.
alter table invoice_refunds drop column txid;
alter table invoice_refunds add column withdrawal_id uuid;
alter table invoice_refunds add foreign key (project_id, withdrawal_id) references coin_withdrawals;
create unique index invoice_refunds_withdrawal on invoice_refunds (project_id, withdrawal_id)
  where withdrawal_id is not null;

-- What was decided about a deposit that could not be credited by itself.
create table deposit_decisions (
  deposit_id uuid not null references deposits (id),
  seq bigint generated always as identity,
  project_id uuid not null references projects,
  decision text not null check (decision in ('credited', 'attached', 'sent_back', 'released', 'returned_to_inbox')),
  facts jsonb not null,
  created_at timestamptz not null,
  primary key (deposit_id, seq)
);
create trigger deposit_decisions_append_only before update or delete or truncate on deposit_decisions
  for each statement execute function refuse_change();

-- When unmatched money was told to the project that it waits in; null: not yet.
alter table deposits add column inbox_told_at timestamptz;
create index deposits_untold on deposits (project_id, id) where is_unmatched and inbox_told_at is null;

create index channel_payments_held on channel_payments (project_id, id) where status = 'on_hold';

-- Why a person cleared an alarm; null when its cause went away.
alter table ledger_alarms add column cleared_reason text;
