// Payments by transactions that were signed with our keys but are unknown to this database, and the withdrawals that
// they match. The matching is recomputed on every request, because a withdrawal may become visible later than its
// payment.
import type { BlockRef, IncomingPayment } from '../../chains/chain.ts';
import { groupBy } from '../../core/group.ts';
import type { Sql } from '../../db/database.ts';
import type { Tx } from '../../db/tx.ts';
import { SENT_ANEW } from '../payout.ts';
import { storeUnrecognised } from './unrecognised-spends.ts';

interface UnknownPayment {
  readonly txid: string;
  readonly output_index: number;
  readonly address: string;
  readonly tag: number | null;
  readonly amount: bigint;
  readonly withdrawal_id: string | null;
  readonly block_height: number | null;
  readonly block_hash: string | null;
}

/** Includes change, because an older database may not know which addresses are ours. */
export async function storePayments(
  tx: Tx,
  {
    coin,
    payments,
  }: { coin: string; payments: readonly (IncomingPayment & { block: BlockRef | null })[] },
): Promise<void> {
  if (payments.length === 0) return;
  await tx.query(
    `insert into unknown_payments as u
       (coin, txid, output_index, address, tag, amount, block_height, block_hash, found_at)
     select distinct on (t.txid, t.output_index, t.address) $1, t.txid, t.output_index, t.address, t.tag,
       t.amount, t.block_height, t.block_hash, $9
     from unnest($2::text[], $3::int[], $4::text[], $5::bigint[], $6::numeric[], $7::bigint[], $8::text[])
       as t(txid, output_index, address, tag, amount, block_height, block_hash)
     order by t.txid, t.output_index, t.address, t.block_height
     on conflict (coin, txid, output_index, address) do update set
       block_height = coalesce(excluded.block_height, u.block_height),
       block_hash = coalesce(excluded.block_hash, u.block_hash)`,
    [
      coin,
      payments.map(({ txid }) => txid),
      payments.map(({ index }) => index),
      payments.map(({ address }) => address),
      payments.map(({ tag }) => tag),
      payments.map(({ amount }) => amount.toString()),
      payments.map(({ block }) => block?.height ?? null),
      payments.map(({ block }) => block?.hash ?? null),
      tx.now,
    ],
  );
}

interface Candidate {
  readonly project_id: string;
  readonly id: string;
  readonly address: string;
  readonly tag: number | null;
  readonly received_amount: bigint;
}

/** Each payment matches a different withdrawal, so that none is paid twice. */
export async function assignPayments(tx: Tx, coin: string): Promise<void> {
  const payments = await tx.query<UnknownPayment>(
    `select txid, output_index, address, tag, amount, withdrawal_id, block_height, block_hash
     from unknown_payments where coin = $1 and settled_at is null
     order by found_at, txid, output_index, address for update`,
    [coin],
  );
  if (payments.length === 0) return;
  const candidates = groupBy(await candidatesFor(tx, coin, payments), (one) =>
    keyOf(one.address, one.tag, one.received_amount),
  );
  const taken = new Set(payments.flatMap(({ withdrawal_id: id }) => id ?? []));
  for (const payment of payments) {
    const alike = candidates.get(keyOf(payment.address, payment.tag, payment.amount)) ?? [];
    const found = alike.find(({ id }) =>
      payment.withdrawal_id === null ? !taken.has(id) : id === payment.withdrawal_id,
    );
    if (found === undefined) continue;
    taken.add(found.id);
    await assign(tx, { coin, payment, found });
  }
}

async function assign(
  tx: Tx,
  { coin, payment, found }: { coin: string; payment: UnknownPayment; found: Candidate },
): Promise<void> {
  const { txid, block_height: height, block_hash: hash } = payment;
  const block = height === null || hash === null ? null : { height, hash };
  await tx.query(
    `update unknown_payments set withdrawal_id = $5
     where coin = $1 and txid = $2 and output_index = $3 and address = $4`,
    [coin, txid, payment.output_index, payment.address, found.id],
  );
  const facts = { coin, kind: 'payment', subject: found.id, txid, block } as const;
  await storeUnrecognised(tx, { ...facts, project_id: found.project_id });
}

/**
 * Includes uncommitted, unapproved and canceled withdrawals, and completed ones that a reorganization removed. Those
 * without a transfer here come first, because the database knows least about them.
 */
function candidatesFor(
  tx: Tx,
  coin: string,
  payments: readonly UnknownPayment[],
): Promise<Candidate[]> {
  return tx.query<Candidate>(
    `select w.project_id, w.id, w.address, w.tag, w.received_amount
     from coin_withdrawals w
     left join payouts p on p.project_id = w.project_id and p.withdrawal_id = w.id
     left join transfers t on t.coin = w.received_currency and t.id = p.transfer_id
     where w.received_currency = $1
       and (w.address, w.received_amount) in (select * from unnest($2::text[], $3::numeric[]))
       and (w.status <> 'completed' or p.status = 'waiting' or (t.due_at is not null and ${SENT_ANEW})
         or exists (select 1 from unknown_payments u where u.coin = $1 and u.withdrawal_id = w.id))
     order by array_position(
       array['pending', 'new', 'on_hold', 'completed', 'processing', 'failed', 'sent', 'cancelled'], w.status), w.id`,
    [coin, payments.map(({ address }) => address), payments.map(({ amount }) => amount.toString())],
  );
}

export interface LostPayment {
  readonly coin: string;
  readonly txid: string;
  readonly address: string;
  readonly tag: number | null;
  readonly amount: bigint;
}

/** The database lost the withdrawal, or the coins were stolen. Excludes change. */
export function lostPayments(sql: Sql, coin: string): Promise<LostPayment[]> {
  return sql.query<LostPayment>(
    `select coin, txid, address, tag, amount from unknown_payments u
     where coin = $1 and settled_at is null and withdrawal_id is null
       and not exists (select 1 from addresses a
         where a.coin = u.coin and a.address = u.address and coalesce(a.owner_type, 'treasury') = 'treasury')
     order by found_at, txid, output_index, address`,
    [coin],
  );
}

/**
 * The rest stay unassigned, also payments found for a canceled withdrawal, so that withdrawals with the same recipient
 * and amount are held (withdrawals/payout-doubts.ts).
 */
export async function settlePayments(tx: Tx, coin: string): Promise<void> {
  await tx.query(
    `update unknown_payments u set settled_at = $2, withdrawal_id = (
       select w.id from coin_withdrawals w
       where w.id = u.withdrawal_id and w.status = 'completed' and w.txid = u.txid)
     where u.coin = $1 and u.settled_at is null`,
    [coin, tx.now],
  );
}

/** Tag 0 means "no tag" (interface.md 4.1), and is sent without a tag. */
const keyOf = (address: string, tag: number | null, amount: bigint) =>
  `${address} ${tag === 0 ? '' : (tag ?? '')} ${amount}`;
