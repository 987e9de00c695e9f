-- Logging in without an identity provider: an invitation for each member, and the passkeys that they make.

-- What is in the link that a member was sent; it works once.
create table invitation (
  -- SHA-256 of the link's random part: nobody can get in with what is kept here, or in a backup.
  token_hash text primary key,
  member_id integer not null references member (id) on delete cascade,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A newer one took its place.
  ended_at timestamptz
);
create unique index invitation_open on invitation (member_id) where used_at is null and ended_at is null;

-- The public half of a key that a member's device or password manager keeps.
create table passkey (
  -- The authenticator's name for it, base64url.
  id text primary key,
  member_id integer not null references member (id) on delete cascade,
  -- COSE, base64url.
  public_key text not null,
  -- How often it was used, as it says itself; those that are synchronized stay at 0.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  made_at timestamptz not null,
  used_at timestamptz,
  -- Whether it is synchronized to further devices.
  backed_up boolean not null
);
create index passkey_member on passkey (member_id);

-- On which device a login is, in words; null: from before this was kept.
alter table session add column device text;
