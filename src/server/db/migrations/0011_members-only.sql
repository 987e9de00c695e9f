-- Whether somebody who has logged in without being a member may read along.
alter table league add column guests_read boolean not null default false;

-- What the provider calls the person, to tell an outsider under which account they have come: the address as it was
-- claimed, verified or not, else the user name.
alter table session add column account text;
-- Why there may be no verified address: 'none', 'unverified', or 'unsaid' where the provider does not say.
alter table session add column email_state text not null default 'none';
