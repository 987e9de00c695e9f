-- Challenges given out for passkeys. The embedded provider, which remembered them with its own logins, codes and tokens, is
-- gone: members' logins are sessions, and stay.
create table passkey_challenge (
  challenge text primary key,
  purpose text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expires_at on passkey_challenge (expires_at);

drop table provider_record;
delete from app_secret where name in ('demo-provider-signing-key', 'demo-provider-cookie-key');
