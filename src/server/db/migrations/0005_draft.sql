-- The preseason: draft boxes, keepers, and who picks when. Who was picked stands in roster_entry, with his box.

-- Made when the keepers are locked; until then the season has no draft and no sequence.
create table draft (
  season_id integer primary key references season (id),
  keepers_locked_at timestamptz not null,
  mode text not null check (mode in ('sequence', 'free')),
  rounds integer not null check (rounds > 0),
  -- Counts the changes of the sequence: one that was worked out from an older sequence is not written.
  revision integer not null default 0
);

create table pick_entry (
  season_id integer not null references draft (season_id),
  sequence_nr integer not null,
  round integer not null,
  pick_order integer not null,
  team_id integer not null references team (id),
  pick_status text not null check (pick_status in ('DONE', 'ACTIVE', 'WAITING')),
  -- In which order entries were done; null while undone.
  done_nr integer,
  primary key (season_id, sequence_nr),
  unique (season_id, round, pick_order),
  unique (season_id, done_nr),
  check ((pick_status = 'DONE') = (done_nr is not null))
);

create table draft_box_player (
  season_id integer not null references season (id),
  player_id integer not null references player (id),
  box_name text not null,
  position_rank integer not null,
  box_rank integer not null,
  primary key (season_id, player_id),
  unique (season_id, box_name, box_rank)
);

-- Whom a team keeps from the season before this one.
create table keeper (
  season_id integer not null references season (id),
  team_id integer not null references team (id),
  player_id integer not null references player (id),
  primary key (season_id, team_id),
  unique (season_id, player_id)
);

-- A team's private note on a player.
create table draft_tag (
  season_id integer not null references season (id),
  team_id integer not null references team (id),
  player_id integer not null references player (id),
  tag text not null check (tag <> ''),
  primary key (season_id, team_id, player_id)
);

-- Each player is once in the grid.
create unique index roster_entry_drafted on roster_entry (season_id, player_id) where draft_box is not null;

-- Messages of the live channel in the order of their ids, which is the order in which they were committed: all are
-- written under the draft's lock.
create table live_event (
  id integer primary key generated always as identity,
  written_at timestamptz not null,
  body jsonb not null
);
create index live_event_written_at on live_event (written_at);
