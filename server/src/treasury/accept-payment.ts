// Completes a withdrawal with the transaction that was found for it on the chain, and gives up what was planned for it
// here: it must not be paid once more. Used when a quarantine ends.
import type { App } from '../app.ts';
import { AppError } from '../core/errors.ts';
import type { Sql, Tx } from '../db/database.ts';
import type { WithdrawalStatus } from '../withdrawals/withdrawal.ts';
import { bookPayment } from './book.ts';
import { raiseAlarm } from './journal.ts';
import { moveWithdrawal } from './move-withdrawal.ts';
import { stopForOne } from './stop-for-one.ts';
import type { PaidWithdrawal } from './store.ts';
import { readPlan, TRANSFER_COLUMNS, type TransferRow } from './transfer.ts';
import type { Treasury } from './treasury.ts';
import type { UnknownSpend } from './unknown-spends.ts';

interface Accepting {
  readonly treasury: Treasury;
  readonly spend: UnknownSpend;
  /** Null where the chain does not tell. */
  readonly fee: bigint | null;
  /** As of `plannedWithGone`. */
  readonly gone: readonly string[];
}

/** The ways from where it stands to `completed`, along the table of statuses. */
const STEPS: readonly (readonly [
  WithdrawalStatus,
  'pending' | 'processing' | 'sent' | 'completed',
])[] = [
  ['on_hold', 'pending'],
  ['pending', 'processing'],
  ['processing', 'sent'],
  ['failed', 'sent'],
  ['sent', 'completed'],
];

/** The caller holds the ledgers around it. Errors: 409 `already_sent` when what was planned may still be sent. */
export async function acceptPayment(tx: Tx, app: App, facts: Accepting): Promise<void> {
  const { treasury, spend } = facts;
  const projectId = spend.project_id ?? '';
  const id = spend.subject;
  const rows = await tx.query<PaidWithdrawal & { status: WithdrawalStatus }>(
    `select project_id, id, status, received_amount, network_fee from coin_withdrawals
     where project_id = $1 and id = $2 order by project_id, id for update`,
    [projectId, id],
  );
  const withdrawal = rows[0];
  if (withdrawal === undefined || withdrawal.status === 'completed') return;
  if (withdrawal.status === 'cancelled') return tellOfLoss(tx, app, spend);
  await stopPlanned(tx, app, facts);
  for (const [from, to] of STEPS) {
    const txid = to === 'sent' || to === 'completed' ? spend.txid : null;
    const move = { projectId, id, from: [from], to, transferId: null, txid, failure: null };
    await moveWithdrawal(tx, app, { treasury, move });
  }
  const { feeCoin } = treasury.coin;
  // A node that does not tell the fee leaves what the merchant paid for it as the best guess.
  const guess = feeCoin === spend.coin ? withdrawal.network_fee : 0n;
  await bookPayment(tx, app, { coin: spend.coin, feeCoin, withdrawal, fee: facts.fee ?? guess });
}

/** It was cancelled at the moment in which it was found: the merchant has the money back, and the payee has it, too. */
function tellOfLoss(tx: Tx, app: App, spend: UnknownSpend): Promise<void> {
  const { coin, txid, project_id } = spend;
  return raiseAlarm(tx, app, {
    kind: 'cancelled_but_paid',
    subject: spend.subject,
    facts: { coin, txid, project_id },
  });
}

/** Planned before the backup, and never signed here: its inputs or its number are free again. */
async function stopPlanned(tx: Tx, app: App, facts: Accepting): Promise<void> {
  const { treasury, spend, gone } = facts;
  const reason = 'paid by a transaction found on the chain';
  for (const transfer of await plannedFor(tx, spend)) {
    const isNumberGone = gone.includes(transfer.id);
    const stopping = { treasury, withdrawalId: spend.subject, transfer, reason, isNumberGone };
    if (await stopForOne(tx, app, stopping)) continue;
    throw new AppError({
      code: 'already_sent',
      status: 409,
      message: `transfer ${transfer.id} would pay withdrawal ${spend.subject} again and cannot be stopped`,
    });
  }
}

/** Those whose number the chain shows as used: who comes after them does not wait for them. */
export async function plannedWithGone(
  app: App,
  { network }: Treasury,
  spend: UnknownSpend,
): Promise<string[]> {
  const gone = [];
  for (const transfer of await plannedFor(app.db, spend)) {
    const plan = readPlan(transfer.plan);
    if (!('sender' in plan.origin)) continue;
    const spenders = await network.spendersOf(plan, transfer.planned_height);
    if (spenders.length > 0) gone.push(transfer.id);
  }
  return gone;
}

function plannedFor(sql: Sql, { coin, project_id, subject }: UnknownSpend): Promise<TransferRow[]> {
  return sql.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers
     where coin = $1 and status = 'reserved' and id in
       (select transfer_id from transfer_payments where project_id = $2 and withdrawal_id = $3)
     order by created_at, id`,
    [coin, project_id, subject],
  );
}
