-- Projects no longer move between cells. This migration removes what moves needed. It refuses to run where a project has
-- moved or is moving, because its rows in this database would be lost or counted twice.
do $$
begin
  if exists (select 1 from project_moves where given_up_at is null) then
    raise exception 'a project was moved between cells, which this version no longer supports. Keep the previous version on all cells that took part in the move';
  end if;
  if exists (select 1 from deposits where cell is not null or told is not null or owner_type = 'cell') then
    raise exception 'this database has payments of a project that was moved between cells. Keep the previous version on all cells that took part in the move';
  end if;
end
$$;

-- Drops the triggers that use it.
drop function refuse_closed_project() cascade;
drop function refuse_closed_settings() cascade;
drop table project_moves;

drop index deposits_to_tell;
drop index deposits_entering;
drop function telling_of(text, jsonb);
alter table deposits
  drop column cell,
  drop column told,
  drop constraint deposits_owner_type_check,
  add constraint deposits_owner_type_check check (owner_type in ('invoice', 'channel', 'treasury'));
create index deposits_entering on deposits (coin)
  where not is_in_wallet and block_height is not null and (booked_at is not null or owner_type = 'treasury');
