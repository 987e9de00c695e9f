-- When the whole season was last read again is noted beside the imports.
alter table scheduled_import drop constraint scheduled_import_kind_check;
alter table scheduled_import add constraint scheduled_import_kind_check check (kind in ('everything', 'games', 'season'));
