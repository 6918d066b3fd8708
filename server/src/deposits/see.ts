// Stores what was seen on a chain as deposits and tells their owners. The identity of a deposit is
// (coin, txid, output index, address), so a second sighting changes its place; and, until it is booked, its amount to
// what the block says, where that is not for the transaction alone to say (ETH out of contracts, tokens).
import type { App } from '../app.ts';
import type { BlockRef } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import { newId } from '../core/ids.ts';
import type { Tx } from '../db/database.ts';
import { lockLedgers } from '../ledger/post.ts';
import { notifyWorker } from '../workers/worker.ts';
import {
  type Clash,
  clashesAnnounced,
  projectsInClashes,
  settleClashes,
  storeUses,
} from './clashes.ts';
import { confirmationsRequired, type DepositRow, isSettled } from './deposit.ts';
import { flagChanged } from './flag-changed.ts';
import type { MatchedPayment } from './match.ts';
import type { Sight } from './sight.ts';
import { DEPOSIT_COLUMNS } from './store.ts';

/** What a deposit becomes for the merchant is its owner's business; given by assemble.ts. */
export interface DepositOwners {
  /** Invoices: recompute these soon. */
  touchInvoices(tx: Tx, ids: readonly string[], now: Date): Promise<void>;
  /** Channels: a payment for each deposit that has none. */
  receiveChannelDeposits(tx: Tx, app: App, deposits: readonly DepositRow[]): Promise<void>;
  touchChannelPayments(tx: Tx, deposits: readonly DepositRow[], now: Date): Promise<void>;
  /** Treasury: all that was read of the chain, ours or not (treasury/heed-spends.ts). */
  heedSpends(tx: Tx, app: App, facts: { coin: string; sights: readonly Sight[] }): Promise<void>;
}

/** Woken when a deposit of its coin is confirmed that was not assessed yet. */
export function assessName(coin: string): string {
  return `assess-${coin.toLowerCase()}`;
}

interface Sighting {
  readonly coin: Coin;
  readonly matched: readonly MatchedPayment[];
  /** What blocks have in the place of something announced. */
  readonly clashes?: readonly Clash[];
  /** The newest block read, when depth tells which payments count; null when these are of no block, or it does not. */
  readonly deepUnder: BlockRef | null;
}

/** A payment that is read in a block deep enough is confirmed at once: its row is not written twice. */
export async function storeDeposits(
  tx: Tx,
  app: App,
  facts: Sighting & { owners: DepositOwners },
): Promise<void> {
  const { matched, owners } = facts;
  const coin = facts.coin.code;
  const clashes = [...(facts.clashes ?? []), ...(await clashesAnnounced(tx, coin, matched))];
  if (matched.length === 0 && clashes.length === 0) return;
  await lockLedgers(tx, [
    ...matched.map((item) => item.projectId),
    ...(await projectsInClashes(tx, coin, clashes)),
  ]);
  await storeUses(tx, coin, matched);
  const seen = await upsert(tx, app, facts);
  await flagChanged(tx, app, { coin: facts.coin, matched, changed: seen });
  const lost = await settleClashes(tx, coin, clashes);
  const gone = new Set(lost.map(({ id }) => id));
  const changed = [...seen.filter(({ id }) => !gone.has(id)), ...lost];
  const waiting = changed.filter(isAwaitingAssessment);
  // Who waits for the assessment is told its outcome, or that there is none yet.
  const told = changed.filter((deposit) => !isAwaitingAssessment(deposit));
  const ofChannels = seen.filter(
    (deposit) => deposit.owner_type === 'channel' && !gone.has(deposit.id),
  );
  await owners.receiveChannelDeposits(tx, app, ofChannels);
  await touchOwners(tx, app, {
    // What has just become a payment, or is one already and not settled, changes nothing of it.
    deposits: told.filter(
      (deposit) => deposit.owner_type !== 'channel' || isSettled(deposit) || gone.has(deposit.id),
    ),
    owners,
  });
  if (waiting.length > 0) await notifyWorker(tx, assessName(facts.coin.code));
}

function isAwaitingAssessment(deposit: DepositRow): boolean {
  return deposit.status === 'confirmed' && !isSettled(deposit);
}

export async function tellOwners(
  tx: Tx,
  app: App,
  facts: { deposits: readonly DepositRow[]; owners: DepositOwners },
): Promise<void> {
  const ofChannels = facts.deposits.filter((deposit) => deposit.owner_type === 'channel');
  await facts.owners.receiveChannelDeposits(tx, app, ofChannels);
  await touchOwners(tx, app, facts);
}

async function touchOwners(
  tx: Tx,
  app: App,
  facts: { deposits: readonly DepositRow[]; owners: DepositOwners },
): Promise<void> {
  const { deposits, owners } = facts;
  const now = new Date(app.clock.now());
  const ofInvoices = deposits.filter((deposit) => deposit.owner_type === 'invoice');
  const ofChannels = deposits.filter((deposit) => deposit.owner_type === 'channel');
  const invoiceIds = [...new Set(ofInvoices.flatMap((deposit) => deposit.owner_id ?? []))].sort();
  await owners.touchInvoices(tx, invoiceIds, now);
  await owners.touchChannelPayments(tx, ofChannels, now);
}

/** Neither confirmed before nor reversed: what the new sighting says holds. */
const IS_OPEN = `d.status in ('pending', 'dropped')`;

/** As IS_DEEP in final-height.ts: a block in the tip has one confirmation. */
function isDeep(block: BlockRef | null, tip: BlockRef | null, required: number): boolean {
  return block !== null && tip !== null && block.height <= tip.height - required + 1;
}

/**
 * The rows that are new or changed their place. A dropped deposit that is seen again is pending again. One statement
 * cannot change a row twice, so what a node names twice (a mempool that was asked anew) counts once.
 */
function upsert(tx: Tx, app: App, { coin, matched, deepUnder }: Sighting): Promise<DepositRow[]> {
  const payments = matched.map((item) => item.payment);
  const maturities = payments.map(({ maturity = 1 }) => maturity);
  // What cannot be spent yet is not credited yet: the merchant would own what nobody can pay out.
  const required = payments.map((payment, n) =>
    Math.max(confirmationsRequired(coin, payment.amount), maturities[n] ?? 1),
  );
  return tx.query<DepositRow>(
    `insert into deposits as d (coin, txid, output_index, id, address, tag, amount, project_id, owner_type,
       owner_id, status, confirmed_at, assess_at, block_height, block_hash, confirmations_required,
       first_seen_at, maturity, is_unmatched)
     select distinct on (t.txid, t.output_index, t.address)
       $1, t.txid, t.output_index, t.id, t.address, t.tag, t.amount, t.project_id, t.owner_type,
       t.owner_id, case when t.is_deep then 'confirmed' else 'pending' end,
       case when t.is_deep then $16::timestamptz end, case when t.is_deep then $16::timestamptz end,
       t.block_height, t.block_hash, t.confirmations_required, t.first_seen_at, t.maturity, t.owner_id is null
     from unnest($2::text[], $3::int[], $4::uuid[], $5::text[], $6::bigint[], $7::numeric[], $8::uuid[],
       $9::text[], $10::uuid[], $11::bigint[], $12::text[], $13::int[], $14::timestamptz[], $15::boolean[], $17::int[])
       with ordinality as t(txid, output_index, id, address, tag, amount, project_id, owner_type, owner_id,
         block_height, block_hash, confirmations_required, first_seen_at, is_deep, maturity, n)
     order by t.txid, t.output_index, t.address, t.n
     on conflict (coin, txid, output_index, address) do update set
       block_height = coalesce(excluded.block_height, d.block_height),
       block_hash = coalesce(excluded.block_hash, d.block_hash),
       maturity = greatest(d.maturity, excluded.maturity),
       amount = case when excluded.block_hash is null or d.booked_at is not null then d.amount
         else excluded.amount end,
       confirmations_required = case when excluded.block_hash is null or d.booked_at is not null
         then d.confirmations_required else excluded.confirmations_required end,
       lost_height = case when excluded.block_height is null then d.lost_height end,
       replaced_by = null,
       status = case when ${IS_OPEN} then excluded.status else d.status end,
       confirmed_at = case when ${IS_OPEN} then excluded.confirmed_at else d.confirmed_at end,
       assess_at = case when ${IS_OPEN} and d.risk is null then excluded.assess_at else d.assess_at end
     where d.status = 'dropped' or d.replaced_by is not null
       or (excluded.block_hash is not null and d.block_hash is distinct from excluded.block_hash)
     returning ${DEPOSIT_COLUMNS}`,
    [
      coin.code,
      payments.map((payment) => payment.txid),
      payments.map((payment) => payment.index),
      payments.map(() => newId(app.clock, app.random)),
      payments.map((payment) => payment.address),
      payments.map((payment) => payment.tag),
      payments.map((payment) => payment.amount.toString()),
      matched.map((item) => item.projectId),
      matched.map((item) => item.ownerType),
      matched.map((item) => item.ownerId),
      payments.map((payment) => payment.block?.height ?? null),
      payments.map((payment) => payment.block?.hash ?? null),
      required,
      payments.map((payment) => new Date(payment.seenAt)),
      payments.map((payment, n) => isDeep(payment.block, deepUnder, required[n] ?? 0)),
      new Date(app.clock.now()),
      maturities,
    ],
  );
}
