-- Lists and search of checkouts (server/src/operator/checkouts, server/src/operator/search). Without the extension pg_trgm,
-- search covers the newest rows only, and the migration goes on (0225).
create index checkouts_customer on checkouts (project_id, customer_id, id) where customer_id is not null;
do $$
declare
  home text;
begin
  select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'pg_trgm';
  if home is null then
    return;
  end if;
  execute format(
    'create index checkouts_words on checkouts using gin
       ((coalesce(custom_id, '''') || E''\n'' || coalesce(name, '''') || E''\n'' || coalesce(payer_email, '''')) %1$I.gin_trgm_ops)
       with (gin_pending_list_limit = 256)
       where custom_id is not null or name is not null or payer_email is not null',
    home);
end
$$;
