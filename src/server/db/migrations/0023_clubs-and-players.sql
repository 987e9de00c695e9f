-- A club may play before any standings have it: then its conference is not known, nor perhaps its number. One that moves
-- may keep its number under another abbreviation.
alter table nhl_team alter column nhl_id drop not null;
alter table nhl_team drop constraint nhl_team_nhl_id_key;
alter table nhl_team alter column conference drop not null;
alter table nhl_team alter column division drop not null;

-- Everybody who played in the season before is known, with what they did in it.
alter table season add column season_before_read boolean not null default false;
