// The effects of a commit besides the row: the debit, the transaction list, the callbacks, and the payouts.
import type { Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { countAcross } from '../db/object-counts.ts';
import type { Tx } from '../db/tx.ts';
import { emitAcross, type ProjectEvent } from '../events/emit.ts';
import { type Posting, type ProjectPosting, postAcross } from '../ledger/post.ts';
import { recordAcross } from '../transactions/record.ts';
import { notifyWorkers } from '../workers/worker.ts';
import { presentWithdrawal } from './present.ts';
import { listedAmount, senderName, type WithdrawalRow } from './withdrawal.ts';

/** The rows are committed. The caller holds the ledger locks and has released the holds. */
export async function debitWithdrawals(
  tx: Tx,
  { rows, now }: { rows: readonly WithdrawalRow[]; now: Date },
): Promise<void> {
  if (rows.length === 0) return;
  const sending = rows.filter((row) => row.status === 'pending');
  const senders = new Set(sending.map((row) => senderName(row.received_currency)));
  await Promise.all([
    postAcross(tx, { postings: rows.flatMap(postingsOf), now }),
    recordAcross(tx, { now, rows: rows.map((row) => transactionOf(tx.instance, row)) }),
    countAcross(tx, {
      objectType: 'coin_withdrawal',
      projectIds: rows.map((row) => row.project_id),
    }),
    emitAcross(
      tx,
      rows.flatMap((row) => eventsOf(tx.instance, row)),
    ),
    tx.instance.reactions.withdrawalsToSend(tx, sending),
    notifyWorkers(tx, [...senders]),
  ]);
}

function postingsOf(row: WithdrawalRow): ProjectPosting[] {
  return commitPostings(row).map((posting) => ({ ...posting, projectId: row.project_id }));
}

/** A withdrawal that waits for a person triggers two events: created, then held. */
function eventsOf(instance: Instance, row: WithdrawalRow): ProjectEvent[] {
  const { project_id: projectId, id: objectId } = row;
  const created = { projectId, type: 'CoinWithdrawal', event: 'created', objectId } as const;
  if (row.status === 'pending') return [{ ...created, data: presentWithdrawal(instance, row) }];
  return [
    { ...created, data: presentWithdrawal(instance, { ...row, status: 'pending' }) },
    { ...created, event: 'status_changed', data: presentWithdrawal(instance, row) },
  ];
}

function transactionOf(instance: Instance, row: WithdrawalRow) {
  return {
    projectId: row.project_id,
    nonce: instance.random.bytes(10).toString('hex'),
    currency: row.charged_currency,
    referenceType: 'CoinWithdrawal' as const,
    referenceId: row.id,
    ...listedAmount(row),
    feeCurrency: row.charged_currency,
    customId: row.custom_id,
    customerId: row.customer_id,
    description: null,
    status: row.status,
    statusContext: null,
    risk: row.risk,
    riskLevel: row.risk?.level ?? null,
  };
}

/**
 * The coin and the paid network fee wait in `withdrawals` (docs/architecture.md, "The books"). A returned deposit is
 * taken from `deposits`, because it never was in the merchant's account.
 */
function commitPostings(row: WithdrawalRow): Posting[] {
  const reference = { referenceType: 'CoinWithdrawal', referenceId: row.id };
  const charged = { ...reference, currency: row.charged_currency };
  const coin = { ...reference, currency: assetCode(row.received_currency) };
  const net = row.charged_amount - row.fee;
  const sent = row.received_amount + row.network_fee;
  const fee: Posting = {
    ...charged,
    purpose: 'fee',
    from: 'available',
    to: 'fees',
    amount: row.fee,
  };
  const source = row.deposit_id === null ? 'available' : 'deposits';
  const postings: Posting[] =
    row.rate === null
      ? [{ ...charged, purpose: 'charge', from: source, to: 'withdrawals', amount: net }, fee]
      : [
          { ...charged, purpose: 'charge', from: 'available', to: 'exchange', amount: net },
          fee,
          { ...coin, purpose: 'convert', from: 'exchange', to: 'withdrawals', amount: sent },
        ];
  return postings.filter((posting) => posting.amount > 0n);
}
