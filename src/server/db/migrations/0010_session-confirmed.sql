-- refreshed_at says when the provider was last asked about a login, confirmed_at when it last told. While one process asks,
-- others wait for its outcome, though not for ever: it may have been killed.
alter table session add column confirmed_at timestamptz not null default now();
update session set confirmed_at = refreshed_at;
alter table session add column renewing_until timestamptz;
