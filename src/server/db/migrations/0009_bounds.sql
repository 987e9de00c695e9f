-- What a login can have stored has bounds.

-- Refused changes are counted, not kept: by day, login, call and code.
create table refused_change (
  -- Of UTC.
  day date not null,
  -- The provider's name for the person.
  subject text not null,
  call text not null,
  -- Of the refusal.
  code text not null,
  times integer not null,
  last_at timestamptz not null,
  primary key (day, subject, call, code)
);
create index refused_change_subject on refused_change (subject, last_at);

insert into refused_change (day, subject, call, code, times, last_at)
select (at at time zone 'UTC')::date, subject, call, outcome, count(*), max(at)
from audit_record where outcome <> 'DONE' group by 1, 2, 3, 4;

-- What is left was done.
delete from audit_record where outcome <> 'DONE';
alter table audit_record drop column outcome;
create index audit_record_call on audit_record (subject, call, id);

-- The latest of each login are kept.
create index kept_answer_latest on kept_answer (subject, kept_at desc);

-- When what is too old was last deleted: processes that share the database do it once a day.
create table retention_run (
  id integer primary key check (id = 1),
  done_at timestamptz not null
);
