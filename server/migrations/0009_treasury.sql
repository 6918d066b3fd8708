-- Transfers that pay several withdrawals or none: shares of a network fee, transactions that bring another one into
-- a block, and the merging of small outputs.

alter table transfers drop constraint transfers_purpose_check;
alter table transfers add constraint transfers_purpose_check
  check (purpose in ('withdrawal', 'sweep', 'consolidation', 'bump'));
-- What was booked of its network fee, over all projects; null: nothing yet.
alter table transfers add column booked_fee numeric(78, 0);
-- The transfer that it is to bring into a block by spending its change, dearer.
alter table transfers add column bumps uuid;
create index transfers_bumps on transfers (coin, bumps) where bumps is not null;

-- Who bears the fee of a transfer that pays nobody: one equal share a row.
create table transfer_costs (
  coin text not null,
  transfer_id uuid not null,
  position integer not null,
  -- Null: coins of the operator, which are in nobody's books.
  project_id uuid references projects,
  primary key (coin, transfer_id, position),
  foreign key (coin, transfer_id) references transfers
);

alter table simulation.settings add column refuses_replacements boolean not null default false;
