-- Points of sale: pages on which staff sell with a PIN (docs/decisions/0216-a-terminal-sells-with-a-pin.md). Each sale
-- is an ordinary checkout.
create table terminals (
  project_id uuid not null references projects,
  id uuid not null,
  -- In the address of its page.
  token text not null,
  name text not null,
  is_active boolean not null,
  -- Never changes, so that the totals of a close have one currency. SATS or a currency.
  price_unit text not null,
  -- JSON: coins, keypad, tips, discounts, note, tax.
  terms jsonb not null,
  -- Sales and closes are numbered without gaps: a number is taken in the transaction that stores its row.
  sale_count integer not null default 0,
  close_count integer not null default 0,
  created_at timestamptz not null,
  constraint terminals_pkey primary key (project_id, id),
  constraint terminals_token unique (token),
  constraint terminals_counts_check check (sale_count >= 0 and close_count >= 0)
) with (fillfactor = 70);

create table terminal_items (
  project_id uuid not null,
  terminal_id uuid not null,
  id uuid not null,
  name text not null,
  category text,
  -- Fixed, at least the price, or chosen by staff.
  pricing text not null,
  price_amount numeric(78, 0),
  -- Null: that of the terminal.
  tax_percent numeric,
  is_active boolean not null,
  position integer not null,
  -- Pieces that can be sold in all. Null: any number.
  stock integer,
  -- Pieces of sales that can still be paid, or are paid.
  taken integer not null default 0,
  -- Pieces that were given back and then paid after all.
  paid_late integer not null default 0,
  created_at timestamptz not null,
  constraint terminal_items_pkey primary key (project_id, terminal_id, id),
  constraint terminal_items_terminal foreign key (project_id, terminal_id) references terminals,
  constraint terminal_items_name unique (project_id, terminal_id, name),
  constraint terminal_items_pricing_check check (pricing in ('fixed', 'minimum', 'free')
    and (pricing = 'free') = (price_amount is null) and price_amount > 0),
  constraint terminal_items_tax_check check (tax_percent >= 0 and tax_percent <= 100),
  constraint terminal_items_counts_check check (stock >= 0 and taken >= 0 and paid_late >= 0)
) with (fillfactor = 70);

create table terminal_staff (
  project_id uuid not null,
  terminal_id uuid not null,
  id uuid not null,
  name text not null,
  -- scrypt, with its salt.
  pin_hash text not null,
  may_close boolean not null,
  is_active boolean not null,
  created_at timestamptz not null,
  constraint terminal_staff_pkey primary key (project_id, terminal_id, id),
  constraint terminal_staff_terminal foreign key (project_id, terminal_id) references terminals,
  constraint terminal_staff_name unique (project_id, terminal_id, name)
);

create table terminal_sessions (
  -- SHA-256 of the token in the cookie.
  token_hash bytea not null,
  project_id uuid not null,
  terminal_id uuid not null,
  staff_id uuid not null,
  -- Of the customer's display. The device keeps it, so that its display goes on after a change of staff.
  display_code text not null,
  -- JSON: what the display shows. Null: nothing yet.
  cart jsonb,
  -- The sale that is being paid. The display shows it instead of the cart.
  checkout_id uuid,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  constraint terminal_sessions_pkey primary key (token_hash),
  constraint terminal_sessions_staff foreign key (project_id, terminal_id, staff_id) references terminal_staff,
  constraint terminal_sessions_time_check check (created_at < ends_at)
) with (fillfactor = 70);
create index terminal_sessions_of_staff on terminal_sessions (project_id, terminal_id, staff_id) where ended_at is null;
create index terminal_sessions_display on terminal_sessions (project_id, terminal_id, display_code, created_at);

alter table checkouts add column terminal_id uuid,
  -- Whether it takes the stock of its items: from the start, no longer, or again because of a late payment.
  add column terminal_hold text,
  add constraint checkouts_terminal_check check (
    (terminal_id is null) = (terminal_hold is null) and (terminal_id is null or payment_link_id is null)
    and terminal_hold in ('taken', 'returned', 'late'));

create table terminal_sales (
  project_id uuid not null,
  checkout_id uuid not null,
  terminal_id uuid not null,
  staff_id uuid not null,
  -- Of the terminal, without gaps.
  number integer not null,
  -- In the currency of the checkout. All prices include tax.
  subtotal numeric(78, 0) not null,
  discount numeric(78, 0) not null,
  tip numeric(78, 0) not null,
  tax numeric(78, 0) not null,
  note text,
  -- Of the request: sending it again returns the same sale.
  attempt bytea not null,
  -- The close that counts it. Null: not paid, or not closed yet.
  close_number integer,
  created_at timestamptz not null,
  constraint terminal_sales_pkey primary key (project_id, checkout_id),
  constraint terminal_sales_staff foreign key (project_id, terminal_id, staff_id) references terminal_staff,
  constraint terminal_sales_checkout foreign key (project_id, checkout_id) references checkouts,
  constraint terminal_sales_number unique (project_id, terminal_id, number),
  constraint terminal_sales_attempt unique (project_id, terminal_id, attempt),
  constraint terminal_sales_amounts_check check (subtotal > 0 and discount >= 0 and discount <= subtotal and tip >= 0
    and tax >= 0 and number > 0)
) with (fillfactor = 90);
create index terminal_sales_unclosed on terminal_sales (project_id, terminal_id, checkout_id) where close_number is null;

create table terminal_sale_items (
  project_id uuid not null,
  terminal_id uuid not null,
  checkout_id uuid not null,
  item_id uuid not null,
  pieces integer not null,
  constraint terminal_sale_items_pkey primary key (project_id, checkout_id, item_id),
  constraint terminal_sale_items_sale foreign key (project_id, checkout_id) references terminal_sales,
  constraint terminal_sale_items_item foreign key (project_id, terminal_id, item_id) references terminal_items,
  constraint terminal_sale_items_pieces_check check (pieces > 0)
);

create table terminal_closes (
  project_id uuid not null,
  terminal_id uuid not null,
  -- Of the terminal, without gaps.
  number integer not null,
  closed_at timestamptz not null,
  -- Staff, or a person in the dashboard.
  closed_by text not null,
  -- JSON. Amounts are texts.
  totals jsonb not null,
  constraint terminal_closes_pkey primary key (project_id, terminal_id, number),
  constraint terminal_closes_terminal foreign key (project_id, terminal_id) references terminals
);

create function refuse_second_close() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a sale belongs to one close' using errcode = 'integrity_constraint_violation';
end
$$;
create trigger terminal_sales_once before update on terminal_sales for each row
  when (old.close_number is not null) execute function refuse_second_close();

-- The last guard of the stock: the service checks it before.
create function refuse_more_than_item_stock() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'an item has fewer pieces left than a sale takes'
    using errcode = 'check_violation', constraint = 'terminal_items_stock';
end
$$;
create trigger terminal_items_stock before update of taken on terminal_items for each row
  when (new.taken > old.taken and new.taken + new.paid_late > new.stock)
  execute function refuse_more_than_item_stock();

create function take_pieces_of_item() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update terminal_items set taken = taken + new.pieces
  where project_id = new.project_id and terminal_id = new.terminal_id and id = new.item_id;
  return new;
end
$$;
create trigger terminal_sale_items_take before insert on terminal_sale_items for each row
  execute function take_pieces_of_item();

-- Whatever ends a sale gives its pieces back, also a process of the previous release. A late payment takes them again,
-- even if no pieces are left: its money has arrived.
create function move_pieces_of_items() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  takes constant boolean := new.status in ('open', 'processing', 'completed');
begin
  if takes and old.terminal_hold = 'returned' then
    update terminal_items i set paid_late = i.paid_late + s.pieces
    from terminal_sale_items s where s.project_id = new.project_id and s.checkout_id = new.id
      and i.project_id = s.project_id and i.terminal_id = s.terminal_id and i.id = s.item_id;
    new.terminal_hold := 'late';
  elsif not takes and old.terminal_hold <> 'returned' then
    update terminal_items i set taken = i.taken - case old.terminal_hold when 'taken' then s.pieces else 0 end,
      paid_late = i.paid_late - case old.terminal_hold when 'late' then s.pieces else 0 end
    from terminal_sale_items s where s.project_id = new.project_id and s.checkout_id = new.id
      and i.project_id = s.project_id and i.terminal_id = s.terminal_id and i.id = s.item_id;
    new.terminal_hold := 'returned';
  end if;
  return new;
end
$$;
create trigger checkouts_move_terminal_pieces before update of status on checkouts for each row
  when (new.terminal_id is not null and new.status is distinct from old.status)
  execute function move_pieces_of_items();
