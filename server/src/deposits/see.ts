// Stores what was seen on a chain as deposits and tells their owners. The identity of a deposit is
// (coin, txid, output index), so a second sighting changes its place and nothing else.
import type { App } from '../app.ts';
import type { BlockRef, IncomingPayment } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import { newId } from '../core/ids.ts';
import type { Tx } from '../db/database.ts';
import { lockLedgers } from '../ledger/post.ts';
import { confirmationsRequired, type DepositRow } from './deposit.ts';
import type { MatchedPayment } from './match.ts';
import { DEPOSIT_COLUMNS } from './store.ts';

/** What a deposit becomes for the merchant is its owner's business; given by assemble.ts. */
export interface DepositOwners {
  /** Invoices: recompute these soon. */
  touchInvoices(tx: Tx, ids: readonly string[], now: Date): Promise<void>;
  /** Channels: a payment for each deposit that has none. */
  receiveChannelDeposits(tx: Tx, app: App, deposits: readonly DepositRow[]): Promise<void>;
  touchChannelPayments(tx: Tx, depositIds: readonly string[], now: Date): Promise<void>;
  /** Treasury: all that was read of the chain, ours or not (treasury/heed-payments.ts). */
  heedPayments(
    tx: Tx,
    app: App,
    facts: { coin: string; payments: readonly SeenPayment[] },
  ): Promise<void>;
}

export interface SeenPayment extends IncomingPayment {
  readonly block: BlockRef | null;
  /** When it was first known to be broadcast, in milliseconds. */
  readonly seenAt: number;
}

export async function storeDeposits(
  tx: Tx,
  app: App,
  facts: { coin: Coin; matched: readonly MatchedPayment<SeenPayment>[]; owners: DepositOwners },
): Promise<void> {
  const { coin, matched, owners } = facts;
  if (matched.length === 0) return;
  await lockLedgers(
    tx,
    matched.map((item) => item.projectId),
  );
  const changed = await upsert(tx, app, { coin, matched });
  await tellOwners(tx, app, { deposits: changed, owners });
}

export async function tellOwners(
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
  await owners.receiveChannelDeposits(tx, app, ofChannels);
  await owners.touchChannelPayments(
    tx,
    ofChannels.map((deposit) => deposit.id),
    now,
  );
}

/** The rows that are new or changed their place. A dropped deposit that is seen again is pending again. */
function upsert(
  tx: Tx,
  app: App,
  facts: { coin: Coin; matched: readonly MatchedPayment<SeenPayment>[] },
): Promise<DepositRow[]> {
  const { coin, matched } = facts;
  const payments = matched.map((item) => item.payment);
  return tx.query<DepositRow>(
    `insert into deposits as d (coin, txid, output_index, id, address, tag, amount, project_id, owner_type,
       owner_id, status, block_height, block_hash, confirmations_required, first_seen_at, is_unmatched)
     select $1, t.txid, t.output_index, t.id, t.address, t.tag, t.amount, t.project_id, t.owner_type,
       t.owner_id, 'pending', t.block_height, t.block_hash, t.confirmations_required, t.first_seen_at,
       t.owner_id is null
     from unnest($2::text[], $3::int[], $4::uuid[], $5::text[], $6::bigint[], $7::numeric[], $8::uuid[],
       $9::text[], $10::uuid[], $11::bigint[], $12::text[], $13::int[], $14::timestamptz[])
       as t(txid, output_index, id, address, tag, amount, project_id, owner_type, owner_id,
         block_height, block_hash, confirmations_required, first_seen_at)
     on conflict (coin, txid, output_index) do update set
       block_height = coalesce(excluded.block_height, d.block_height),
       block_hash = coalesce(excluded.block_hash, d.block_hash),
       lost_height = case when excluded.block_height is null then d.lost_height end,
       status = case when d.status = 'dropped' then 'pending' else d.status end
     where d.status = 'dropped'
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
      payments.map((payment) => confirmationsRequired(coin, payment.amount)),
      payments.map((payment) => new Date(payment.seenAt)),
    ],
  );
}
