// The watcher shows every payment that it reads, ours or not: one with address, tag and amount of a withdrawal that
// is still open here, made by none of our transfers, was made by us after the backup that this database is. Paying
// it again is what must not happen, so its coin goes into quarantine in the transaction that moves the cursor.
import type { App } from '../app.ts';
import type { BlockRef, IncomingPayment } from '../chains/chain.ts';
import type { Tx } from '../db/database.ts';
import { beginQuarantine } from './quarantine.ts';
import { foreignAmong, storeUnknown } from './unknown-spends.ts';

interface SeenPayment extends IncomingPayment {
  /** Null while it is in the mempool. */
  readonly block: BlockRef | null;
}

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
  { coin, payments }: { coin: string; payments: readonly SeenPayment[] },
): Promise<void> {
  if (payments.length === 0) return;
  const found = matchOpen(await openWithdrawals(tx, coin), payments);
  if (found.length === 0) return;
  const foreign = await foreignAmong(
    tx,
    coin,
    found.map(({ payment }) => payment.txid),
  );
  for (const { payment, withdrawal } of found) {
    if (foreign.get(payment.txid) !== 'unknown') continue;
    const { txid, block } = payment;
    const facts = { coin, kind: 'payment', subject: withdrawal.id, txid, block } as const;
    await storeUnknown(tx, app, { ...facts, project_id: withdrawal.project_id });
    const reason = `${txid} pays withdrawal ${withdrawal.id} and is none of our transfers`;
    await beginQuarantine(tx, app, { coin, reason });
  }
}

function openWithdrawals(tx: Tx, coin: string): Promise<OpenWithdrawal[]> {
  const columns = 'project_id, id, address, tag, received_amount';
  return tx.query<OpenWithdrawal>(
    `select ${columns} from coin_withdrawals
     where received_currency = $1 and status in ('pending', 'processing', 'sent', 'failed')
     union all
     select ${columns} from coin_withdrawals where received_currency = $1 and status = 'on_hold'
     limit ${OPEN_MAX}`,
    [coin],
  );
}

function matchOpen(withdrawals: readonly OpenWithdrawal[], payments: readonly SeenPayment[]) {
  // Tag 0 is how a merchant says "no tag" (interface.md 4.1), and is sent as none.
  const key = (address: string, tag: number | null, amount: bigint) =>
    `${address} ${tag === 0 ? '' : (tag ?? '')} ${amount}`;
  const open = new Map(
    withdrawals.map((row) => [key(row.address, row.tag, row.received_amount), row]),
  );
  return payments.flatMap((payment) => {
    const withdrawal = open.get(key(payment.address, payment.tag, payment.amount));
    return withdrawal === undefined ? [] : [{ payment, withdrawal }];
  });
}
