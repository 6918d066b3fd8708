-- A person wants a withdrawal ended whose transfer is signed: what that spends goes back to us, or is used up, and once
-- that is final the withdrawal is cancelled. One for the transfers that replace each other.
create table transfer_voids (
  coin text not null,
  family uuid not null,
  project_id uuid not null,
  withdrawal_id uuid not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (coin, family),
  foreign key (project_id, withdrawal_id) references coin_withdrawals
);
