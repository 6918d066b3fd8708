-- Refunds that payers ask for on the page of a payment. docs/decisions/0217-refund-requests.md.
-- A request begins with its address and reserves nothing: the merchant's other choices stay possible and end it.
alter table refund_claims
  add column origin text not null default 'link',
  add constraint refund_claims_origin_check check (origin in ('link', 'request')) not valid,
  drop constraint refund_claims_address_check,
  add constraint refund_claims_address_check check ((address is null) = (claimed_at is null)
    and (status not in ('claimed', 'approved', 'declined') or address is not null)
    and (origin = 'request' or status not in ('open', 'expired', 'revoked') or address is null)
    and (origin = 'link' or status in ('claimed', 'approved', 'declined', 'revoked'))) not valid;
alter table refund_claims validate constraint refund_claims_origin_check;
alter table refund_claims validate constraint refund_claims_address_check;
-- One open request per payment.
create unique index refund_claims_requested on refund_claims (project_id, invoice_id)
  where origin = 'request' and status = 'claimed';

drop trigger refund_claims_once on refund_claims;
create trigger refund_claims_once before update on refund_claims for each row
  when (
    not (old.status = 'open' and new.status in ('claimed', 'expired', 'revoked')
      or old.status = 'claimed' and new.status in ('approved', 'declined')
      or old.status = 'claimed' and new.status = 'revoked' and old.origin = 'request')
    or old.address is not null and new.address is distinct from old.address
    or (new.project_id, new.id, new.invoice_id, new.paid_share, new.price_share, new.rate_of, new.token_hash,
      new.created_by, new.created_at, new.expires_at, new.origin)
    is distinct from
    (old.project_id, old.id, old.invoice_id, old.paid_share, old.price_share, old.rate_of, old.token_hash,
      old.created_by, old.created_at, old.expires_at, old.origin))
  execute function refuse_changed_claim();

-- Without requests.
create or replace function refunded_shares(project uuid, invoice uuid, out paid numeric, out price numeric)
  language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(s.paid_share), 0), coalesce(sum(s.price_share), 0)
  from (
    select r.paid_share, r.price_share
    from invoice_refunds r join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
    where r.project_id = project and r.invoice_id = invoice and r.paid_share is not null and w.status <> 'cancelled'
    union all
    select c.paid_share, c.price_share from refund_claims c
    where c.project_id = project and c.invoice_id = invoice and c.status in ('open', 'claimed') and c.origin = 'link'
  ) s
$$;
drop trigger refund_claims_within_paid on refund_claims;
create trigger refund_claims_within_paid after insert on refund_claims for each row
  when (new.origin = 'link') execute function refuse_refund_above_paid();
