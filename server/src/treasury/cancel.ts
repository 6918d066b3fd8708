// Ends a withdrawal and gives its money back, on proof only that it was not and will not be paid: nothing was
// signed for it, or what was signed is deep in the chain and moved nothing. Everything else is refused, however
// stuck it looks; such a withdrawal stays followed. Used by the operator's command.
import type { App } from '../app.ts';
import { AppError, conflict, notFound } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import type { WithdrawalStatus } from '../withdrawals/withdrawal.ts';
import { lockLedgersAround } from './lock-ledgers.ts';
import { moveWithdrawal } from './move-withdrawal.ts';
import { findQuarantine } from './quarantine.ts';
import { returnMoney } from './return-money.ts';
import { stopForOne } from './stop-for-one.ts';
import { TRANSFER_COLUMNS, type TransferRow } from './transfer.ts';
import { PAYABLE_COLUMNS, type PayableWithdrawal, type Treasury } from './treasury.ts';
import { endShortage } from './waiting.ts';

interface Cancellation {
  readonly projectId: string;
  readonly id: string;
  readonly reason: string;
  /** What else is checked and stored in the same transaction, under the ledger's lock and before anything moves. */
  readonly first?: (tx: Tx) => Promise<void>;
}

/**
 * Errors: 404; 409 `already_sent` when a transfer of it exists that may still confirm, or did, or when the chain shows
 * it paid; 409 `quarantine` while the coin is in one.
 */
export async function cancelWithdrawal(
  app: App,
  treasury: Treasury,
  wish: Cancellation,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockLedgersAround(tx, wish);
    await wish.first?.(tx);
    const rows = await tx.query<PayableWithdrawal>(
      `select ${PAYABLE_COLUMNS} from coin_withdrawals
       where project_id = $1 and id = $2 and received_currency = $3
       order by project_id, id for update`,
      [wish.projectId, wish.id, treasury.coin.code],
    );
    const withdrawal = rows[0];
    if (withdrawal === undefined) throw notFound();
    await refuseUnproven(tx, { treasury, withdrawal });
    if (!(await isProvenUnpaid(tx, app, { treasury, withdrawal }))) throw conflict('already_sent');
    await returnMoney(tx, app, wish);
    await moveWithdrawal(tx, app, {
      treasury,
      move: {
        projectId: wish.projectId,
        id: wish.id,
        from: [withdrawal.status],
        to: 'cancelled',
        transferId: withdrawal.transfer_id,
        txid: null,
        failure: wish.reason,
      },
    });
    await endShortage(tx, app, treasury.coin.code);
  });
}

const CANCELLED = 'cancelled before it was signed';
const STOPPABLE: readonly WithdrawalStatus[] = ['pending', 'on_hold', 'processing', 'failed'];

interface Cancelling {
  readonly treasury: Treasury;
  readonly withdrawal: PayableWithdrawal;
}

/** An older database that was restored has no transfer of what was paid since: there the chain is the only witness. */
async function refuseUnproven(tx: Tx, { treasury, withdrawal }: Cancelling): Promise<void> {
  const coin = treasury.coin.code;
  const [found] = await tx.query<{ txid: string }>(
    `select txid from unknown_spends where coin = $1 and kind = 'payment' and subject = $2
     order by found_at limit 1`,
    [coin, withdrawal.id],
  );
  if (found !== undefined)
    throw new AppError({
      code: 'already_sent',
      status: 409,
      message: `the chain shows it paid by ${found.txid}: see chaintill quarantine show`,
    });
  if ((await findQuarantine(tx, coin)) === null) return;
  throw new AppError({
    code: 'quarantine',
    status: 409,
    message: `${coin} is in quarantine, where the chain may know it as paid: end that first`,
  });
}

async function isProvenUnpaid(tx: Tx, app: App, facts: Cancelling): Promise<boolean> {
  const { treasury, withdrawal } = facts;
  if (!STOPPABLE.includes(withdrawal.status)) return false;
  const transfers = await tx.query<TransferRow & { is_open: boolean }>(
    `select ${TRANSFER_COLUMNS}, due_at is not null as is_open from transfers
     where coin = $1 and status <> 'dead' and id in (select transfer_id from transfer_payments
       where project_id = $2 and withdrawal_id = $3)
     order by created_at, id`,
    [treasury.coin.code, withdrawal.project_id, withdrawal.id],
  );
  for (const transfer of transfers) {
    const reason = CANCELLED;
    if (await stopForOne(tx, app, { treasury, withdrawalId: withdrawal.id, transfer, reason }))
      continue;
    const hasFailed = await failedOnChain(tx, transfer);
    if (!hasFailed || transfer.is_open) return false;
  }
  return true;
}

async function failedOnChain(tx: Tx, transfer: TransferRow): Promise<boolean> {
  if (transfer.status !== 'confirmed') return false;
  const rows = await tx.query<{ step: string }>(
    `select step from transfer_log where coin = $1 and transfer_id = $2
       and step in ('confirmed', 'failed_on_chain') order by seq desc limit 1`,
    [transfer.coin, transfer.id],
  );
  return rows[0]?.step === 'failed_on_chain';
}
