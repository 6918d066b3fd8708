// What a payer can ask for of a completed invoice: the surplus of its checkout, the part of a checkout that ended
// unpaid, or again a refund whose payout was canceled (docs/decisions/0226-requests-after-completion.md).
import type { Instance } from '../app.ts';
import { roundTo } from '../core/money.ts';
import { mostOf, type Shares, sharesOf } from '../core/pricing/refund-shares.ts';
import { firstRow, type Sql } from '../db/database.ts';
import type { RefundRate } from '../withdrawals/plan-refund.ts';
import { currenciesOf } from './refund-row.ts';
import { refundableFacts } from './refundable.ts';
import type { InvoiceRow } from './store-invoices.ts';

export interface Requestable {
  readonly why: 'surplus' | 'part' | 'again';
  readonly shares: Shares;
  readonly rate: RefundRate;
}

interface Facts {
  readonly surplus: bigint;
  readonly again: bigint;
  readonly most: bigint;
  /** What open requests of the same checkout ask for. */
  readonly asked: bigint;
  readonly is_part: boolean;
  readonly newest_rate: RefundRate | null;
}

/** Null: nothing. Under the ledger lock, the limit for a new request; otherwise for people who look. */
export async function requestableOf(
  sql: Sql,
  instance: Instance,
  invoice: InvoiceRow,
): Promise<Requestable | null> {
  const facts = await readFacts(sql, instance, invoice);
  if (facts === null) return null;
  const surplus = facts.surplus - (facts.is_part ? 0n : facts.asked);
  const isAgain = facts.again > surplus;
  const limit = isAgain ? facts.again : surplus;
  if (limit <= 0n) return null;
  const { whole, left } = await refundableFacts(sql, instance, invoice);
  if (whole.paid === 0n || whole.price === 0n) return null;
  const most = mostOf(whole, { of: 'price', left });
  const shares = sharesOf(whole, { of: 'price', amount: most < limit ? most : limit });
  const { coin } = currenciesOf(instance, invoice);
  const paid = roundTo(shares.paid, coin, { precision: coin.precision, rounding: 'down' });
  if (paid <= 0n) return null;
  return {
    why: isAgain ? 'again' : facts.is_part ? 'part' : 'surplus',
    shares: { ...shares, paid },
    rate: (isAgain ? facts.newest_rate : null) ?? 'then',
  };
}

/** The most that an approval of a request can return now, in the price currency. A trigger backs this up. */
export async function requestablePrice(
  sql: Sql,
  instance: Instance,
  invoice: InvoiceRow,
): Promise<bigint> {
  return (await readFacts(sql, instance, invoice))?.most ?? 0n;
}

function readFacts(sql: Sql, { clock }: Instance, invoice: InvoiceRow): Promise<Facts | null> {
  return firstRow(
    sql.query<Facts>(
      `select p.surplus, p.again, greatest(p.surplus, p.again) as most,
         coalesce(c.status in ('expired', 'cancelled'), false) as is_part,
         coalesce((
           select sum(r.price_share) from checkout_invoices o
           join invoices i on i.project_id = o.project_id and i.id = o.invoice_id and i.status = 'completed'
           join refund_claims r on r.project_id = o.project_id and r.invoice_id = o.invoice_id
             and r.origin = 'request' and r.status = 'claimed'
           where o.project_id = $1 and o.checkout_id = $3), 0) as asked,
         (select rate_of from invoice_refunds
          where project_id = $1 and invoice_id = $2 order by created_at desc, id desc limit 1) as newest_rate
       from requestable_prices($1, $2, $4) p
       left join checkouts c on c.project_id = $1 and c.id = $3`,
      [invoice.project_id, invoice.id, invoice.checkout_id, new Date(clock.now())],
    ),
  );
}
