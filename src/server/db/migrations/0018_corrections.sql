-- What admins put right. Rosters, lineups and cash hold what stands; each change of them by an admin is a row here, with
-- what stood before it.

create table correction_entry (
  season_id integer not null references season (id),
  -- From 1; given under the lock of corrections.
  nr integer not null,
  at timestamptz not null,
  -- Who did it, as they were called then.
  by_name text not null,
  kind text not null check (
    kind in ('undo-trade', 'price', 'roster-on', 'roster-off', 'scratch', 'dress', 'cash', 'undo')
  ),
  team_id integer not null references team (id),
  -- From when it holds; null where it is the instant of a trade, or of the correction itself.
  as_of timestamptz,
  -- Whether the rules of the lineup were set aside.
  against_rules boolean not null,
  reason text not null check (char_length(reason) between 1 and 200),
  -- Each player's entry as it stood and as it stands from then on, the cash, and the score before and after.
  detail jsonb not null,
  -- The number of the correction that was undone.
  undoes integer,
  primary key (season_id, nr),
  foreign key (season_id, undoes) references correction_entry (season_id, nr),
  check ((kind = 'undo') = (undoes is not null))
);
-- A correction is undone once; whoever wants it back undoes the undoing.
create unique index correction_entry_undoes on correction_entry (season_id, undoes);

-- A restored database may have it still: only tables are replaced.
create or replace function refuse_change_of_corrections() returns trigger language plpgsql as $$
begin
  raise exception 'A correction is never changed';
end $$;
create trigger correction_entry_is_final before update or delete on correction_entry
  for each row execute function refuse_change_of_corrections();
