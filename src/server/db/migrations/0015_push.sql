-- Notifications while the app is closed.

-- A device that wants them. It belongs to the login there and ends with it.
create table push_subscription (
  id integer primary key generated always as identity,
  session_id_hash text not null unique references session (id_hash) on delete cascade,
  -- Where its push service takes messages for it. A browser that logs in anew keeps its own.
  endpoint text not null unique,
  -- Of the device, base64url, with which messages to it are encrypted.
  p256dh text not null,
  auth text not null,
  -- Of what it is notified.
  wants_turn boolean not null,
  wants_next boolean not null,
  wants_start boolean not null,
  made_at timestamptz not null,
  -- While a message to it is under way: two could overtake each other.
  busy_until timestamptz
);

-- What is still to be sent: written with the change that it tells of, gone when it was sent or holds no longer.
create table push_notice (
  id bigint primary key generated always as identity,
  -- The newest takes the place of what was not sent yet.
  subscription_id integer not null unique references push_subscription (id) on delete cascade,
  kind text not null check (kind in ('turn', 'next', 'open', 'start')),
  -- As rules/turn-notices.ts names it.
  about text not null,
  title text not null,
  body text not null,
  written_at timestamptz not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  -- By the process that sends it. Only a try that surely failed is taken back: nothing is sent twice.
  claimed_at timestamptz
);
