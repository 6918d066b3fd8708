-- Sums of days and hours are what reports show of the past. The service's role could store any: now each is compared with the
-- postings as it is stored. Postings follow each other without a gap, and none is dated before the last.

-- The first posting of a project from a moment on. Their times are in order.
create function posting_seq_at(project uuid, moment timestamptz) returns bigint language plpgsql stable
  set search_path = public, pg_temp as $$
declare
  low bigint := 1;
  high bigint := coalesce((select posting_seq from ledgers where project_id = project), 0) + 1;
  middle bigint;
begin
  while low < high loop
    middle := (low + high) / 2;
    if (select created_at from ledger_postings
        where project_id = project and seq >= middle order by project_id, seq limit 1) < moment then
      low := middle + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end
$$;

-- What was moved between accounts and what was sold in a time, in the form in which it is kept, in one order.
-- Postings from before this migration are out of the order of their times by minutes.
create function sums_between(project uuid, since timestamptz, until timestamptz, out moved jsonb, out sold jsonb)
  language plpgsql stable
  set search_path = public, pg_temp as $$
declare
  first_seq bigint := posting_seq_at(project, since - interval '10 minutes');
  end_seq bigint := posting_seq_at(project, until + interval '10 minutes');
  day text := to_char(since at time zone 'UTC', 'YYYY-MM-DD');
begin
  select in_one_order(jsonb_agg(jsonb_build_object('day', day, 'from_account', m.from_account::text,
    'to_account', m.to_account::text, 'amount', m.amount::text)))
  into moved
  from (
    select p.from_account, p.to_account, sum(p.amount) as amount from ledger_postings p
    where p.project_id = project and p.seq >= first_seq and p.seq < end_seq
      and p.created_at >= since and p.created_at < until
    group by p.from_account, p.to_account) m;
  select in_one_order(jsonb_agg(jsonb_build_object('day', day, 'type', s.type, 'coin', s.coin, 'currency', s.currency,
    'count', s.count, 'received', s.received::text, 'credited', s.credited::text)))
  into sold
  from (
    select p.reference_type as type, coalesce(c.currency, p.currency) as coin, p.currency, count(*) as count,
      sum(coalesce(c.amount, p.amount + coalesce(f.amount, 0))) as received, sum(p.amount) as credited
    from (select * from ledger_postings l
      where l.project_id = project and l.seq >= first_seq and l.seq < end_seq
        and l.created_at >= since and l.created_at < until and l.purpose = 'credit'
        and l.reference_type in ('Invoice', 'ChannelPayment', 'InvoiceRefund', 'CoinDeposit') offset 0) p
    left join lateral (select currency, amount from ledger_postings o
      where o.project_id = project and o.reference_id = p.reference_id and o.purpose = 'convert' limit 1) c on true
    left join lateral (select amount from ledger_postings o
      where o.project_id = project and o.reference_id = p.reference_id and o.purpose = 'fee' limit 1) f on true
    group by 1, 2, 3) s;
end
$$;

create function in_one_order(rows jsonb) returns jsonb language sql immutable
  set search_path = public, pg_temp as $$
  select coalesce(jsonb_agg(r order by r::text), '[]') from jsonb_array_elements(coalesce(rows, '[]')) r
$$;

create function refuse_wrong_sums() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  unit text := tg_argv[0];
  kept record; real record; until timestamptz; newest timestamptz;
begin
  for kept in select * from fresh loop
    until := kept.since + case unit when 'day' then interval '24 hours' else interval '1 hour' end;
    newest := (select created_at from ledger_postings
      where project_id = kept.project_id order by project_id desc, seq desc limit 1);
    if kept.since <> date_trunc(unit, kept.since, 'UTC') or newest is null or newest < until then
      raise exception 'only whole days and hours that are over are kept' using errcode = 'integrity_constraint_violation';
    end if;
    select * into real from sums_between(kept.project_id, kept.since, until);
    if in_one_order(kept.moved) <> real.moved or in_one_order(kept.sold) <> real.sold then
      raise exception 'kept sums are not those of the postings' using errcode = 'integrity_constraint_violation';
    end if;
  end loop;
  return null;
end
$$;

-- What is kept was never proven: it is added up again, and proven then.
delete from day_sums;
delete from hour_sums;
create trigger day_sums_proven after insert on day_sums
  referencing new table as fresh for each statement execute function refuse_wrong_sums('day');
create trigger hour_sums_proven after insert on hour_sums
  referencing new table as fresh for each statement execute function refuse_wrong_sums('hour');

create function refuse_disorder() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if exists (
    select 1 from (
      select project_id, seq, created_at, lag(seq) over w as before_seq, lag(created_at) over w as before_at
      from fresh window w as (partition by project_id order by seq)) f
    where case
      when f.before_seq is not null then f.seq <> f.before_seq + 1 or f.created_at < f.before_at
      when f.seq = 1 then false
      else not exists (select 1 from ledger_postings b
        where b.project_id = f.project_id and b.seq = f.seq - 1 and b.created_at <= f.created_at) end
  ) then
    raise exception 'postings follow each other without a gap, and none is dated before the last'
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
create trigger ledger_postings_in_order after insert on ledger_postings
  referencing new table as fresh for each statement execute function refuse_disorder();

-- What the last posting is dated: the next is dated no earlier.
alter table ledgers add column last_posting_at timestamptz not null default '-infinity';
set local enable_seqscan = on;
update ledgers l set last_posting_at = p.at
from (select project_id, max(created_at) as at from ledger_postings group by project_id) p where p.project_id = l.project_id;
