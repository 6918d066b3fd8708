-- XRP: a transfer may change how the network treats our account (AccountSet), and pay nobody.

alter table transfers drop constraint transfers_purpose_check;
alter table transfers add constraint transfers_purpose_check check (purpose in
  ('withdrawal', 'sweep', 'consolidation', 'bump', 'setting'));
