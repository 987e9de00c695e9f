-- Running the league from the app.

-- Who it was, as they were called: written when a member is removed, whose records stay.
alter table audit_record add column name text;

-- Teams that take no part in the next season.
create table retiring_team (
  team_id integer primary key references team (id),
  marked_at timestamptz not null
);

-- What an admin tells all members. The newest is the one that is shown.
create table league_message (
  id integer primary key generated always as identity,
  told_at timestamptz not null,
  -- Who told it, as they were called then; null: by command.
  told_by text,
  -- Empty: there is none any more.
  words text not null
);

create table message_reading (
  message_id integer not null references league_message (id) on delete cascade,
  member_id integer not null references member (id) on delete cascade,
  read_at timestamptz not null,
  primary key (message_id, member_id)
);
create index message_reading_member on message_reading (member_id);

-- A device that is notified is told of messages, too.
alter table push_subscription add column wants_message boolean not null default true;
alter table push_notice drop constraint push_notice_kind_check;
alter table push_notice add check (kind in ('turn', 'next', 'open', 'start', 'goal', 'message'));

-- The latest import of statistics, whoever began it: for admins to see.
create table import_report (
  id integer primary key check (id = 1),
  -- An admin asks for one; null: the schedule, or a command, began it.
  asked_at timestamptz,
  asked_by text,
  -- Whether every day of the season is to be read again.
  reads_all boolean not null default false,
  -- Null: no process has taken it yet.
  began_at timestamptz,
  -- Its process still lived then.
  alive_at timestamptz,
  -- The share that is done, 0 to 1, and what is going on.
  done real not null default 0,
  doing text not null default '',
  ended_at timestamptz,
  source text,
  days integer,
  changed_lines integer,
  -- Sentences: what was refused, and stays as it was.
  refused text[] not null default '{}',
  -- A sentence: why it broke off.
  failure text
);
