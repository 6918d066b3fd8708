-- One client can hold only some unpaid checkouts of a payment link with a stock, because each of them takes pieces
-- (docs/decisions/0215-links-make-checkouts.md). A keyed hash of the link and the client's address.
alter table checkouts add column link_client bytea,
  add constraint checkouts_link_client_check check (link_client is null or payment_link_id is not null) not valid;
alter table checkouts validate constraint checkouts_link_client_check;
create index checkouts_of_client on checkouts (project_id, link_client)
  where status = 'open' and link_client is not null;
