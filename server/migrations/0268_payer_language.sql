-- The language of the page on which a payer chose a coin or gave an email address. Emails to that payer use it if the
-- merchant set none (docs/decisions/0221-emails-in-the-payers-language.md).
alter table checkouts add column payer_language text,
  add constraint checkouts_payer_language_check check (payer_language ~ '^[a-z]{2}$') not valid;
alter table checkouts validate constraint checkouts_payer_language_check;

-- Of a donor's reminder: the language of its emails. Null: that of the project.
alter table subscriptions add column language text;

-- Where mail programs unsubscribe with one request (RFC 8058). Null: the email is not optional.
alter table mails add column unsubscribe_url text;

-- Confirmations of reminders of one project in a day.
create index mails_confirmations_of_project on mails (project_id, created_at) where purpose = 'confirm reminder';

-- Also when what was paid changes after the completion, and never below zero: a reorganization can remove a payment
-- that is refunded already, and must not stop the refund.
create or replace function count_link_payment(project uuid, invoice uuid) returns void language plpgsql security definer
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
    values (project, invoice, link, gift, unit, greatest(0, coalesce(paid, 0) - returned))
    on conflict on constraint link_payments_pkey do update set amount = excluded.amount;
  update donations set is_given = exists (
      select 1 from link_payments p where p.project_id = project and p.gift_id = gift and p.amount > 0)
    where project_id = project and id = gift;
end
$$;

create trigger invoices_recount_for_link after update of paid_amount on invoices for each row
  when (new.status = 'completed' and old.status = 'completed' and new.paid_amount <> old.paid_amount
    and (new.checkout_id is not null or new.subscription_id is not null))
  execute function count_completed_for_link();
