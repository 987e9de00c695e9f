-- Nothing has ever read the NHL's own numbers of its clubs.
alter table nhl_team drop column nhl_id;
