-- A record keeps the fields that its call names, and no whole requests: pick lists, tags, addresses of devices and the
-- like go. Of what is no call of the contract only names of passkeys go.

-- What was done without a person's request is known by this method; a person may be named like a command.
update audit_record set method = 'COMMAND' where subject = 'pick-list' and member_id is null and name is null;

-- Which parts of a member were changed, without the values.
update audit_record set params = params || jsonb_build_object('changed', (
  select coalesce(jsonb_agg(key), '[]') from jsonb_object_keys(params -> 'body') key where key <> 'version'
)) where call = 'office.changeMember' and jsonb_typeof(params -> 'body') = 'object';

with kept (call, fields, of_body) as (values
  ('stats.patchTeam', '{teamId,was}'::text[], '{name,shortName}'::text[]),
  ('roster.putScratchStatus', '{teamId,playerId,scratch-status}', '{}'),
  ('roster.putLineup', '{teamId}', '{scratch,dress}'),
  ('trading.addToCart', '{teamId,playerId,action}', '{}'),
  ('trading.removeFromCart', '{teamId,playerId}', '{}'),
  ('trading.emptyCart', '{teamId}', '{}'),
  ('trading.executeTrade', '{teamId,trades}', '{}'),
  ('draft.keepPlayer', '{teamId,playerId}', '{}'),
  ('draft.draftPlayer', '{teamId,playerId,by}', '{}'),
  ('draft.putTag', '{teamId}', '{}'),
  ('draft-admin.setPickingTeam', '{teamId}', '{}'),
  ('draft-admin.addPickingTeam', '{teamId}', '{}'),
  ('draft-admin.removePickingTeam', '{teamId}', '{}'),
  ('draft-room.putPickList', '{teamId}', '{}'),
  ('draft-room.putPickForMe', '{teamId}', '{mode}'),
  ('draft-room.removeKeeper', '{teamId,playerId}', '{}'),
  ('draft-room.keepForTeam', '{teamId,playerId}', '{}'),
  ('draft-room.draftForTeam', '{teamId,playerId}', '{}'),
  ('draft-room.takeBackPick', '{playerId,by}', '{}'),
  ('draft-room.putClock', '{}', '{secondsPerPick}'),
  ('message.readMessage', '{messageId}', '{}'),
  ('message.tellMembers', '{}', '{words}'),
  ('corrections.makeCorrection', '{teamId,did,nr,by,reason,asked}', '{reason}'),
  ('office.addMember', '{}', '{userName,displayName,roles,teamId}'),
  ('office.changeMember', '{memberId,changed}', '{displayName,roles}'),
  ('office.removeMember', '{memberId,userName}', '{}'),
  ('office.inviteMember', '{memberId}', '{lost}'),
  ('office.endLogins', '{memberId}', '{}'),
  ('office.addTeam', '{}', '{name,shortName,cash}'),
  ('office.renameAnyTeam', '{teamId,was}', '{name,shortName}'),
  ('office.handOverTeam', '{teamId}', '{memberId,from}'),
  ('office.retireTeam', '{teamId}', '{isRetiring}'),
  ('office-statistics.importNow', '{}', '{readsAll}'),
  ('office-statistics.changeOfficeSeason', '{changes}', '{}'),
  ('next-season.startSeason', '{}', '{seasonId,firstDay,lastDay,retire}'),
  ('next-season.undoSeason', '{seasonId}', '{}')
),
narrowed as (
  select id, params as before,
    (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(params) where key = any (fields)) ||
    (select case when count(*) = 0 then '{}' else jsonb_build_object('body', jsonb_object_agg(key, value)) end
      from jsonb_each(case when jsonb_typeof(params -> 'body') = 'object' then params -> 'body' else '{}' end)
      where key = any (of_body)) as params
  from audit_record left join kept using (call)
  where call <> all ('{refresh,message.tell}') and call !~ '^(accounts|backup|command)\.'
)
update audit_record set params = narrowed.params
from narrowed where narrowed.id = audit_record.id and narrowed.params <> narrowed.before;

update audit_record set params = params - 'passkey' where call like 'accounts.%' and params ? 'passkey';
