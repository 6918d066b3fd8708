-- Refund links that a rule of the project approves. docs/decisions/0220-refund-rule.md.
alter table refund_claims
  -- The key that made it may pay out, so a rule may approve it.
  add column may_be_automatic boolean not null default false,
  -- Of one that the rule approved: what its account pays, in hundredths of a euro.
  add column rule_value numeric(78,0),
  add constraint refund_claims_rule_check check (rule_value is null
    or rule_value > 0 and may_be_automatic and origin = 'link' and status = 'approved') not valid;
alter table refund_claims validate constraint refund_claims_rule_check;
create index refund_claims_by_rule on refund_claims (project_id, decided_at) where rule_value is not null;

drop trigger refund_claims_once on refund_claims;
create trigger refund_claims_once before update on refund_claims for each row
  when (
    not (old.status = 'open' and new.status in ('claimed', 'expired', 'revoked')
      or old.status = 'claimed' and new.status in ('approved', 'declined')
      or old.status = 'claimed' and new.status = 'revoked' and old.origin = 'request')
    or old.address is not null and new.address is distinct from old.address
    or (new.project_id, new.id, new.invoice_id, new.paid_share, new.price_share, new.rate_of, new.token_hash,
      new.created_by, new.created_at, new.expires_at, new.origin, new.may_be_automatic)
    is distinct from
    (old.project_id, old.id, old.invoice_id, old.paid_share, old.price_share, old.rate_of, old.token_hash,
      old.created_by, old.created_at, old.expires_at, old.origin, old.may_be_automatic))
  execute function refuse_changed_claim();
