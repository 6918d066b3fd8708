-- Search by part of a reference, name or email (server/src/operator/search/search-words.ts). A row without any of them is in
-- no index. Without the extension pg_trgm, search covers the newest rows only, and the migration goes on.
do $$
declare
  home text;
begin
  begin
    if not exists (select from pg_extension where extname = 'pg_trgm') then
      create schema trigrams;
      create extension pg_trgm with schema trigrams;
    end if;
  exception when insufficient_privilege or undefined_file or feature_not_supported then
    raise warning 'pg_trgm is not available: search by part covers the newest rows only';
    return;
  end;
  select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'pg_trgm';
  execute format(
    'create index invoices_words on invoices using gin
       ((coalesce(custom_id, '''') || E''\n'' || coalesce(name, '''') || E''\n'' || coalesce(payer_email, '''')) %1$I.gin_trgm_ops)
       with (gin_pending_list_limit = 256)
       where custom_id is not null or name is not null or payer_email is not null;
     create index coin_withdrawals_words on coin_withdrawals using gin (custom_id %1$I.gin_trgm_ops)
       with (gin_pending_list_limit = 256) where custom_id is not null;
     create index exchange_transfers_words on exchange_transfers using gin (custom_id %1$I.gin_trgm_ops)
       with (gin_pending_list_limit = 256) where custom_id is not null;
     create index channels_words on channels using gin
       ((coalesce(custom_id, '''') || E''\n'' || name) %1$I.gin_trgm_ops);
     create index subscriptions_words on subscriptions using gin
       ((coalesce(custom_id, '''') || E''\n'' || name || E''\n'' || payer_email) %1$I.gin_trgm_ops);
     create index customers_words on customers using gin (id %1$I.gin_trgm_ops)',
    home);
end
$$;
