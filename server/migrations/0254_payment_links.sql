-- Payment links: lasting addresses that make a checkout at each click (docs/decisions/0215-links-make-checkouts.md).
create table payment_links (
  project_id uuid not null references projects,
  id uuid not null,
  -- In the address of its page.
  token text not null,
  is_active boolean not null,
  -- Pieces that can be sold in all. Null: any number.
  stock integer,
  -- Pieces of checkouts that can still be paid, or are paid.
  taken integer not null default 0,
  -- Pieces that were given back and then paid after all.
  paid_late integer not null default 0,
  expires_at timestamptz,
  -- JSON: what it sells and what it asks for. Amounts are texts, in the unit of the price.
  terms jsonb not null,
  created_at timestamptz not null,
  constraint payment_links_pkey primary key (project_id, id),
  constraint payment_links_token unique (token),
  constraint payment_links_counts_check check (stock >= 0 and taken >= 0 and paid_late >= 0)
) with (fillfactor = 70);

alter table checkouts add column payment_link_id uuid,
  -- How many pieces of the stock it takes.
  add column link_pieces integer,
  -- Whether it takes them: from the start, no longer, or again because of a late payment.
  add column link_hold text,
  -- Of the form that the payer sent: sending it again opens the same checkout.
  add column link_attempt bytea,
  add constraint checkouts_link_check check (
    (payment_link_id is null) = (link_pieces is null) and (payment_link_id is null) = (link_hold is null)
    and (link_attempt is null or payment_link_id is not null)
    and link_pieces > 0 and link_hold in ('taken', 'returned', 'late'));
create index checkouts_of_link on checkouts (project_id, payment_link_id, id) where payment_link_id is not null;
create index checkouts_link_attempt on checkouts (project_id, link_attempt) where link_attempt is not null;

-- The last guard of the stock: the service checks it before.
create function refuse_more_than_stock() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a payment link has fewer pieces left than a checkout takes'
    using errcode = 'check_violation', constraint = 'payment_links_stock';
end
$$;
create trigger payment_links_stock before update of taken on payment_links for each row
  when (new.taken > old.taken and new.taken + new.paid_late > new.stock)
  execute function refuse_more_than_stock();

-- Whatever ends a checkout gives its pieces back, also a process of the previous release. A late payment takes them
-- again, even if no pieces are left: its money has arrived.
create function take_pieces_of_link() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  takes constant boolean := new.status in ('open', 'processing', 'completed');
begin
  if tg_op = 'INSERT' then
    update payment_links set taken = taken + new.link_pieces
    where project_id = new.project_id and id = new.payment_link_id;
  elsif takes and old.link_hold = 'returned' then
    update payment_links set paid_late = paid_late + new.link_pieces
    where project_id = new.project_id and id = new.payment_link_id;
    new.link_hold := 'late';
  elsif not takes and old.link_hold <> 'returned' then
    update payment_links set taken = taken - case old.link_hold when 'taken' then new.link_pieces else 0 end,
      paid_late = paid_late - case old.link_hold when 'late' then new.link_pieces else 0 end
    where project_id = new.project_id and id = new.payment_link_id;
    new.link_hold := 'returned';
  end if;
  return new;
end
$$;
create trigger checkouts_take_pieces before insert on checkouts for each row
  when (new.payment_link_id is not null) execute function take_pieces_of_link();
create trigger checkouts_move_pieces before update of status on checkouts for each row
  when (new.payment_link_id is not null and new.status is distinct from old.status)
  execute function take_pieces_of_link();
