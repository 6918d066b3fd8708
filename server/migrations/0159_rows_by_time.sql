-- Rows of a project's transaction list are numbered in the order of their times, which never go back (ledger/list-order.ts), and
-- their ids begin with the number: where a moment is in the list is found by halving, and no index by time is written for each row.
create function transaction_id_from(seq bigint) returns uuid language sql immutable strict parallel safe
  return (lpad(to_hex(seq), 12, '0') || '00000000000000000000')::uuid;

-- The number of the first row at or after a moment; one more than there are rows without any.
create function transaction_seq_at(project uuid, moment timestamptz) returns bigint language plpgsql stable strict parallel safe
  set search_path = public, pg_temp as $$
declare
  low bigint := 1;
  high bigint;
  middle bigint;
begin
  select transaction_seq + 1 into high from ledgers where project_id = project;
  while low < high loop
    middle := (low + high) / 2;
    if (select created_at from account_transactions
        where project_id = project and id >= transaction_id_from(middle) order by project_id, id limit 1) < moment
    then low := middle + 1;
    else high := middle;
    end if;
  end loop;
  return low;
end
$$;

drop index account_transactions_created_at;
