-- A callback is claimed and noted soon after it was stored: with room beside it the claim stays out of the indexes.
alter table deliveries set (fillfactor = 45);
