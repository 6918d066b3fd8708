-- Of the undelivered callbacks of one object only the first is sent; the others wait. That is said in the row, so that
-- a claim needs to look at no other row than those that it may take.
alter table deliveries add column waits boolean not null default false;
update deliveries d set waits = true
where status = 'pending' and exists (
  select 1 from deliveries o
  where o.project_id = d.project_id and o.endpoint_id = d.endpoint_id and o.object_id = d.object_id
    and o.status = 'pending' and o.seq < d.seq);
drop index deliveries_due;
create index deliveries_due on deliveries (project_id, endpoint_id, next_attempt_at, seq)
  where status = 'pending' and not waits;
