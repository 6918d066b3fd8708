-- Paused payouts have one name. Rows stay where they are.
alter table payout_stops rename to payout_pauses;
alter table payout_pauses rename column lifted_at to resumed_at;
alter table payout_pauses rename column lifted_reason to resumed_reason;
alter table payout_pauses rename constraint payout_stops_pkey to payout_pauses_pkey;
alter table payout_pauses rename constraint payout_stops_project_id_cause_subject_key to payout_pauses_cause_once;
alter table payout_pauses rename constraint payout_stops_project_id_fkey to payout_pauses_project_id_fkey;
alter table payout_pauses rename constraint payout_stops_check to payout_pauses_resumed_with_reason;
alter table payout_pauses rename constraint payout_stops_say_why to payout_pauses_reason_or_facts;
alter index payout_stops_id rename to payout_pauses_id;
alter index payout_stops_standing rename to payout_pauses_active;
alter index payout_stops_standing_id rename to payout_pauses_active_id;
alter trigger payout_stops_stay on payout_pauses rename to payout_pauses_stay;
drop trigger payout_stops_lifted_once on payout_pauses;
drop function refuse_second_lift();
create function refuse_second_resume() returns trigger language plpgsql set search_path to public, pg_temp as $$
begin
  if old.resumed_at is not null or new.resumed_at is null
    or (new.project_id, new.id, new.cause, new.subject, new.reason, new.facts, new.began_at)
      is distinct from (old.project_id, old.id, old.cause, old.subject, old.reason, old.facts, old.began_at)
  then
    raise exception 'a payout pause ends once and nothing else in it changes'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger payout_pauses_resumed_once before update on payout_pauses
  for each row execute function refuse_second_resume();

create function pg_temp.with_key(object jsonb, old text, new text) returns jsonb language sql immutable as $$
  select case when object ? old then (object - old) || jsonb_build_object(new, object -> old) else object end
$$;
alter table journal disable trigger journal_append_only;
update journal set input = pg_temp.with_key(input, 'stop_id', 'pause_id') where operation = 'payouts.resume';
update journal set
  object_type = 'payout_pause',
  before = pg_temp.with_key(before, 'lifted', 'resumed')
where object_type = 'payout_stop';
update journal set before = pg_temp.with_key(before, 'payout_stops', 'payout_pauses') where before ? 'payout_stops';
alter table journal enable trigger journal_append_only;
alter table journal_results disable trigger journal_results_append_only;
update journal_results set after =
  pg_temp.with_key(
    pg_temp.with_key(pg_temp.with_key(after, 'taken_at', 'delivered_at'), 'lifted_at', 'resumed_at'),
    'lifted_reason', 'resumed_reason')
where after ?| array['taken_at', 'lifted_at', 'lifted_reason'];
alter table journal_results enable trigger journal_results_append_only;
drop function pg_temp.with_key(jsonb, text, text);

alter table notices rename column told to notified;
alter table notices rename constraint notices_told_check to notices_notified_check;
alter table deposits rename column inbox_told_at to unmatched_reported_at;
alter index deposits_untold rename to deposits_unreported;
alter table alert_destinations rename column taken_at to delivered_at;

-- Jobs of earlier names never run again.
delete from schedules where name like 'listen-%';
update schedules set name = 'listen-' || substr(name, 6) where name like 'hear-%';
