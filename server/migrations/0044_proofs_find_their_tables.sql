-- The proofs read the tables that they are about, whatever the session names so: a role that may make temporary tables
-- could otherwise show them books of its own.
alter function refuse_change() set search_path = public, pg_temp;
alter function refuse_rebooking() set search_path = public, pg_temp;
alter function refuse_removal() set search_path = public, pg_temp;
alter function refuse_second_lift() set search_path = public, pg_temp;
alter function refuse_unknown_account() set search_path = public, pg_temp;
alter function refuse_unknown_accounts() set search_path = public, pg_temp;
alter function refuse_unknown_events() set search_path = public, pg_temp;
alter function refuse_unproven_balances() set search_path = public, pg_temp;
alter function refuse_wrong_entries() set search_path = public, pg_temp;
alter function touch_subscription() set search_path = public, pg_temp;
