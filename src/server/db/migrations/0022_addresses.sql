-- An address is another one when more than the case of its ASCII letters differs. lower() took the sign of the kelvin for a k;
-- in the collation "C" it knows ASCII alone. Addresses that differ for the old index differ for the new one, too.
create unique index member_address on member (lower(email collate "C"));
drop index member_email;
