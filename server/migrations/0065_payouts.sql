-- What is sent of a withdrawal has a row of its own, which the sender alone writes (server/src/payouts); the withdrawal
-- keeps what its merchant asked for and is shown. docs/decisions/0092-payouts-have-rows.md.

create table payouts (
  project_id uuid not null,
  withdrawal_id uuid not null,
  coin text not null,
  status text not null check (status in ('waiting', 'planned', 'sent', 'failed', 'confirmed', 'cancelled')),
  -- Why it is not sent, or does not go on: the list is server/src/withdrawals/wait-reasons.ts.
  wait_reason text constraint payouts_wait_reason check (wait_reason in (
    'hot_wallet_short', 'collecting_coins', 'waiting_for_gas', 'short_of_gas', 'fee_above_budget',
    'cannot_be_planned', 'payouts_stopped', 'awaits_final_blocks', 'no_signer', 'signer_refuses', 'quarantined',
    'not_payable', 'lacked_funds', 'not_carried_out', 'refused_for_good', 'being_voided', 'network_refuses')),
  -- What the network, the signer or a person said of it.
  said text,
  -- When one that waits is looked at.
  due_at timestamptz,
  transfer_id uuid,
  primary key (project_id, withdrawal_id),
  foreign key (project_id, withdrawal_id) references coin_withdrawals,
  constraint payouts_due check ((status = 'waiting') = (due_at is not null)),
  constraint payouts_with_transfer check (case status
    when 'waiting' then transfer_id is null
    when 'planned' then transfer_id is not null
    when 'sent' then transfer_id is not null
    else true end),
  constraint payouts_waits check (wait_reason is null or status in ('waiting', 'failed')),
  constraint payouts_said check (said is null or wait_reason is not null)
);

-- A transfer pays a withdrawal at most once, and what a payout is sent by is a transfer that pays it.
drop index transfer_payments_withdrawal;
alter table transfer_payments
  add constraint transfer_payments_once unique (project_id, withdrawal_id, coin, transfer_id);

-- Those of which something is, or may be, on its way. What was cancelled or held before anything was planned of it has
-- none.
with given as (
    select w.*, p.transfer_id as paying, t.status as transfer_status, exists (
        select 1 from transfers c where c.coin = t.coin and c.family = t.family and c.status = 'confirmed') as is_in_block
    from coin_withdrawals w
    left join lateral (
      select p.coin, p.transfer_id from transfer_payments p
      where p.project_id = w.project_id and p.withdrawal_id = w.id
        -- Some versions noted what voided a transfer, which pays nobody.
        and (p.transfer_id = w.transfer_id or w.status in ('processing', 'sent'))
      order by p.transfer_id = w.transfer_id desc nulls last, p.transfer_id desc limit 1) p on true
    left join transfers t on t.coin = p.coin and t.id = p.transfer_id
    where w.committed_at is not null and w.status <> 'on_hold'
      and (w.status <> 'cancelled' or exists (select 1 from transfer_payments o
        where o.project_id = w.project_id and o.withdrawal_id = w.id))),
  judged as (
    select *, case
        when status = 'pending' or (status = 'completed' and due_at is not null) then 'waiting'
        when status = 'processing' then 'planned'
        -- A reorganisation took the block that completed it.
        when status = 'completed' and not is_in_block and transfer_status in ('reserved', 'signed') then 'planned'
        when status = 'completed' and not is_in_block and transfer_status in ('broadcast', 'replaced') then 'sent'
        when status = 'completed' then 'confirmed'
        else status
      end as payout_status
    from given)
insert into payouts (project_id, withdrawal_id, coin, status, wait_reason, said, due_at, transfer_id)
select project_id, id, received_currency, payout_status,
  case when payout_status in ('waiting', 'failed') then wait_reason end,
  case when payout_status in ('waiting', 'failed') and wait_reason is not null then failure end,
  case when payout_status = 'waiting' then coalesce(due_at, committed_at) end,
  case when payout_status <> 'waiting' then paying end
from judged;

alter table payouts
  add constraint payouts_transfer foreign key (project_id, withdrawal_id, coin, transfer_id)
    references transfer_payments (project_id, withdrawal_id, coin, transfer_id);
-- What is due of a coin, in the order in which it is sent.
create index payouts_waiting on payouts (coin, due_at, project_id, withdrawal_id) where status = 'waiting';
create index payouts_of_transfer on payouts (transfer_id) where transfer_id is not null;

-- The moves of server/src/payouts/payout.ts: what was confirmed is not planned before its transfer is lost, and what was
-- cancelled is not sent.
create function refuse_payout_move() returns trigger language plpgsql set search_path = public, pg_temp as $$
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
$$;
create trigger payouts_moves before update of status on payouts for each row
  when (old.status is distinct from new.status) execute function refuse_payout_move();

-- The merchant's own 30 seconds are left of the dates, and of the words why a person ended it.
drop index coin_withdrawals_payable, coin_withdrawals_open;
alter table coin_withdrawals drop column transfer_id;
alter table coin_withdrawals drop column wait_reason;
alter table coin_withdrawals rename column due_at to expires_at;
alter table coin_withdrawals rename column failure to cancelled_for;
update coin_withdrawals set expires_at = null where status <> 'new' and expires_at is not null;
update coin_withdrawals set cancelled_for = null where status <> 'cancelled' and cancelled_for is not null;
alter table coin_withdrawals
  add constraint coin_withdrawals_expires check (expires_at is null or status = 'new'),
  add constraint coin_withdrawals_cancelled_for check (cancelled_for is null or status = 'cancelled');
-- The withdrawals that a payment on the chain may be of.
create index coin_withdrawals_open on coin_withdrawals (received_currency)
  where status in ('pending', 'processing', 'sent', 'failed');
