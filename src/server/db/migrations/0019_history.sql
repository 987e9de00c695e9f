-- Seasons that are over: how they ended, and how the league went on to the next one.

create table past_season (
  -- As the NHL writes it. A season from before the league was here has no row in season.
  id integer primary key,
  -- Played here and closed when the next one began, or told by a file of earlier years.
  source text not null check (source in ('played', 'file'))
);

-- A team's place at the end of a season, with the names of that time.
create table final_standing (
  season_id integer not null references past_season (id) on delete cascade,
  -- In the order of the table, from 1: ranks may be shared.
  nr integer not null check (nr > 0),
  rank integer not null check (rank > 0),
  -- Null where a file tells of it.
  team_id integer references team (id),
  team_name text not null check (team_name <> ''),
  short_name text,
  -- Whose team it was: null where nobody is known, or several had it together.
  member_id integer references member (id) on delete set null,
  member_name text check (member_name <> ''),
  -- A file has the total only.
  points_cents integer,
  cash_cents integer,
  total_cents integer not null,
  primary key (season_id, nr),
  unique (season_id, team_id),
  check ((points_cents is null) = (cash_cents is null)),
  check (points_cents + cash_cents = total_cents)
);

-- The start of a season, and what it changed that the season's own rows do not have: so that it can be undone.
create table season_start (
  season_id integer primary key references season (id),
  previous_id integer not null references season (id),
  started_at timestamptz not null,
  -- As they were called then; null for a command.
  by_name text,
  before jsonb not null
);

-- Seasons that were closed before this version: as their last official update left them, with the names of today.
with last_update as (
  select distinct on (season_id) season_id, id from official_update
  where season_id not in (select season_id from league) order by season_id, published_at desc, id desc
),
score as (
  select season_id, team_id, points_cents, cash_cents, points_cents + cash_cents as total
  from last_update join team_snapshot on update_id = last_update.id
),
played as (
  insert into past_season (id, source)
  select distinct season_id, 'played' from score where points_cents <> 0
  returning id
),
owner as (
  select team_id, string_agg(display_name, ' and ' order by id) as name,
    case when count(*) = 1 then min(id) end as member_id
  from member where team_id is not null group by team_id
)
insert into final_standing
  (season_id, nr, rank, team_id, team_name, short_name, member_id, member_name, points_cents, cash_cents, total_cents)
select season_id, row_number() over (partition by season_id order by total desc, score.team_id),
  rank() over (partition by season_id order by total desc), score.team_id, team.name, team.short_name, owner.member_id,
  owner.name, points_cents, cash_cents, total
from score join played on played.id = season_id join team on team.id = score.team_id
left join owner on owner.team_id = score.team_id;
