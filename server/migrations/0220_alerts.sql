-- Alerts have one name: tables, columns, stored codes and the audit log say alert. Rows stay where they are.
alter table ledger_alarms rename to alerts;
alter table alerts rename column cleared_at to resolved_at;
alter table alerts rename column cleared_reason to resolved_reason;
alter table alerts rename column known_at to acknowledged_at;
alter table alerts rename column known_by to acknowledged_by;
alter table alerts rename constraint ledger_alarms_pkey to alerts_pkey;
alter table alerts rename constraint known_by_somebody to alerts_acknowledged;
alter index ledger_alarms_standing rename to alerts_open;
alter index ledger_alarms_stands_once rename to alerts_open_once;

alter table alarm_destinations rename to alert_destinations;
alter table alert_destinations rename constraint alarm_destinations_pkey to alert_destinations_pkey;
alter table alert_destinations rename constraint one_destination_of_a_name to alert_destinations_name;
alter table alert_destinations rename constraint alarm_destinations_check to alert_destinations_failing;
alter table alert_destinations rename constraint alarm_destinations_failures_check to alert_destinations_failures_check;
alter table alert_destinations
  rename constraint alarm_destinations_repeat_minutes_check to alert_destinations_repeat_minutes_check;

alter table alarm_messages rename to alert_messages;
alter table alert_messages rename constraint alarm_messages_pkey to alert_messages_pkey;
alter table alert_messages rename constraint alarm_messages_destination_id_fkey to alert_messages_destination_id_fkey;
alter table alert_messages rename constraint alarm_messages_check to alert_messages_due_at_check;
alter table alert_messages rename constraint alarm_messages_check1 to alert_messages_sent_at_check;
alter table alert_messages rename constraint alarm_messages_status_check to alert_messages_status_check;
alter index alarm_message_waits rename to alert_messages_pending;
alter index alarm_messages_due rename to alert_messages_due;
alter index alarm_messages_of_destination rename to alert_messages_destination;
alter index alarm_messages_over rename to alert_messages_ended;

alter table alarm_tellings rename to alert_notifications;
alter table alert_notifications rename column alarm_id to alert_id;
alter table alert_notifications rename column told_at to notified_at;
alter table alert_notifications rename constraint alarm_tellings_pkey to alert_notifications_pkey;
alter table alert_notifications rename constraint alarm_tellings_alarm_id_fkey to alert_notifications_alert_id_fkey;
alter table alert_notifications
  rename constraint alarm_tellings_destination_id_fkey to alert_notifications_destination_id_fkey;
alter table alert_notifications rename constraint alarm_tellings_times_check to alert_notifications_times_check;

create function pg_temp.with_key(object jsonb, old text, new text) returns jsonb language sql immutable as $$
  select case when object ? old then (object - old) || jsonb_build_object(new, object -> old) else object end
$$;
create function pg_temp.with_alert_ids(alerts jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(pg_temp.with_key(e.alert, 'alarm_id', 'alert_id') order by e.at), '[]')
  from jsonb_array_elements(alerts) with ordinality e (alert, at)
$$;
-- Messages that were not sent yet. Those that were sent are kept as they were.
update alert_messages set content = content || jsonb_build_object(
    'raised', pg_temp.with_alert_ids(content -> 'raised'),
    'repeated', pg_temp.with_alert_ids(content -> 'repeated'),
    'resolved', pg_temp.with_alert_ids(content -> 'resolved'))
where status = 'pending' and jsonb_typeof(content -> 'raised') = 'array';

alter table notices drop constraint notices_kinds_check;
update notices n set
  kinds = array_replace(n.kinds, 'alarms', 'alerts'),
  told = (select coalesce(jsonb_agg(case when e.told ->> 'kind' = 'alarms'
      then jsonb_set(e.told, '{kind}', '"alerts"') else e.told end order by e.at), '[]')
    from jsonb_array_elements(n.told) with ordinality e (told, at))
where 'alarms' = any(n.kinds) or n.told @> '[{"kind": "alarms"}]';
alter table notices add constraint notices_kinds_check check (kinds <@ array['deposits_unmatched',
  'withdrawals_for_approval', 'withdrawals_on_hold', 'withdrawals_failed', 'invoices_unresolved', 'channel_payments_held',
  'callback_deliveries_failed', 'alerts', 'hot_wallets_low', 'chains_not_synced']);

delete from schedules where name in ('alerts', 'alert-delivery');
update schedules set name = case name when 'alarms' then 'alerts' else 'alert-delivery' end
where name in ('alarms', 'alarm-post');

alter table journal disable trigger journal_append_only;
update journal set
  operation = case operation when 'alarms.clear' then 'alerts.resolve' else replace(operation, 'alarms.', 'alerts.') end,
  input = pg_temp.with_key(input, 'alarm_id', 'alert_id')
where operation like 'alarms.%';
update journal set
  object_type = replace(object_type, 'alarm', 'alert'),
  before = pg_temp.with_key(pg_temp.with_key(before, 'known_by', 'acknowledged_by'), 'cleared', 'resolved')
where object_type in ('alarm', 'alarm_destination');
alter table journal enable trigger journal_append_only;

drop function pg_temp.with_alert_ids(jsonb);
drop function pg_temp.with_key(jsonb, text, text);
