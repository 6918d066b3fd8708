-- A project's own domain for the pages of its payers (docs/decisions/0222-own-domains-for-payer-pages.md).
create table payer_domains (
  project_id uuid not null references projects,
  -- Lower case, and in the ASCII form of international names.
  domain text not null,
  -- Null: not proven to lead here, and not used.
  verified_at timestamptz,
  checked_at timestamptz,
  -- Of the last check: a code, and a status or reason about it.
  problem text,
  detail text,
  constraint payer_domains_pkey primary key (project_id),
  constraint payer_domains_domain unique (domain),
  constraint payer_domains_domain_check check (domain ~ '^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$' and char_length(domain) <= 253),
  constraint payer_domains_problem_check check (problem in ('unreachable', 'redirects', 'foreign', 'host_changed')),
  constraint payer_domains_checked_check check (checked_at is not null or (verified_at is null and problem is null))
);
