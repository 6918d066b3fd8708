// What must hold in a simulated world: at every step (the audit), and whenever all work is done while the nodes
// respond. Everything is checked against the simulated chain itself, not against our records of it.
import { expect } from 'vitest';
import type { Sql } from '../../src/db/database.ts';
import { auditLedger } from '../../src/ledger/audit.ts';

/** Each returns the rows that violate it. `$1` is the coin whose node responds. */
const atRest: Readonly<Record<string, string>> = {
  'an output deep enough on the best chain is booked': `
    select o.txid, o.index, d.status, d.booked_at from simulation.outputs o
    join simulation.transactions t using (coin, txid)
    join simulation.blocks b on b.coin = t.coin and b.hash = t.block_hash and b.is_best
    join simulation.chains c on c.coin = o.coin
    join addresses a on a.coin = o.coin and a.address = o.address and a.tag = coalesce(o.tag, -1)
    left join deposits d on d.coin = o.coin and d.txid = o.txid and d.output_index = o.index
      and d.address = o.address
    where o.coin = $1 and not t.has_failed and a.owner_id is not null
      and (d.id is null or d.amount <> o.delivered
        or (b.height <= c.height - d.confirmations_required + 1 and not d.is_small
          and (d.status <> 'confirmed' or d.booked_at is null)
          -- Its assessment is tried again later: the node was away at the first try.
          and not (d.status = 'confirmed' and d.risk is null and d.assess_at is not null)))`,
  'only what costs about as much to spend as it brings is too small to count': `
    select d.coin, d.txid, d.amount::text, d.booked_at from deposits d
    where d.coin = $1 and d.is_small and (d.booked_at is not null and d.credited_at is null
      or d.amount >= case d.coin when 'ETH' then 1e16 when 'XRP' then 1000 else 20000 end)`,
  'what is booked is on the chain, or was lost too shortly ago to give it up': `
    select d.txid, d.status, d.lost_height, c.height from deposits d
    join simulation.chains c on c.coin = d.coin
    join simulation.transactions t on t.coin = d.coin and t.txid = d.txid
    where d.coin = $1 and d.booked_at is not null and d.status <> 'reversed'
      and t.block_hash is null and t.mempool_number is null
      and c.height >= d.lost_height + d.confirmations_required`,
  'a deposit stands in the block in which its transaction is': `
    select d.txid, d.block_hash, t.block_hash as really from deposits d
    join simulation.transactions t on t.coin = d.coin and t.txid = d.txid
    where d.coin = $1 and d.block_hash is distinct from t.block_hash`,
  'paid_amount is the sum of what has not vanished': `
    select i.id, i.paid_amount::text, l.total::text from invoices i
    left join lateral (select sum(d.amount) as total from deposits d
      where d.owner_id = i.id and d.status in ('pending', 'confirmed') and not d.is_small
        -- Money of high risk waits for a person, and the invoice for the rest, where it is a hundredth or less of it
        -- (invoices/decide-invoice.ts).
        and not (d.is_unmatched and d.risk ->> 'level' = 'high' and i.status in ('new', 'unresolved')
          and 100 * (select sum(r.amount) from deposits r where r.owner_id = i.id and r.status = 'confirmed'
            and r.risk ->> 'level' = 'high') <= i.pay_amount)) l on true
    where i.pay_currency = $1 and i.paid_amount <> coalesce(l.total, 0)`,
  'a completed invoice credited its price less the fee, another one nothing': `
    select i.id, i.status, p.total::text from invoices i
    left join (select reference_id, sum(amount) as total from ledger_postings
      where reference_type = 'Invoice' and purpose = 'credit' group by 1) p on p.reference_id = i.id
    where i.pay_currency = $1 and coalesce(p.total, 0)
      <> case when i.status = 'completed' then i.price_amount - i.fee else 0 end`,
  'what an invoice took is its pay amount and its refunds': `
    select i.id, i.status, i.pay_amount::text, d.total::text, r.total::text as refunded from invoices i
    left join (select owner_id, sum(amount) as total from deposits d where credited_at is not null
        -- Not what somebody else got in the end.
        and coalesce((select decision from deposit_decisions j where j.deposit_id = d.id
          order by j.seq desc limit 1), '') not in ('credited', 'sent_back') group by 1) d
      on d.owner_id = i.id
    left join (select invoice_id, sum(amount) as total from invoice_refunds group by 1) r
      on r.invoice_id = i.id
    where i.pay_currency = $1 and coalesce(d.total, 0)
      <> coalesce(r.total, 0) + case when i.status = 'completed' then i.pay_amount else 0 end`,
  'settled money of a final invoice is credited or unmatched': `
    select d.txid, i.status from deposits d join invoices i on i.id = d.owner_id
    where d.coin = $1 and d.status = 'confirmed' and d.booked_at is not null
      and i.status in ('completed', 'refunded', 'cancelled')
      and (d.credited_at is not null) = d.is_unmatched`,
  'a channel payment that is settled is completed, on hold, or unmatched': `
    select d.txid, p.status, d.is_unmatched from deposits d
    join channel_payments p on p.deposit_id = d.id
    where d.coin = $1 and d.status = 'confirmed' and d.booked_at is not null
      and not (p.status = 'completed' and d.credited_at is not null)
      and not (p.status = 'on_hold' and d.credited_at is null)
      and not (p.status = 'refunded' and (d.credited_at is not null) <> d.is_unmatched)
      and not (p.status = 'cancelled' and (d.credited_at is not null) <> d.is_unmatched)`,
  'losses are what was credited and is gone': `
    select a.project_id, a.balance::text, d.total::text from ledger_accounts a
    left join (select project_id, sum(amount) as total from deposits
      where coin = $1 and status = 'reversed' group by 1) d on d.project_id = a.project_id
    where a.kind = 'losses' and a.currency = $1 and -a.balance <> coalesce(d.total, 0)`,
};

export async function checkAlways(sql: Sql, place: string): Promise<void> {
  expect(await auditLedger(sql), place).toEqual([]);
}

export async function checkAtRest(sql: Sql, coin: string, place: string): Promise<void> {
  for (const [invariant, query] of Object.entries(atRest)) {
    expect(await sql.query(query, [coin]), `${invariant}, ${coin}, ${place}`).toEqual([]);
  }
}

export interface ReportedEvent {
  readonly id: string;
  readonly objectId: string;
}

/** Every event was delivered, in order per object. Repeats are allowed; a wrong order is not. */
export async function checkNotifications(
  sql: Sql,
  reported: readonly ReportedEvent[],
  place: string,
): Promise<void> {
  const events = await sql.query<ReportedEvent>(
    `select e.id, e.object_id as "objectId" from events e join deliveries d on d.event_id = e.id order by e.seq`,
  );
  const byObject = (list: readonly ReportedEvent[]) => {
    const lists = new Map<string, string[]>();
    for (const { id, objectId } of list) {
      const ids = lists.get(objectId) ?? [];
      if (!ids.includes(id)) ids.push(id);
      lists.set(objectId, ids);
    }
    return Object.fromEntries([...lists].sort());
  };
  expect(byObject(reported), place).toEqual(byObject(events));
}
