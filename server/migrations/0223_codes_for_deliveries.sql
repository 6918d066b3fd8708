-- How the last delivery to an alert destination ended is the receiver's message, or a code where no receiver replied; and
-- why a node is excluded are facts. The texts are in the catalog.
alter table alert_destinations alter column last_error type jsonb using case last_error
  when 'the till itself failed: its log says how' then '{"code": "internal_error"}'
  when 'CHAINTILL_SMTP_URL names no mail server' then '{"code": "no_mail_server"}'
  else case when last_error is not null then jsonb_build_object('message', last_error) end end;
alter table alert_destinations add constraint alert_destinations_last_error
  check (last_error ? 'message' or last_error ->> 'code' in ('no_mail_server', 'internal_error'));

create function pg_temp.facts_of(reason text) returns jsonb language sql immutable as $$
  select case
    when reason ~ '^at block \d+, others at \d+$' then jsonb_build_object(
      'height', rtrim(split_part(reason, ' ', 3), ',')::bigint,
      'others_at', split_part(reason, ' ', 6)::bigint)
    when reason ~ '^on another branch: block \d+ is \S+$' then jsonb_build_object(
      'height', split_part(reason, ' ', 5)::bigint, 'hash', nullif(split_part(reason, ' ', 7), 'missing'))
    else jsonb_build_object('message', reason)
  end
$$;
update alerts set facts = facts - 'reason' || pg_temp.facts_of(facts ->> 'reason')
where kind = 'node_excluded' and facts ->> 'reason' is not null;
drop function pg_temp.facts_of(text);
