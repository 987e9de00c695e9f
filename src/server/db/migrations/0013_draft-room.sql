-- The draft room: who was picked in which turn, the clock, lists of wanted players, and the log.

-- So that a pick can be taken back. Picks made before this version are found by the order in which both were done.
alter table pick_entry add column player_id integer references player (id);
create unique index pick_entry_player on pick_entry (season_id, player_id);

create table draft_clock (
  season_id integer primary key references season (id),
  -- 0: no clock.
  seconds_per_pick integer not null check (seconds_per_pick between 0 and 86400),
  is_paused boolean not null,
  -- Of the turn under way. In a pause it has what is left instead.
  deadline_at timestamptz,
  left_ms integer check (left_ms >= 0),
  check (not is_paused or deadline_at is null),
  check (is_paused or left_ms is null)
);

-- Whom a team wants, the best first. Private to the team.
create table pick_list (
  season_id integer not null references season (id),
  team_id integer not null references team (id),
  place integer not null,
  player_id integer not null references player (id),
  primary key (season_id, team_id, place),
  unique (season_id, team_id, player_id)
);

-- When the server picks for a team; one without a row picks by itself.
create table pick_for_me (
  season_id integer not null references season (id),
  team_id integer not null references team (id),
  mode text not null check (mode in ('off', 'timeout', 'now')),
  primary key (season_id, team_id)
);

-- What happened in the draft, written in the transaction in which it happened.
create table draft_log (
  season_id integer not null references season (id),
  -- From 1; given under the draft's lock.
  nr integer not null,
  at timestamptz not null,
  kind text not null check (
    kind in ('pick', 'taken-back', 'passed', 'paused', 'resumed', 'clock', 'sequence', 'locked', 'unlocked')
  ),
  -- Who did it, as they were called then; null for the server.
  by_name text,
  team_id integer references team (id),
  player_id integer references player (id),
  box_name text,
  -- Of a pick: the team's own member, the list, points for want of a list, an admin, or a keeper.
  how text check (how in ('self', 'list', 'points', 'admin', 'keeper')),
  -- The entry of the pick that was taken back.
  pick_nr integer,
  -- What an admin did to sequence or clock.
  detail jsonb,
  primary key (season_id, nr),
  foreign key (season_id, pick_nr) references draft_log (season_id, nr),
  check ((kind = 'pick') = (how is not null)),
  check ((kind = 'taken-back') = (pick_nr is not null))
);
-- A pick is taken back once.
create unique index draft_log_taken_back on draft_log (season_id, pick_nr);

-- A restored database may have it still: only tables are replaced.
create or replace function refuse_change_of_draft_log() returns trigger language plpgsql as $$
begin
  raise exception 'The log of a draft is never changed';
end $$;
create trigger draft_log_is_final before update or delete on draft_log
  for each row execute function refuse_change_of_draft_log();

-- Drafts that were held before this version.
with done as (
  select season_id, sequence_nr, team_id, row_number() over (partition by season_id, team_id order by done_nr) as nth
  from pick_entry where done_nr is not null
),
drafted as (
  select season_id, player_id, team_id, row_number() over (partition by season_id, team_id order by id) as nth
  from roster_entry where acquired = 'draft'
)
update pick_entry set player_id = drafted.player_id
from done join drafted using (season_id, team_id, nth)
where pick_entry.season_id = done.season_id and pick_entry.sequence_nr = done.sequence_nr
  -- Turns that were passed over, or opened again, leave it open which belongs to whom.
  and (select count(*) from done each where each.season_id = done.season_id and each.team_id = done.team_id)
    = (select count(*) from drafted each where each.season_id = done.season_id and each.team_id = done.team_id);

insert into draft_log (season_id, nr, at, kind, team_id, player_id, box_name, how)
select season_id, row_number() over (partition by season_id order by id), bought_at, 'pick', team_id, player_id, draft_box,
  case acquired when 'keeper' then 'keeper' else 'self' end
from roster_entry where draft_box is not null and acquired in ('draft', 'keeper');
