-- The draft's live channel: what each client has been given, so that its next poll may reach any process. Unlogged, since
-- a commit here need not wait for the disk: a crash empties the table, and then clients open new channels and read the
-- board anew.
create unlogged table live_channel (
  -- The client's own choice, the session of its SockJS address.
  id text primary key,
  -- Ends with the login that opened it.
  login text not null references session (id_hash) on delete cascade,
  -- The newest event it was given, or that there was when it was opened.
  cursor integer not null,
  -- The mark of the poll that was answered with events last; null when it had none.
  answered text,
  opened_at timestamptz not null,
  -- A poll waited then, or had just been answered.
  seen_at timestamptz not null
);
create index live_channel_login on live_channel (login);
