-- Payers ask for the surplus of a completed checkout, or for a refund again whose payout was canceled.
-- docs/decisions/0226-requests-after-completion.md.
-- The most that a request can return of a completed invoice, in the price currency. `surplus`: what its checkout was
-- paid above its price, less what all refunds and links of the checkout take up; of a checkout that ended unpaid, the
-- whole. `again`: the newest refund of the invoice, if its payout was canceled and no link replaces it.
create function requestable_prices(project uuid, invoice uuid, at timestamptz, out surplus numeric, out again numeric)
  language sql stable set search_path = public, pg_temp as $$
  with own as (
    select i.checkout_id, c.status, c.price_amount, b.price
    from invoices i
    cross join lateral refundable_base(project, invoice) b
    left join checkouts c on c.project_id = i.project_id and c.id = i.checkout_id
    where i.project_id = project and i.id = invoice
  ), whole as (
    select sum(coalesce(b.price, 0) - r.price + coalesce((
      select sum(e.price_share) from refund_claims e
      where e.project_id = project and e.invoice_id = o.invoice_id and e.status = 'open' and e.expires_at <= at), 0)
    ) as price
    from own join checkout_invoices o on o.project_id = project and o.checkout_id = own.checkout_id
    cross join lateral refundable_base(project, o.invoice_id) b
    cross join lateral refunded_shares(project, o.invoice_id) r
    where own.status = 'completed'
  ), newest as (
    select r.price_share, w.status
    from invoice_refunds r left join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
    where r.project_id = project and r.invoice_id = invoice
    order by r.created_at desc, r.id desc limit 1
  )
  select
    case own.status
      when 'completed' then greatest(whole.price - own.price_amount, 0)
      when 'expired' then coalesce(own.price, 0)
      when 'cancelled' then coalesce(own.price, 0)
      else 0 end,
    case when newest.status = 'cancelled' and (own.status is null or own.status = 'completed') and not exists (
      select from refund_claims l
      where l.project_id = project and l.invoice_id = invoice and l.origin = 'link'
        and (l.status = 'claimed' or l.status = 'open' and l.expires_at > at))
    then coalesce(newest.price_share, 0) else 0 end
  from own left join whole on true left join newest on true
$$;

create function refuse_request_above_surplus() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  most record;
begin
  if not exists (
    select from refund_claims c where c.project_id = new.project_id and c.id = new.id and c.origin = 'request'
  ) then
    return new;
  end if;
  -- One at a time: two requests of a checkout can be about two of its invoices.
  perform 1 from checkouts c join invoices i on i.project_id = c.project_id and i.checkout_id = c.id
  where i.project_id = new.project_id and i.id = new.invoice_id for update of c;
  select * into most from requestable_prices(new.project_id, new.invoice_id, new.created_at);
  if most.surplus is null or new.price_share > greatest(most.surplus, most.again) then
    raise exception 'a request never returns more than the payer can ask for'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger invoice_refunds_within_surplus before insert on invoice_refunds for each row
  when (new.paid_share is not null) execute function refuse_request_above_surplus();
