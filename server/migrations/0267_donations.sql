-- Donations: payment links with a goal, public names and reminders (docs/decisions/0219-donations-are-payment-links.md).

-- What each completed invoice brought to a payment link, less what was refunded of it, in the smallest unit of its
-- price currency. Only triggers write it, with the rights of the owner, so that every source counts.
create table link_payments (
  project_id uuid not null,
  invoice_id uuid not null,
  payment_link_id uuid not null,
  -- The checkout. Of a reminder: the invoice. Invoices of one gift count as one.
  gift_id uuid not null,
  currency text not null,
  amount numeric(78, 0) not null,
  constraint link_payments_pkey primary key (project_id, invoice_id),
  constraint link_payments_link foreign key (project_id, payment_link_id) references payment_links,
  constraint link_payments_amount_check check (amount >= 0)
);
create index link_payments_of_link on link_payments (project_id, payment_link_id, currency) include (amount, gift_id);
create index link_payments_of_gift on link_payments (project_id, gift_id) include (amount);

-- What a donor entered. One row per checkout of a donation.
create table donations (
  project_id uuid not null,
  -- The checkout.
  id uuid not null,
  payment_link_id uuid not null,
  name text,
  message text,
  -- The donor wants to be named on the page.
  is_public boolean not null,
  -- The merchant does not show it.
  is_hidden boolean not null default false,
  -- Money of it is confirmed and not refunded (trigger).
  is_given boolean not null default false,
  reminder_period text,
  -- The subscription that a confirmation makes.
  reminder_id uuid,
  created_at timestamptz not null,
  constraint donations_pkey primary key (project_id, id),
  constraint donations_checkout foreign key (project_id, id) references checkouts,
  constraint donations_link foreign key (project_id, payment_link_id) references payment_links,
  constraint donations_texts_check check (length(name) <= 60 and length(message) <= 280),
  constraint donations_reminder_check check (
    reminder_period in ('month', 'year') and (reminder_period is null) = (reminder_id is null))
);
create index donations_given on donations (project_id, payment_link_id, id) where is_given;
create index donations_shown on donations (project_id, payment_link_id, id) where is_given and is_public and not is_hidden;
create unique index donations_reminder on donations (reminder_id) where reminder_id is not null;

-- Of a reminder: the donation that it is for.
alter table subscriptions add column payment_link_id uuid;
create index subscriptions_of_link on subscriptions (project_id, payment_link_id) where payment_link_id is not null;

-- What is on its way to a link.
create index checkouts_processing_of_link on checkouts (project_id, payment_link_id)
  where status = 'processing' and payment_link_id is not null;

create function count_link_payment(project uuid, invoice uuid) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  link uuid;
  gift uuid;
  unit text;
  paid numeric;
  returned numeric;
begin
  -- One at a time: the statements below then read what an earlier refund has committed.
  perform 1 from invoices where project_id = project and id = invoice for update;
  select coalesce(c.payment_link_id, s.payment_link_id), coalesce(i.checkout_id, i.id), i.price_currency
    into link, gift, unit
    from invoices i
    left join checkouts c on c.project_id = i.project_id and c.id = i.checkout_id
    left join subscriptions s on s.project_id = i.project_id and s.id = i.subscription_id
    where i.project_id = project and i.id = invoice and i.status = 'completed';
  if link is null then
    return;
  end if;
  select b.price into paid from refundable_base(project, invoice) b;
  select coalesce(sum(r.price_share), 0) into returned
    from invoice_refunds r join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
    where r.project_id = project and r.invoice_id = invoice and r.paid_share is not null and w.status <> 'cancelled';
  insert into link_payments (project_id, invoice_id, payment_link_id, gift_id, currency, amount)
    values (project, invoice, link, gift, unit, paid - returned)
    on conflict on constraint link_payments_pkey do update set amount = excluded.amount;
  update donations set is_given = exists (
      select 1 from link_payments p where p.project_id = project and p.gift_id = gift and p.amount > 0)
    where project_id = project and id = gift;
end
$$;

create function count_completed_for_link() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform count_link_payment(new.project_id, new.id);
  return null;
end
$$;
create trigger invoices_count_for_link after update of status on invoices for each row
  when (new.status = 'completed' and old.status <> 'completed'
    and (new.checkout_id is not null or new.subscription_id is not null))
  execute function count_completed_for_link();

create function count_refund_for_link() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform count_link_payment(new.project_id, new.invoice_id);
  return null;
end
$$;
create trigger invoice_refunds_count_for_link after insert on invoice_refunds for each row
  when (new.paid_share is not null) execute function count_refund_for_link();

create function count_canceled_refund_for_link() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform count_link_payment(r.project_id, r.invoice_id) from invoice_refunds r
    where r.project_id = new.project_id and r.withdrawal_id = new.id and r.paid_share is not null;
  return null;
end
$$;
create trigger coin_withdrawals_count_for_link after update of status on coin_withdrawals for each row
  when (new.status = 'cancelled' and old.status <> 'cancelled') execute function count_canceled_refund_for_link();

-- What links have brought so far.
select count_link_payment(i.project_id, i.id)
from checkouts c join checkout_invoices o on o.project_id = c.project_id and o.checkout_id = c.id
join invoices i on i.project_id = o.project_id and i.id = o.invoice_id
where c.payment_link_id is not null and i.status = 'completed';
