// Invariants of the ledger, as queries that return the rows that violate them, grouped by what they read.
import type { InvariantCode } from '../contract/invariant-codes.ts';

export type Invariants = Readonly<Partial<Record<InvariantCode, string>>>;

/**
 * Only lookups by account key, a few per account, whatever the size of the ledger. Checked before each payout
 * (payouts/plan/may-send.ts).
 */
export const QUICK: Invariants = {
  account_sums_nonzero: `
    select project_id, currency, sum(balance)::text as off_by from ledger_accounts
    group by project_id, currency having sum(balance) <> 0`,
  last_entry_mismatch: `
    select project_id, id, (balance - last)::text as off_by
    from (select a.project_id, a.id, a.balance, coalesce((select e.balance_after from ledger_entries e
        where e.account = a.number and e.seq = a.entry_seq), 0) as last
      from ledger_accounts a) accounts
    where last <> balance`,
  statement_total_mismatch: `
    select project_id, id as account_id, (balance - total)::text as off_by
    from (select a.project_id, a.id, a.balance, coalesce((select b.total from booked_totals b
        where b.project_id = a.project_id and b.account_id = a.id), 0) as total
      from ledger_accounts a where a.kind = 'available') accounts
    where total <> balance`,
};

/** Invariants of open objects. An index finds these objects, however many are completed. */
export const OPEN: Invariants = {
  hold_sum_mismatch: `
    select a.project_id, a.id, (a.held - coalesce(sum(h.amount), 0))::text as off_by from ledger_accounts a
    left join ledger_holds h on h.project_id = a.project_id and h.account_id = a.id and h.status = 'open'
    group by a.project_id, a.id, a.held having a.held <> coalesce(sum(h.amount), 0)`,
  settled_transaction_unbooked: `
    select project_id, id, amount::text as off_by from account_transactions
    where booked_at is null and amount <> 0
      and (status is null or status = 'completed' or (status = 'refunded' and reference_type <> 'Invoice'))`,
  deposits_account_mismatch: `
    select a.project_id, a.currency, (a.balance - coalesce(d.total, 0))::text as off_by from ledger_accounts a
    left join (select project_id, asset_of(coin) as currency, sum(amount) as total from deposits
      where booked_at is not null and credited_at is null group by 1, 2) d
      on d.project_id = a.project_id and d.currency = a.currency
    where a.kind = 'deposits' and a.balance <> coalesce(d.total, 0)`,
  withdrawals_account_mismatch: `
    select a.project_id, a.currency, (a.balance - coalesce(w.total, 0))::text as off_by from ledger_accounts a
    left join (select project_id, asset_of(received_currency) as currency, sum(received_amount + network_fee) as total
      from coin_withdrawals
      where committed_at is not null and status not in ('completed', 'cancelled') group by 1, 2) w
      on w.project_id = a.project_id and w.currency = a.currency
    where a.kind = 'withdrawals' and a.balance <> coalesce(w.total, 0)`,
  unmatched_deposit_credited: `
    select project_id, id from deposits where is_unmatched and credited_at is not null`,
  hold_without_quote: `
    select h.project_id, h.reference_id, h.amount::text from ledger_holds h
    where h.status = 'open'
      and not exists (select 1 from coin_withdrawals w where w.project_id = h.project_id
        and w.id = h.reference_id and w.status = 'new' and w.charged_amount = h.amount)
      and not exists (select 1 from exchange_transfers e where e.project_id = h.project_id
        and e.id = h.reference_id and e.committed_at is null and e.expired_at is null
        and e.charged_amount = h.amount)`,
};

/** Invariants of a project's top-level sums. The individual rows are verified where they are read. */
export const ROOTS: Invariants = {
  transaction_sum_mismatch: `
    select a.project_id, a.id as account_id, (coalesce(s.total, 0) - a.balance)::text as off_by
    from ledger_accounts a, lateral (select sum(s.total) as total from transaction_sums s
      where s.project_id = a.project_id and s.account_id = a.id and s.level = 4) s
    where a.kind = 'available' and coalesce(s.total, 0) <> a.balance`,
  transaction_total_count_mismatch: `
    select l.project_id, (coalesce(c.n, 0) - l.transaction_seq)::text as off_by
    from ledgers l, lateral (select sum(c.n) as n from transaction_counts c
      where c.project_id = l.project_id and c.bucket = '-infinity') c
    where coalesce(c.n, 0) <> l.transaction_seq`,
};

/** `rows`: an SQL condition on the withdrawals `w`. */
export const ofWithdrawals = (rows: string): Invariants => ({
  approvals_missing: `
    select w.project_id, w.id, w.status, w.decision ->> 'approvals' as approvals from coin_withdrawals w
    where ${rows} and w.decision ->> 'outcome' = 'hold' and w.committed_at is not null
      and w.status not in ('on_hold', 'cancelled')
      and (not exists (select 1 from policy_journal j
          where j.project_id = w.project_id and j.withdrawal_id = w.id and j.step = 'released')
        or (select count(distinct j.approver_id) from policy_journal j
          where j.project_id = w.project_id and j.withdrawal_id = w.id and j.step = 'approved')
          < (w.decision ->> 'approvals')::int)`,
  deposit_return_mismatch: `
    select w.project_id, w.id, w.deposit_id from coin_withdrawals w
    join deposits d on d.id = w.deposit_id
    where ${rows} and (w.charged_amount <> d.amount or w.charged_currency <> asset_of(d.coin)
      or w.received_currency <> d.coin or w.fee <> 0 or d.project_id is distinct from w.project_id
      or (w.status <> 'cancelled' and (d.credited_at is null or d.is_unmatched)))`,
  // A completed withdrawal stays completed when a reorganization removes its block.
  payout_status_mismatch: `
    select w.project_id, w.id, w.status, p.status as payout from coin_withdrawals w
    left join payouts p on p.project_id = w.project_id and p.withdrawal_id = w.id
    where ${rows} and coalesce(p.status, 'none') <> all (case w.status
      when 'pending' then array['waiting']
      when 'processing' then array['planned']
      when 'sent' then array['sent']
      when 'failed' then array['failed']
      when 'completed' then array['confirmed', 'sent', 'waiting', 'planned', 'failed']
      when 'cancelled' then array['cancelled', 'none']
      else array['none'] end)`,
});

/**
 * SQL: what one reference took from `network_fees` for the chain of `t`, net. A subquery instead of a join, so that
 * the planner always uses a lookup by key, whatever the table statistics say.
 */
const taken = (project: string, reference: string) => `(
  select sum(case when (select f.kind from ledger_accounts f where f.project_id = p.project_id
      and f.number = p.from_account) = 'network_fees' then p.amount else -p.amount end)
  from ledger_postings p where p.project_id = ${project} and p.reference_id = ${reference}
    and p.purpose like 'chain_fee%' and p.currency = asset_of(t.fee_coin))`;
/** SQL: the projects that may bear the fees of the family of `t`. */
const BEARERS = `(
  select m.project_id from transfers m where m.coin = t.coin and m.family = t.family and m.project_id is not null
  union select c.project_id from transfers m join transfer_costs c on c.coin = m.coin and c.transfer_id = m.id
    where m.coin = t.coin and m.family = t.family and c.project_id is not null
  union select w.project_id from transfer_payments w where w.coin = t.coin and w.transfer_id = t.id)`;
const OWN = `coalesce((select sum(${taken('b.project_id', 'm.id')}) from transfers m cross join ${BEARERS} b
    where m.coin = t.coin and m.family = t.family), 0)`;
const PAID = `coalesce((select sum(${taken('w.project_id', 'w.withdrawal_id')}) from transfer_payments w
    join payouts u on u.project_id = w.project_id and u.withdrawal_id = w.withdrawal_id
      and u.transfer_id = t.id and u.status = 'confirmed'
    where w.coin = t.coin and w.transfer_id = t.id), 0)`;

/** At most one member of a replacement family is in a block, and its network fee is posted once. */
export const ofTransfers = (transfers: string): Invariants => ({
  transfer_cost_unbooked: `
    select bearer.project_id, t.coin, t.id, (t.booked_fee - booked.total)::text as off_by
    from ${transfers} t
    cross join lateral (select ${OWN} + ${PAID} as total) booked
    left join lateral (select project_id from ${BEARERS} b) bearer on true
    where t.status = 'confirmed' and t.booked_fee <> booked.total`,
  dead_transfer_cost_booked: `
    select bearer.project_id, t.coin, t.id, booked.total::text as off_by
    from ${transfers} t
    cross join lateral (select ${OWN} as total) booked
    left join lateral (select project_id from ${BEARERS} b) bearer on true
    where t.status = 'dead' and t.raw is not null and booked.total <> 0
      and not exists (select 1 from transfers m where m.coin = t.coin and m.family = t.family and m.status <> 'dead')`,
});

export const ofRefunds = (rows: string): Invariants => ({
  refund_withdrawal_mismatch: `
    select r.project_id, r.id, r.withdrawal_id from invoice_refunds r
    left join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
    where ${rows} and ((r.address is null) <> (w.id is null)
      or case when r.paid_share is null
        then w.charged_amount <> r.amount - r.fee or w.charged_currency <> r.currency or w.fee <> 0
        else w.received_amount + w.network_fee <> r.amount or r.fee <> 0 end)`,
});

export const ofDeposits = (rows: string): Invariants => ({
  deposit_posting_mismatch: `
    select d.project_id, d.id, (p.total
      - case when d.booked_at is not null and d.status <> 'reversed' then d.amount else 0 end)::text as off_by
    from deposits d, lateral (
      select coalesce(sum(case when p.purpose like 'reversed%' then -p.amount else p.amount end), 0) as total
      from ledger_postings p
      where p.project_id = d.project_id and p.reference_id = d.id and p.reference_type = 'Deposit') p
    where ${rows} and d.project_id is not null
      and p.total <> case when d.booked_at is not null and d.status <> 'reversed' then d.amount else 0 end`,
});

const storedTotals = (table: 'day_sums' | 'hour_sums', length: string) => `
    select k.project_id, k.since from ${table} k,
      lateral sums_between(k.project_id, k.since, k.since + interval '${length}') as real
    where in_one_order(k.moved) <> real.moved or in_one_order(k.sold) <> real.sold`;

export const STORED_TOTALS: Invariants = {
  day_sums_mismatch: storedTotals('day_sums', '24 hours'),
  hour_sums_mismatch: storedTotals('hour_sums', '1 hour'),
};

export const OF_ALL_ROWS: Invariants = {
  balance_mismatch: `
    select a.project_id, a.id, (a.balance - coalesce(e.total, 0))::text as off_by,
      a.entry_seq - coalesce(e.n, 0) as missing
    from ledger_accounts a
    left join (select project_id, account, sum(amount) as total, count(*) as n
      from ledger_entries group by project_id, account) e
      on e.project_id = a.project_id and e.account = a.number
    where coalesce(e.total, 0) <> a.balance or coalesce(e.n, 0) <> a.entry_seq`,
  posting_sequence_gap: `
    select coalesce(l.project_id, p.project_id) as project_id, l.posting_seq, p.n::text, p.last
    from ledgers l
    full join (select project_id, count(*) as n, min(seq) as first, max(seq) as last
      from ledger_postings group by project_id) p on p.project_id = l.project_id
    where coalesce(l.posting_seq, -1) <> coalesce(p.n, 0) or p.first <> 1 or p.last <> p.n`,
  entry_sequence_broken: `
    select project_id, account::text, seq from (
      select *, seq = coalesce(lag(seq) over w, 0) + 1
        and balance_after = coalesce(lag(balance_after) over w, 0) + amount
        and posting_seq > coalesce(lag(posting_seq) over w, 0) as is_next
      from ledger_entries window w as (partition by account order by seq)) e
    where not is_next`,
  booked_transactions_mismatch: `
    select a.project_id, a.id, a.currency, (a.balance - coalesce(t.total, 0))::text as off_by
    from ledger_accounts a
    left join (select project_id, account_id, sum(amount) as total from account_transactions
      where booked_at is not null group by project_id, account_id) t
      on t.project_id = a.project_id and t.account_id = a.id
    where a.kind = 'available' and a.balance <> coalesce(t.total, 0)`,
  statement_mismatch: `
    select a.project_id, a.id as account_id, (a.balance - coalesce(b.total, 0))::text as off_by,
      coalesce(b.n, 0) - coalesce(t.n, 0) as missing, t.breaks
    from ledger_accounts a
    left join booked_totals b on b.project_id = a.project_id and b.account_id = a.id
    left join (
      select project_id, account_id, count(*) as n, max(booked_balance) filter (where is_last) as balance,
        count(*) filter (where not is_next) as breaks
      from (
        select project_id, account_id, booked_balance,
          booked_seq = row_number() over w and booked_balance - amount = coalesce(lag(booked_balance) over w, 0)
            and booked_at >= coalesce(lag(booked_at) over w, '-infinity') as is_next,
          lead(booked_seq) over w is null as is_last
        from account_transactions where booked_at is not null
        window w as (partition by project_id, account_id order by booked_seq)) rows
      group by project_id, account_id) t on t.project_id = a.project_id and t.account_id = a.id
    where a.kind = 'available' and (coalesce(b.total, 0) <> a.balance or coalesce(t.balance, 0) <> a.balance
      or coalesce(b.n, 0) <> coalesce(t.n, 0) or t.breaks > 0)`,
  transaction_block_sum_mismatch: `
    select coalesce(s.project_id, t.project_id) as project_id,
      coalesce(s.account_id, t.account_id) as account_id, coalesce(s.level, t.level) as level,
      coalesce(s.block, t.block) as block, (coalesce(s.total, 0) - coalesce(t.total, 0))::text as off_by
    from
      (select * from transaction_sums) s
    full join (select project_id, account_id, level, seq >> (6 * level) as block, sum(amount) as total
      from account_transactions, generate_series(1, 4) as level
      where booked_at is not null group by 1, 2, 3, 4) t
      on t.project_id = s.project_id and t.account_id = s.account_id
        and t.level = s.level and t.block = s.block
    where coalesce(s.total, 0) <> coalesce(t.total, 0)`,
  transaction_bucket_count_mismatch: `
    select coalesce(c.project_id, t.project_id) as project_id, coalesce(c.bucket, t.bucket) as bucket,
      coalesce(c.currency, t.currency) as currency, coalesce(c.reference_type, t.reference_type) as reference_type,
      coalesce(c.status, t.status) as status, coalesce(c.n, 0) - coalesce(t.n, 0) as off_by
    from
      (select * from transaction_counts where n <> 0) c
    full join (select project_id, b.bucket, currency, reference_type, coalesce(status, '') as status,
        coalesce(risk_level, '') as risk_level, count(*) as n
      from account_transactions r,
        lateral (values ('-infinity'::timestamptz), (date_trunc('hour', r.created_at, 'UTC'))) as b(bucket)
      group by 1, 2, 3, 4, 5, 6) t
      on t.project_id = c.project_id and t.bucket = c.bucket and t.currency = c.currency
        and t.reference_type = c.reference_type and t.status = c.status and t.risk_level = c.risk_level
    where coalesce(c.n, 0) <> coalesce(t.n, 0)`,
  chain_account_mismatch: `
    select a.project_id, a.currency, (coalesce(p.total, 0) - coalesce(d.total, 0))::text as off_by
    from ledger_accounts a
    left join (select project_id, currency,
        sum(case when purpose like 'reversed%' then -amount else amount end) as total
      from ledger_postings where reference_type = 'Deposit' group by 1, 2) p
      on p.project_id = a.project_id and p.currency = a.currency
    left join (select project_id, asset_of(coin) as currency, sum(amount) as total from deposits
      where booked_at is not null and status <> 'reversed' group by 1, 2) d
      on d.project_id = a.project_id and d.currency = a.currency
    where a.kind = 'chain' and coalesce(p.total, 0) <> coalesce(d.total, 0)`,
};
