-- Refunds made as a link: the payer enters the address. docs/decisions/0213-refunds-after-completion.md.
create table refund_claims (
  project_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  status text not null,
  -- Reserved of what can be refunded while the claim is open or claimed (0252).
  paid_share numeric(78, 0) not null,
  price_share numeric(78, 0) not null,
  rate_of text not null,
  -- SHA-256 of the token in the link.
  token_hash bytea not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- As the payer entered it, in the format of the API.
  address text,
  claimed_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  reason text,
  constraint refund_claims_pkey primary key (project_id, id),
  constraint refund_claims_invoice_fkey foreign key (project_id, invoice_id) references invoices (project_id, id),
  constraint refund_claims_status_check check (
    status in ('open', 'claimed', 'approved', 'declined', 'expired', 'revoked')),
  constraint refund_claims_rate_check check (rate_of in ('then', 'today')),
  constraint refund_claims_share_check check (paid_share > 0 and price_share >= 0),
  constraint refund_claims_expiry_check check (expires_at > created_at),
  constraint refund_claims_address_check check ((address is null) = (claimed_at is null)
    and (status not in ('claimed', 'approved', 'declined') or address is not null)
    and (status not in ('open', 'expired', 'revoked') or address is null)),
  constraint refund_claims_decided_check check ((decided_at is null) = (status in ('open', 'claimed', 'expired'))),
  constraint refund_claims_reason_check check (reason is null or status = 'declined')
);
create unique index refund_claims_token on refund_claims (token_hash);
create index refund_claims_of_invoice on refund_claims (project_id, invoice_id, id);
create index refund_claims_claimed on refund_claims (project_id, id) where status = 'claimed';

create function refuse_changed_claim() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a refund claim is claimed once, is decided once, and keeps its terms'
    using errcode = 'integrity_constraint_violation';
end
$$;
create trigger refund_claims_once before update on refund_claims for each row
  when (
    not (old.status = 'open' and new.status in ('claimed', 'expired', 'revoked')
      or old.status = 'claimed' and new.status in ('approved', 'declined'))
    or old.address is not null and new.address is distinct from old.address
    or (new.project_id, new.id, new.invoice_id, new.paid_share, new.price_share, new.rate_of, new.token_hash,
      new.created_by, new.created_at, new.expires_at)
    is distinct from
    (old.project_id, old.id, old.invoice_id, old.paid_share, old.price_share, old.rate_of, old.token_hash,
      old.created_by, old.created_at, old.expires_at))
  execute function refuse_changed_claim();

-- Also the claims that can still become refunds.
create or replace function refunded_shares(project uuid, invoice uuid, out paid numeric, out price numeric)
  language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(s.paid_share), 0), coalesce(sum(s.price_share), 0)
  from (
    select r.paid_share, r.price_share
    from invoice_refunds r join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
    where r.project_id = project and r.invoice_id = invoice and r.paid_share is not null and w.status <> 'cancelled'
    union all
    select c.paid_share, c.price_share from refund_claims c
    where c.project_id = project and c.invoice_id = invoice and c.status in ('open', 'claimed')
  ) s
$$;
create trigger refund_claims_within_paid after insert on refund_claims for each row
  execute function refuse_refund_above_paid();
