-- The file with which the league was made, until an import knows the players of its rosters: of a season that was begun
-- elsewhere, and of last season. One row at most.

create table kept_league_file (
  id integer primary key default 1 check (id = 1),
  text text not null check (text <> '')
);
