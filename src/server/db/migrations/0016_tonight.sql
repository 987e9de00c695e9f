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
  read_at timestamptz,
  -- In a row, the latest ones; none before this time.
  failures integer not null default 0,
  not_before timestamptz
);

-- Tonight is for premium members alone.
alter table league add column tonight_premium boolean not null default false;

-- A device is told of goals once a member asks for that. What takes the place of what is told by its tag.
alter table push_subscription add column wants_goal boolean not null default false;
alter table push_notice add column tag text not null default 'draft';
alter table push_notice alter column tag drop default;
alter table push_notice drop constraint push_notice_subscription_id_key;
alter table push_notice add unique (subscription_id, tag);
alter table push_notice drop constraint push_notice_kind_check;
alter table push_notice add check (kind in ('turn', 'next', 'open', 'start', 'goal'));

-- When a device was, or will be, told of the latest goal in a game.
create table goal_told (
  subscription_id integer not null references push_subscription (id) on delete cascade,
  game_id integer not null references game (id) on delete cascade,
  due_at timestamptz not null,
  primary key (subscription_id, game_id)
);
