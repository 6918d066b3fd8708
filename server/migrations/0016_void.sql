-- A transfer that pays nobody and uses up what another one needs (treasury/void-plan.ts).

alter table transfers drop constraint transfers_purpose_check;
alter table transfers add constraint transfers_purpose_check check (purpose in
  ('withdrawal', 'sweep', 'consolidation', 'bump', 'setting', 'gas', 'void'));

-- XRP: what only takes its fee is in a ledger with the reason.
alter table simulation.transactions add column failure text;
-- A token's transfer of nothing takes no token.
alter table simulation.spends drop constraint spends_amount_check;
alter table simulation.spends add constraint spends_amount_check check (amount >= 0);
