-- When scheduled imports were last done: processes that share the database do each once.
create table scheduled_import (
  kind text primary key check (kind in ('everything', 'games')),
  done_at timestamptz not null
);
