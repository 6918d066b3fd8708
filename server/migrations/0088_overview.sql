-- Callbacks that were given up, of all projects: counted on the operator's first screen.
create index deliveries_failed_id on deliveries (id) where status = 'failed';
