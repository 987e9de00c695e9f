-- Who changed what, and what members have in mind to change.

-- Every changing request that was decided, the refused ones included; written in the transaction of the change.
create table audit_record (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null for an administrator who is no member of the league.
  member_id integer references member (id) on delete set null,
  -- The provider's name for the person.
  subject text not null,
  method text not null,
  -- Section and name in the contract: trading.executeTrade.
  call text not null,
  params jsonb not null,
  -- DONE, or the code of the refusal.
  outcome text not null
);
create index audit_record_at on audit_record (at);

-- The answer to a request that came with an Idempotency-Key, repeated when the request is.
create table kept_answer (
  subject text not null,
  key text not null,
  -- SHA-256 of what was asked: a key belongs to one request.
  request_hash text not null,
  status smallint not null,
  -- JSON as it was sent.
  answer text not null,
  kept_at timestamptz not null,
  primary key (subject, key)
);
create index kept_answer_kept_at on kept_answer (kept_at);

-- What a team means to trade. It holds a player at most once.
create table cart_entry (
  team_id integer not null references team (id),
  player_id integer not null references player (id),
  trade_action text not null check (trade_action in ('BUY', 'SELL')),
  added_at timestamptz not null,
  -- The order in which players were added, which is the order in which they are bought.
  place bigint generated always as identity,
  primary key (team_id, player_id)
);
