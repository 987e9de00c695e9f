-- The counts of refused changes were shown nowhere.
drop table refused_change;
