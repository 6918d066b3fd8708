// Makes PostgreSQL refuse an event that is stored without its project's ledger lock (src/events/emit.ts), which keeps
// the callbacks of an object in order: without it, two transactions are out of order so rarely that no test would see
// it.
import type { Database } from '../../src/db/database.ts';

/** The row stores who locked or wrote it. A test callback has no object and no order (src/events/resend.ts). */
const FUNCTION = `create function refuse_unlocked_event() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if not exists (
    select 1 from ledgers where project_id = new.project_id and pg_current_xact_id()::xid in (xmin, xmax)
  ) then
    raise exception 'the event % of % is stored without the ledger lock of its project', new.event, new.type;
  end if;
  return new;
end $$`;
const TRIGGER = `create trigger refuse_unlocked_event before insert on events
  for each row when (new.event <> 'test') execute function refuse_unlocked_event()`;

export async function refuseUnlockedEvents(owner: Database): Promise<void> {
  await owner.query(FUNCTION);
  await owner.query(TRIGGER);
}
