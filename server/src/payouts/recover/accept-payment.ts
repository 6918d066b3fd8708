// Completes a withdrawal with the transaction found on the chain and abandons its planned transfer.
import type { App } from '../../app.ts';
import { apiError } from '../../core/errors.ts';
import type { Sql } from '../../db/database.ts';
import type { Tx } from '../../db/tx.ts';
import { raiseAlert } from '../../ledger/alerts.ts';
import { noteTxid } from '../../withdrawals/follow-payout.ts';
import type { WithdrawalStatus } from '../../withdrawals/withdrawal.ts';
import { type CoinWallet, networkCoinsOf } from '../coin-wallet.ts';
import { bookCostOf } from '../follow/book-costs.ts';
import { bookPayments } from '../follow/book-payment.ts';
import { movePayout, SENT_ANEW } from '../payout.ts';
import { stopForOne } from '../stop-unsigned.ts';
import { lockLedgersOf, type PaidWithdrawal } from '../store-transfers.ts';
import { readPlan, TRANSFER_COLUMNS, type TransferRow } from '../transfer.ts';
import type { UnknownSpend } from './unrecognised-spends.ts';

/** More than are ever planned before one of them is signed. */
const FOLLOWERS_MAX = 1000;

interface Accepting {
  readonly coinWallet: CoinWallet;
  readonly spend: UnknownSpend;
  /** Null when the chain does not report it. */
  readonly fee: bigint | null;
}

/** The caller holds the ledger locks. Errors: 409 `already_sent` when the planned transfer may still be sent. */
export async function acceptPayment(tx: Tx, accepting: Accepting): Promise<void> {
  const { coinWallet, spend } = accepting;
  const projectId = spend.project_id ?? '';
  const id = spend.subject;
  const rows = await tx.query<
    PaidWithdrawal & { status: WithdrawalStatus; is_sent_again: boolean }
  >(
    `select w.project_id, w.id, w.status, w.received_amount, w.network_fee,
       w.status = 'completed' and p.status = 'waiting' or exists (
         select 1 from transfers t where t.id = p.transfer_id and ${SENT_ANEW}) as is_sent_again
     from coin_withdrawals w left join payouts p on p.project_id = w.project_id and p.withdrawal_id = w.id
     where w.project_id = $1 and w.id = $2 order by w.project_id, w.id for update of w`,
    [projectId, id],
  );
  const withdrawal = rows[0];
  if (withdrawal === undefined) return;
  if (withdrawal.status === 'completed' && !withdrawal.is_sent_again) return;
  if (withdrawal.status === 'cancelled') return reportLoss(tx, spend);
  await stopPlanned(tx, accepting);
  const { txid } = spend;
  // Includes transfers that may still be rejected or abandoned, because the withdrawal must not be sent again.
  await movePayout(tx, {
    projectId,
    id,
    from: ['waiting', 'planned', 'sent', 'failed'],
    to: 'confirmed',
    step: 'found_on_chain',
    transferId: null,
    txid,
    wait: null,
  });
  // A completed withdrawal is already posted as sent.
  if (withdrawal.status === 'completed') await noteTxid(tx, { projectId, id, txid });
  else await bookPayments(tx, { coin: spend.coin, withdrawals: [withdrawal] });
  const { feeCoin } = coinWallet.coin;
  // When the node does not report the fee, the fee that the merchant paid is the best estimate.
  const guess = feeCoin === spend.coin ? withdrawal.network_fee : 0n;
  await bookCostOf(tx, { feeCoin, projectId, withdrawalId: id, fee: accepting.fee ?? guess });
}

/** The withdrawal was canceled when its payment was found: both the merchant and the recipient have the money. */
function reportLoss(tx: Tx, spend: UnknownSpend): Promise<void> {
  const { coin, txid, project_id } = spend;
  return raiseAlert(tx, {
    kind: 'paid_after_cancellation',
    subject: spend.subject,
    facts: { coin, txid, project_id },
  });
}

/** Releases the inputs or numbers of transfers that were planned before the backup and never signed here. */
async function stopPlanned(tx: Tx, { coinWallet, spend }: Accepting): Promise<void> {
  for (const transfer of await plannedFor(tx, spend)) {
    const reason = 'found_on_chain';
    const requested = { coinWallet, withdrawalId: spend.subject, transfer, reason } as const;
    if (await stopForOne(tx, requested)) continue;
    throw apiError('already_sent.unstoppable', {
      transfer: transfer.id,
      withdrawal: spend.subject,
    });
  }
}

/** Unsigned transfers with later numbers of the sender take the freed number. Signed ones wait. */
export async function stopFollowers(
  app: App,
  coinWallet: CoinWallet,
  spend: UnknownSpend,
): Promise<void> {
  for (const planned of await plannedFor(app.db, spend)) {
    if (await isNumberGone(coinWallet, planned)) continue;
    for (const transfer of await followersOf(app, planned)) {
      const reason = 'number_freed';
      const requested = { coinWallet, withdrawalId: null, transfer, reason } as const;
      await app.db.transaction(async (tx) => {
        await lockLedgersOf(tx, transfer);
        await stopForOne(tx, requested);
      });
    }
  }
}

/** A number that the chain shows as used blocks no transfer. */
async function isNumberGone({ network }: CoinWallet, transfer: TransferRow): Promise<boolean> {
  const plan = readPlan(transfer.plan);
  if (!('sender' in plan.origin)) return false;
  return (await network.spendersOf(plan, transfer.planned_height)).length > 0;
}

/** Of every coin of the network, because their transfers use the same numbers. */
function followersOf(app: App, { coin, plan }: TransferRow): Promise<TransferRow[]> {
  const { origin } = plan;
  if (!('sender' in origin)) return Promise.resolve([]);
  return app.db.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers
     where coin = any($1::text[]) and sender = $2 and number > $3 and status = 'reserved'
     order by number desc limit ${FOLLOWERS_MAX}`,
    [networkCoinsOf(app, coin), origin.sender, origin.number],
  );
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
