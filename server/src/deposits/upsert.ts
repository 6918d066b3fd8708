// The statement that stores sightings. It returns the rows that are new or whose block changed.
import type { Instance } from '../app.ts';
import type { BlockRef } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { AppError } from '../core/errors.ts';
import { toQuote } from '../core/money.ts';
import { inParts } from '../db/in-parts.ts';
import type { Tx } from '../db/tx.ts';
import { quoteNow } from '../rates/rates.ts';
import { deepTimes } from './date-by-blocks.ts';
import { DEPOSIT_COLUMNS, type DepositRow } from './deposit.ts';
import type { Depth } from './depth.ts';
import type { MatchedPayment } from './match.ts';
import { isBelowMinimum } from './minimum.ts';

// Values a payment when it is stored, for the merchant's accounting. Nothing is posted.

const VALUED_IN = 'EUR';

/** In EUR cents, rounded down, from the coin's smallest unit. Null: no rate is available now. */
function valuerOf(instance: Instance, { asset }: Coin): (amount: bigint) => bigint | null {
  const quote = instance.currencies.get(VALUED_IN);
  const rate = sellRate(instance, asset.code);
  if (quote === undefined || rate === null) return () => null;
  return (amount) => toQuote(amount, { base: asset, quote, rate }, 'down');
}

function sellRate(instance: Instance, base: string) {
  try {
    return quoteNow(instance, { base, quote: VALUED_IN }).sellRate;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rates_unavailable') return null;
    throw error;
  }
}

interface MatchedPayments {
  readonly coin: Coin;
  readonly matched: readonly MatchedPayment[];
  /** As in `Depth`. */
  readonly deepUnder: BlockRef | null;
  /** By project. */
  readonly minimums: ReadonlyMap<string, bigint>;
  /** For each payment. */
  readonly depths: readonly Depth[];
}

/** Neither confirmed nor reversed before: the new sighting may replace what is stored. */
const IS_OPEN = `d.status in ('pending', 'dropped')`;

/** Like IS_DEEP in confirm.ts: a block at the tip has one confirmation. */
function isDeep(block: BlockRef | null, tip: BlockRef | null, required: number): boolean {
  return block !== null && tip !== null && block.height <= tip.height - required + 1;
}

interface Sighting extends MatchedPayment {
  /** For a new deposit. Ids follow the order of the payments in the block. */
  readonly id: string;
  readonly depth: Depth;
  /** Includes the confirmations until the payment is spendable (maturity). */
  readonly required: number;
  readonly isDeep: boolean;
}

/** A dropped deposit that is seen again is pending again. An output that a node reports twice counts once. */
export async function upsertDeposits(
  tx: Tx,
  matchedPayments: MatchedPayments,
): Promise<DepositRow[]> {
  const { coin, minimums } = matchedPayments;
  const sightings = sightingsOf(tx, matchedPayments).sort(byPlace);
  const deepAt = await deepTimes(tx, { coin: coin.code, places: sightings.map(deepPlaceOf) });
  const dated = sightings.map((sighting, n) => ({ ...sighting, deepAt: deepAt[n] ?? null }));
  const stored = await inParts(dated, (part) =>
    upsertPart(tx, { coin, minimums, sightings: part }),
  );
  return stored.flat();
}

function sightingsOf(tx: Tx, { matched, depths, deepUnder }: MatchedPayments): Sighting[] {
  const once = new Map<string, Sighting>();
  for (const [n, item] of matched.entries()) {
    const { txid, index, address, block, maturity = 1 } = item.payment;
    const name = `${txid} ${index} ${address}`;
    if (once.has(name)) continue;
    const depth = defined(depths[n], 'a depth for each');
    // An immature output is not credited yet: the merchant would own money that cannot be paid out yet.
    const required = Math.max(depth.confirmations, maturity);
    const ofDepth = { depth, required, isDeep: isDeep(block, deepUnder, required) };
    once.set(name, { ...item, id: tx.newId(), ...ofDepth });
  }
  return [...once.values()];
}

/** In key order, so that two processes that store the same deposits lock rows in the same order. */
function byPlace({ payment: a }: Sighting, { payment: b }: Sighting): number {
  if (a.txid !== b.txid) return a.txid < b.txid ? -1 : 1;
  if (a.index !== b.index) return a.index - b.index;
  if (a.address === b.address) return 0;
  return a.address < b.address ? -1 : 1;
}

function deepPlaceOf({ payment: { block }, required, isDeep: is }: Sighting) {
  return block !== null && is ? { height: block.height, confirmations: required } : null;
}

interface Part {
  readonly coin: Coin;
  readonly minimums: ReadonlyMap<string, bigint>;
  readonly sightings: readonly (Sighting & { readonly deepAt: Date | null })[];
}

function upsertPart(tx: Tx, part: Part): Promise<DepositRow[]> {
  return tx.query<DepositRow>(
    `insert into deposits as d (coin, txid, output_index, id, address, tag, amount, project_id, owner_type,
       owner_id, status, confirmed_at, assess_at, block_height, block_hash, confirmations_required,
       first_seen_at, is_unmatched, is_small, maturity, token, customer_id, value_eur)
     select $1, t.txid, t.output_index, t.id, t.address, t.tag, t.amount, t.project_id, t.owner_type,
       t.owner_id, case when t.is_deep then 'confirmed' else 'pending' end,
       case when t.is_deep then least($16::timestamptz, t.deep_at) end, case when t.is_deep then $16::timestamptz end,
       t.block_height, t.block_hash, t.confirmations_required, t.first_seen_at,
       t.owner_id is null or t.is_small, t.is_small, t.maturity, t.token, t.customer_id,
       t.value_eur
     from unnest($2::text[], $3::int[], $4::uuid[], $5::text[], $6::bigint[], $7::numeric[], $8::uuid[],
       $9::text[], $10::uuid[], $11::bigint[], $12::text[], $13::int[], $14::timestamptz[],
       $15::boolean[], $17::boolean[], $18::int[], $19::jsonb[], $20::text[],
       $21::timestamptz[], $22::numeric[])
       with ordinality as t(txid, output_index, id, address, tag, amount, project_id, owner_type, owner_id,
         block_height, block_hash, confirmations_required, first_seen_at, is_deep, is_small,
         maturity, token, customer_id, deep_at, value_eur, n)
     order by t.n
     on conflict (coin, txid, output_index, address) do update set
       block_height = coalesce(excluded.block_height, d.block_height),
       block_hash = coalesce(excluded.block_hash, d.block_hash),
       maturity = greatest(d.maturity, excluded.maturity),
       customer_id = coalesce(excluded.customer_id, d.customer_id),
       amount = case when excluded.block_hash is null or d.booked_at is not null then d.amount
         else excluded.amount end,
       value_eur = case when excluded.amount = d.amount or d.booked_at is not null
         then coalesce(d.value_eur, excluded.value_eur) else excluded.value_eur end,
       confirmations_required = case when excluded.block_hash is null or d.booked_at is not null
         then d.confirmations_required else excluded.confirmations_required end,
       lost_height = case when excluded.block_height is null then d.lost_height end,
       replaced_by = null,
       status = case when ${IS_OPEN} then excluded.status else d.status end,
       confirmed_at = case when ${IS_OPEN} then excluded.confirmed_at
         when d.status = 'confirmed' and d.booked_at is null then least(d.confirmed_at, excluded.confirmed_at)
         else d.confirmed_at end,
       assess_at = case when ${IS_OPEN} and d.risk is null then excluded.assess_at else d.assess_at end
     where d.status = 'dropped' or d.replaced_by is not null
       or (excluded.block_hash is not null and d.block_hash is distinct from excluded.block_hash)
     returning ${DEPOSIT_COLUMNS}`,
    valuesOf(tx, part),
  );
}

function valuesOf(tx: Tx, { coin, minimums, sightings }: Part): unknown[] {
  const payments = sightings.map(({ payment }) => payment);
  const worthOf = valuerOf(tx.instance, coin);
  return [
    coin.code,
    payments.map((payment) => payment.txid),
    payments.map((payment) => payment.index),
    sightings.map(({ id }) => id),
    payments.map((payment) => payment.address),
    payments.map((payment) => payment.tag),
    payments.map((payment) => payment.amount.toString()),
    sightings.map((sighting) => sighting.projectId),
    sightings.map((sighting) => sighting.ownerType),
    sightings.map((sighting) => sighting.ownerId),
    payments.map((payment) => payment.block?.height ?? null),
    payments.map((payment) => payment.block?.hash ?? null),
    sightings.map((sighting) => sighting.required),
    payments.map((payment) => new Date(payment.seenAt)),
    sightings.map((sighting) => sighting.isDeep),
    tx.now,
    sightings.map((sighting) => isBelowMinimum(sighting, minimums)),
    payments.map(({ maturity = 1 }) => maturity),
    payments.map(({ token }) => (token === undefined ? null : JSON.stringify(token))),
    sightings.map(({ depth }) => depth.customerId),
    sightings.map((sighting) => sighting.deepAt),
    payments.map(({ amount }) => worthOf(amount)?.toString() ?? null),
  ];
}
