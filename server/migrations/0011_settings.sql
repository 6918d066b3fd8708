-- XRP: a transfer may change how the network treats our account (AccountSet), and pay nobody. Tokens: one may bring
-- the coin that fees are paid in to an address of ours.

alter table transfers drop constraint transfers_purpose_check;
alter table transfers add constraint transfers_purpose_check check (purpose in
  ('withdrawal', 'sweep', 'consolidation', 'bump', 'setting', 'gas'));
create index transfers_gas on transfers ((plan #>> '{outputs,0,address}')) where purpose = 'gas';
