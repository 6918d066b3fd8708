-- Two who raised the same alarm at one time both stored it. The older one stands; from here on there is no second.
update ledger_alarms later set cleared_at = now()
where cleared_at is null and facts ? 'subject' and exists (
  select 1 from ledger_alarms earlier
  where earlier.kind = later.kind and earlier.facts ->> 'subject' = later.facts ->> 'subject'
    and earlier.cleared_at is null and earlier.id < later.id);

create unique index ledger_alarms_stands_once on ledger_alarms (kind, (facts ->> 'subject'))
  where cleared_at is null and facts ? 'subject';
