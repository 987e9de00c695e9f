-- Games while they are played.

-- A game as the NHL's score page last had it. Replaced as a whole by each reading; lines are derived from it
-- (rules/tonight.ts) until the reports of the game are imported.
create table score_game (
  game_id integer primary key references game (id) on delete cascade,
  -- Whose page it was: a game that is put off is told of again on its new day.
  day date not null,
  -- As in contract/tonight.ts.
  state text not null,
  period smallint,
  period_type text check (period_type in ('REG', 'OT', 'SO')),
  seconds_left smallint,
  intermission boolean not null,
  home_score smallint not null,
  away_score smallint not null,
  -- In their order: club, scorer, assists, strength; those of a shoot-out are none.
  goals jsonb not null,
  -- Of the box score, once the game is over.
  goalies jsonb not null default '[]'
);

-- When the score page was last asked, and when it last answered with something that could be used: several processes ask
-- as one would.
create table score_reading (
  id integer primary key default 1 check (id = 1),
  asked_at timestamptz not null,
  read_at timestamptz
);

-- Tonight is for premium members alone.
alter table league add column tonight_premium boolean not null default false;
