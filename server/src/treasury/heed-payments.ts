// The watcher shows every payment that it reads, ours or not: one with address, tag and amount of a withdrawal that
// is still open here, made by none of our transfers, was made by us after the backup that this database is. Paying
// it again is what must not happen, so its coin goes into quarantine in the transaction that moves the cursor.
import type { App } from '../app.ts';
import type { BlockRef, IncomingPayment } from '../chains/chain.ts';
import { groupBy } from '../core/group.ts';
import type { Tx } from '../db/database.ts';
import { beginQuarantine } from './quarantine.ts';
import { SENT_ANEW } from './sent-anew.ts';
import { foreignAmong, storeUnknown } from './unknown-spends.ts';

interface Sight {
  /** Null while they are in the mempool. */
  readonly block: BlockRef | null;
  readonly payments: readonly IncomingPayment[];
}

type SeenPayment = IncomingPayment & Pick<Sight, 'block'>;

interface OpenWithdrawal {
  readonly project_id: string;
  readonly id: string;
  readonly address: string;
  readonly tag: number | null;
  readonly received_amount: bigint;
}

/** More open withdrawals of one coin than any till has. */
const OPEN_MAX = 100_000;

export async function heedPayments(
  tx: Tx,
  app: App,
  { coin, sights }: { coin: string; sights: readonly Sight[] },
): Promise<void> {
  if (sights.every(({ payments }) => payments.length === 0)) return;
  const withdrawals = await openWithdrawals(tx, coin);
  if (withdrawals.length === 0) return;
  const open = groupBy(withdrawals, keyOfWithdrawal);
  // Blocks have thousands of payments; few of them have an amount of ours, and only those are looked at closely.
  const amounts = new Set(withdrawals.map((withdrawal) => withdrawal.received_amount));
  const isMatching = (payment: IncomingPayment) =>
    amounts.has(payment.amount) && open.has(keyOfPayment(payment));
  const matching = sights.flatMap(({ block, payments }) =>
    payments.filter(isMatching).map((payment): SeenPayment => ({ ...payment, block })),
  );
  if (matching.length === 0) return;
  const txids = matching.map((payment) => payment.txid);
  const foreign = await foreignAmong(tx, coin, txids);
  const unknown = matching.filter((payment) => foreign.get(payment.txid) === 'unknown');
  if (unknown.length === 0) return;
  const taken = await takenWithdrawals(tx, coin);
  for (const { payment, withdrawal } of assign(unknown, { open, taken })) {
    const { txid, block } = payment;
    const facts = { coin, kind: 'payment', subject: withdrawal.id, txid, block } as const;
    await storeUnknown(tx, app, { ...facts, project_id: withdrawal.project_id });
    const reason = `${txid} pays withdrawal ${withdrawal.id} and is none of our transfers`;
    await beginQuarantine(tx, app, { coin, reason });
  }
}

/**
 * Those first of which nothing is sent here: they are what the database knows least of. Among them are completed ones
 * that a reorganisation took back, and that get another transfer (await-transfer.ts).
 */
function openWithdrawals(tx: Tx, coin: string): Promise<OpenWithdrawal[]> {
  const columns = 'w.project_id, w.id, w.address, w.tag, w.received_amount';
  return tx.query<OpenWithdrawal>(
    `select ${columns} from (
       select ${columns}, status from coin_withdrawals w
       where received_currency = $1 and status in ('pending', 'processing', 'sent', 'failed')
       union all
       select ${columns}, status from coin_withdrawals w
       where received_currency = $1 and status = 'on_hold'
       union all
       select ${columns}, status from coin_withdrawals w
       where received_currency = $1 and status = 'completed' and due_at is not null
       union all
       select ${columns}, w.status from transfers t join coin_withdrawals w on w.transfer_id = t.id
       where t.coin = $1 and t.due_at is not null and ${SENT_ANEW}) w
     order by array_position(array['pending', 'on_hold', 'completed', 'processing', 'failed', 'sent'], status), id
     limit ${OPEN_MAX}`,
    [coin],
  );
}

/** Which payment was found for which withdrawal before. */
async function takenWithdrawals(tx: Tx, coin: string): Promise<Map<string, string>> {
  const rows = await tx.query<{ subject: string; txid: string }>(
    `select subject, txid from unknown_spends where coin = $1 and kind = 'payment'
     order by found_at desc, subject limit ${OPEN_MAX}`,
    [coin],
  );
  return new Map(rows.map((row) => [row.subject, row.txid]));
}

/** Each payment is of another withdrawal, also where several ask for the same: none of them is paid again. */
function assign(
  payments: readonly SeenPayment[],
  facts: { open: ReadonlyMap<string, OpenWithdrawal[]>; taken: Map<string, string> },
): { payment: SeenPayment; withdrawal: OpenWithdrawal }[] {
  const { open, taken } = facts;
  const named = new Set<string>();
  return payments.flatMap((payment) => {
    const alike = open.get(keyOfPayment(payment)) ?? [];
    const again = ({ id }: OpenWithdrawal) => taken.get(id) === payment.txid && !named.has(id);
    const withdrawal = alike.find(again) ?? alike.find(({ id }) => !taken.has(id));
    if (withdrawal === undefined) return [];
    taken.set(withdrawal.id, payment.txid);
    named.add(withdrawal.id);
    return [{ payment, withdrawal }];
  });
}

/** Tag 0 is how a merchant says "no tag" (interface.md 4.1), and is sent as none. */
const keyOf = (address: string, tag: number | null, amount: bigint) =>
  `${address} ${tag === 0 ? '' : (tag ?? '')} ${amount}`;
const keyOfPayment = ({ address, tag, amount }: IncomingPayment) => keyOf(address, tag, amount);
const keyOfWithdrawal = ({ address, tag, received_amount: amount }: OpenWithdrawal) =>
  keyOf(address, tag, amount);
