-- Who somebody is at the provider of single sign-on, from his first time there on. A mail address may be another person's
-- one day; a subject never is (OpenID Connect Core 1.0, 5.7). Issuer and subject; null: he never came that way.
alter table users add column sso_subject text check (sso_subject <> '');
