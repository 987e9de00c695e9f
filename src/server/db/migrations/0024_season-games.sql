-- How many games the NHL has each club play, for projections; null until an import has asked for it.
alter table season add column games smallint check (games between 1 and 200);
