-- A project moves to another cell with its history (docs/decisions/0153-moving-with-a-history.md): its addresses stay
-- with the wallets of the cell that it left, which tells the other one of what comes to them.
alter table deposits
  drop constraint deposits_owner_type_check,
  add constraint deposits_owner_type_check check (owner_type in ('invoice', 'channel', 'treasury', 'cell')),
  -- Whose wallets got it; null: ours.
  add column cell text check (cell ~ '^[0-9a-f]$'),
  -- Of a project that left: what the other cell was told of it last.
  add column told text check (told in ('copied', 'seen', 'final', 'gone'));

-- What a deposit that is another cell's is to be told as (deposits/told.ts).
create function telling_of(status text, risk jsonb) returns text language sql immutable parallel safe
return case when status in ('dropped', 'reversed') then 'gone'
  when status = 'confirmed' and risk is not null then 'final' else 'seen' end;

create index deposits_to_tell on deposits (project_id, id)
  where owner_type = 'cell' and told is distinct from telling_of(status, risk)
    and (told is distinct from 'copied' or telling_of(status, risk) <> 'final');

drop index deposits_entering;
create index deposits_entering on deposits (coin)
  where not is_in_wallet and block_height is not null and cell is null
    and (booked_at is not null or owner_type in ('treasury', 'cell'));

-- How often the one cell told the other something of it: who knows of fewer went back in time.
alter table project_moves add column tellings bigint not null default 0;
-- Away: this database was restored from before the move, so that the copy lacks what was credited since.
alter table project_moves add column is_again boolean not null default false;

-- No transfer pays for a project that is closed here.
create trigger transfer_payments_while_open after insert on transfer_payments
  referencing new table as fresh for each statement execute function refuse_closed_project();

-- A stop that comes after the copy would stop nothing.
create trigger payout_stops_while_open after insert on payout_stops
  referencing new table as fresh for each statement execute function refuse_closed_project();
create trigger payout_stops_change_while_open after update on payout_stops
  referencing new table as fresh for each statement execute function refuse_closed_project();
