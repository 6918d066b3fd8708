// Computes the confirmations that payments need from the money at risk: the largest of the payment, the total that its
// transaction brings us, and the total that the same invoice, channel or customer brought in blocks that are not final.
// Each coin counts separately, because reorganizing one chain does not reverse payments on another (decision 67).
import type { BlockRef } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import type { Tx } from '../db/tx.ts';
import { confirmationsRequired } from './deposit.ts';
import type { MatchedPayment } from './match.ts';

export interface Depth {
  readonly confirmations: number;
  /** Looked up once the payment is in a block. */
  readonly customerId: string | null;
}

interface Facts {
  readonly coin: Coin;
  readonly matched: readonly MatchedPayment[];
  /** The newest block read. Null for unmined payments, or when finality decides. */
  readonly deepUnder: BlockRef | null;
}

/** Sufficient for any amount. */
export function finalDepth({ code, confirmationTiers }: Coin): number {
  return defined(confirmationTiers.at(-1), `${code} has tiers`).confirmations;
}

/** Also raises earlier pending payments of an owner who paid more. Confirmed payments stay confirmed. */
export async function depthsOf(
  tx: Tx,
  { coin, matched, deepUnder }: Facts,
): Promise<readonly Depth[]> {
  if (coin.confirmationTiers.length === 1) {
    const confirmations = finalDepth(coin);
    return matched.map(() => ({ confirmations, customerId: null }));
  }
  const finalHeight = deepUnder === null ? null : deepUnder.height - finalDepth(coin) + 1;
  const customers =
    finalHeight === null ? new Map<string, string>() : await customersOf(tx, matched);
  const requested =
    finalHeight === null ? new Map<string, number>() : await requestedBy(tx, matched);
  const risks = matched.map((item) => riskOf(item, { customers, finalHeight }));
  const sums = sumsOf(matched, risks);
  if (finalHeight !== null)
    for (const { name, amount } of await creditedBefore(tx, { coin, finalHeight, risks }))
      sums.set(name, (sums.get(name) ?? 0n) + amount);
  if (finalHeight !== null) await raiseWaiting(tx, { coin, finalHeight, risks, sums });
  return matched.map(({ payment }, n) => {
    const { names, customerId } = defined(risks[n], 'a risk for each');
    const amount = names.reduce((most, name) => larger(most, sums.get(name) ?? 0n), payment.amount);
    const least = requested.get(matched[n]?.ownerId ?? '') ?? 0;
    return { confirmations: Math.max(confirmationsRequired(coin, amount), least), customerId };
  });
}

/** Keyed by invoice: the confirmations that the merchant asked for at its checkout. */
async function requestedBy(
  tx: Tx,
  matched: readonly MatchedPayment[],
): Promise<ReadonlyMap<string, number>> {
  const ofInvoices = matched.filter(({ ownerType }) => ownerType === 'invoice');
  if (ofInvoices.length === 0) return new Map();
  const rows = await tx.query<{ id: string; min_confirmations: number }>(
    `select i.id, c.min_confirmations
     from (select distinct * from unnest($1::uuid[], $2::uuid[])) as t(project_id, id)
     join invoices i on i.project_id = t.project_id and i.id = t.id
     join checkouts c on c.project_id = i.project_id and c.id = i.checkout_id
     where c.min_confirmations is not null limit 100000`,
    [ofInvoices.map((item) => item.projectId), ofInvoices.map((item) => item.ownerId)],
  );
  return new Map(rows.map((row) => [row.id, row.min_confirmations]));
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

interface Risk {
  readonly names: readonly string[];
  /** Null when the payment is final immediately or in no block: only its transaction's total counts. */
  readonly ownerId: string | null;
  readonly customer: string | null;
  readonly customerId: string | null;
}

function riskOf(
  { payment, projectId, ownerType, ownerId }: MatchedPayment,
  by: { customers: ReadonlyMap<string, string>; finalHeight: number | null },
): Risk {
  const { customers, finalHeight } = by;
  const customerId = customers.get(ownerId ?? '') ?? null;
  const { txid } = payment;
  const isOpen =
    finalHeight !== null && payment.block !== null && payment.block.height > finalHeight;
  const isOurs = ownerType === 'invoice' || ownerType === 'channel';
  if (!isOpen || !isOurs || ownerId === null)
    return { names: [txid], ownerId: null, customer: null, customerId };
  const customer = customerId === null ? null : customerName(projectId, customerId);
  const names = [txid, ownerId, ...(customer === null ? [] : [customer])];
  return { names, ownerId, customer, customerId };
}

/** Unambiguous, because these ids contain no space. */
function customerName(projectId: string | null, customerId: string): string {
  return `${projectId} ${customerId}`;
}

/** A node may report an output twice. */
function sumsOf(matched: readonly MatchedPayment[], risks: readonly Risk[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const counted = new Set<string>();
  for (const [n, { payment, ownerType }] of matched.entries()) {
    const output = `${payment.txid} ${payment.index} ${payment.address}`;
    if (ownerType === 'treasury' || counted.has(output)) continue;
    counted.add(output);
    for (const name of risks[n]?.names ?? [])
      sums.set(name, (sums.get(name) ?? 0n) + payment.amount);
  }
  return sums;
}

/** Keyed by invoice and channel. A payer without a customer ID belongs to no customer group. */
async function customersOf(
  tx: Tx,
  matched: readonly MatchedPayment[],
): Promise<ReadonlyMap<string, string>> {
  const owners = new Map(matched.map((item) => [item.ownerId, item]));
  const requested = [...owners.values()].filter(({ ownerId }) => ownerId !== null);
  if (requested.length === 0) return new Map();
  const rows = await tx.query<{ owner_id: string; customer_id: string }>(
    `select t.owner_id, k.customer_id
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as t(project_id, owner_id, owner_type)
     join lateral (
       (select customer_id from invoices
        where t.owner_type = 'invoice' and project_id = t.project_id and id = t.owner_id limit 1)
       union all
       (select customer_id from channels
        where t.owner_type = 'channel' and project_id = t.project_id and id = t.owner_id limit 1)
     ) k on k.customer_id is not null`,
    [
      requested.map((item) => item.projectId),
      requested.map((item) => item.ownerId),
      requested.map((item) => item.ownerType),
    ],
  );
  return new Map(rows.map((row) => [row.owner_id, row.customer_id]));
}

interface Open {
  readonly coin: Coin;
  readonly finalHeight: number;
  readonly risks: readonly Risk[];
}

/** SQL: reads only the few blocks that are not final, however much an owner has received in total. */
const NOT_FINAL = `coin = $1 and block_height > $2 and status in ('pending', 'confirmed') and replaced_by is null`;

/** Grouped instead of joined, because PostgreSQL would plan a join for a few rows and then run it for thousands. */
async function creditedBefore(
  tx: Tx,
  { coin, finalHeight, risks }: Open,
): Promise<{ name: string; amount: bigint }[]> {
  const owners = [...new Set(risks.flatMap(({ ownerId }) => ownerId ?? []))];
  const customers = [...new Set(risks.flatMap(({ customer }) => customer ?? []))];
  return tx.query<{ name: string; amount: bigint }>(
    `with brought as materialized (
       select owner_id::text as owner, project_id || ' ' || customer_id as customer, amount
       from deposits where ${NOT_FINAL} and owner_id is not null)
     select name, sum(amount) as amount from (
       select owner as name, amount, false as is_asked from brought
       union all select customer, amount, false from brought where customer is not null
       union all select unnest($3::text[]), 0, true) t
     group by name having bool_or(is_asked) and sum(amount) > 0`,
    [coin.code, finalHeight, [...owners, ...customers]],
  );
}

async function raiseWaiting(
  tx: Tx,
  { coin, finalHeight, risks, sums }: Open & { sums: ReadonlyMap<string, bigint> },
): Promise<void> {
  const raised = new Map<string, number>();
  const least = confirmationsRequired(coin, 0n);
  for (const { ownerId, customer } of risks)
    for (const name of [ownerId, customer]) {
      if (name === null || raised.has(name)) continue;
      const confirmations = confirmationsRequired(coin, sums.get(name) ?? 0n);
      if (confirmations > least) raised.set(name, confirmations);
    }
  if (raised.size === 0) return;
  await tx.query(
    `with waiting as materialized (
       select id, owner_id::text as owner, project_id || ' ' || customer_id as customer
       from deposits where ${NOT_FINAL} and status = 'pending'),
     named as (
       select id, owner as name from waiting where owner is not null
       union all select id, customer from waiting where customer is not null),
     raised as (
       select n.id, max(t.confirmations) as confirmations
       from unnest($3::text[], $4::int[]) as t(name, confirmations) join named n on n.name = t.name
       group by n.id)
     update deposits d set confirmations_required = r.confirmations
     from raised r where d.id = r.id and d.confirmations_required < r.confirmations`,
    [coin.code, finalHeight, [...raised.keys()], [...raised.values()]],
  );
}
