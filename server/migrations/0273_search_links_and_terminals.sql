-- The search finds payment links and terminals by their IDs and names, in one project or in all.
create index payment_links_id on payment_links (id);
create index terminals_id on terminals (id);
