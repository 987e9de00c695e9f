-- The passkey that a login was made with, so that it ends with that passkey; null: made otherwise, or before this was kept.
alter table session add column passkey_id text;
