-- Refunds of completed invoices, paid from the merchant's account. docs/decisions/0213-refunds-after-completion.md.
-- `paid_share`: of the coin that was paid. `price_share`: of the price that was credited for it. Both are null for a
-- refund of an unresolved invoice, which is paid from its payments.
alter table invoice_refunds
  add column paid_share numeric(78, 0),
  add column price_share numeric(78, 0),
  add column rate_of text,
  add constraint invoice_refunds_rate_check check (rate_of in ('then', 'today')) not valid,
  add constraint invoice_refunds_share_check check (
    (paid_share is null) = (price_share is null) and (paid_share is null) = (rate_of is null)
    and paid_share > 0 and price_share >= 0 and (paid_share is null or withdrawal_id is not null)) not valid;
alter table invoice_refunds validate constraint invoice_refunds_rate_check;
alter table invoice_refunds validate constraint invoice_refunds_share_check;

-- What a completed invoice was paid, and the price credited for it. A payment above the price is not part of it: that was
-- refunded or unmatched. A payment within the tolerance below the price counts for its share of the price.
create function refundable_base(project uuid, invoice uuid, out paid numeric, out price numeric) language sql stable
  set search_path = public, pg_temp as $$
  select least(paid_amount, pay_amount), div(price_amount * least(paid_amount, pay_amount), pay_amount)
  from invoices where project_id = project and id = invoice and status = 'completed' and pay_amount > 0
$$;

-- The shares of all refunds whose withdrawal has not been canceled.
create function refunded_shares(project uuid, invoice uuid, out paid numeric, out price numeric) language sql stable
  set search_path = public, pg_temp as $$
  select coalesce(sum(r.paid_share), 0), coalesce(sum(r.price_share), 0)
  from invoice_refunds r join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
  where r.project_id = project and r.invoice_id = invoice and r.paid_share is not null and w.status <> 'cancelled'
$$;

create function refuse_refund_above_paid() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  base record;
  refunded record;
begin
  -- One at a time: the statements below then read what an earlier refund has committed.
  perform 1 from invoices where project_id = new.project_id and id = new.invoice_id for update;
  select * into base from refundable_base(new.project_id, new.invoice_id);
  select * into refunded from refunded_shares(new.project_id, new.invoice_id);
  if base.paid is null or refunded.paid > base.paid or refunded.price > base.price then
    raise exception 'the refunds of an invoice never exceed what was paid'
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger invoice_refunds_within_paid after insert on invoice_refunds for each row
  when (new.paid_share is not null) execute function refuse_refund_above_paid();
