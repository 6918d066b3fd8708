-- What people prove with who they are: passkeys, passwords with codes, recovery codes; and how often somebody tried.
-- Nothing here signs anybody in as it stands: public keys, hashes, sealed texts. docs/decisions/0104-proofs-of-people.md.

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  -- As browsers name it, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- 0 for ever with those that are kept in several places.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  is_backed_up boolean not null,
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  made_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id, id);

create table passwords (
  user_id uuid primary key references users,
  hash text not null check (hash like '$argon2id$%'),
  set_at timestamptz not null
);

-- Makes a code every 30 seconds (RFC 6238).
create table totp_secrets (
  user_id uuid primary key references users,
  secret_sealed text not null,
  -- No code of this step or an older one counts again.
  last_step bigint not null,
  since timestamptz not null
);

-- In place of a code, each once.
create table recovery_codes (
  code_hash bytea primary key,
  user_id uuid not null references users,
  made_at timestamptz not null,
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);

-- What a browser was asked, until it answers: each counts once, for some minutes.
create table sign_in_challenges (
  id uuid primary key,
  purpose text not null check (purpose in ('come_in', 'step_up', 'add_passkey', 'add_totp', 'sso')),
  -- Null: whoever answers it.
  user_id uuid references users,
  value text not null,
  expires_at timestamptz not null
);
create index sign_in_challenges_end on sign_in_challenges (expires_at);
create index sign_in_challenges_user on sign_in_challenges (user_id) where user_id is not null;

-- Browsers in which somebody has come in by a password or a passkey: their tries are counted apart, so that nobody else
-- can use up his.
create table known_browsers (
  token_hash bytea primary key,
  user_id uuid not null references users,
  since timestamptz not null,
  ends_at timestamptz not null
);
create index known_browsers_user on known_browsers (user_id);
create index known_browsers_end on known_browsers (ends_at);

-- Of an account, an address, a browser or a session.
create table sign_in_tries (
  subject bytea primary key,
  tries integer not null check (tries > 0),
  ends_at timestamptz not null
);
create index sign_in_tries_end on sign_in_tries (ends_at);

alter table users
  add column number_format text,
  add column time_zone text,
  add column theme text check (theme in ('light', 'dark', 'auto'));
