-- What the chain took for a transfer is booked by what the final block says (payouts/follow/book-costs.ts). What older
-- versions may have booked wrong is marked as not booked, and is booked again (payouts/follow/book-unbooked.ts).
update transfers t set booked_fee = null
where t.booked_fee is not null and (
  t.status <> 'confirmed'
  -- These transfers cost what they were planned with. A share of theirs may be in nobody's books.
  or (t.number is null and t.booked_fee <> t.network_fee)
  -- Another member of the family was booked as well.
  or exists (select 1 from transfers m
    where m.coin = t.coin and m.family = t.family and m.id <> t.id and m.booked_fee is not null));
create index transfers_unbooked on transfers (coin, id) where status = 'confirmed' and booked_fee is null;
