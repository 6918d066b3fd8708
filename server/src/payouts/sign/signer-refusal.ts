// Handles a signer's rejection: an altered row, or one of the signer's own limits. Nothing is broadcast. The
// withdrawals wait and show the reason, and an alert stays open until they are signed. The request is repeated, because
// a daily limit resets the next day.
import type { App } from '../../app.ts';
import { MINUTE } from '../../core/clock.ts';
import type { Tx } from '../../db/tx.ts';
import { raiseAlert } from '../../ledger/alerts.ts';
import { awaitTransfer } from '../await-transfer.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { lockLedgersOf } from '../lock-ledgers.ts';
import { stopUnsigned } from '../stop-unsigned.ts';
import { paidBy } from '../store-transfers.ts';
import type { TransferRow } from '../transfer.ts';

const AGAIN_AFTER = 5 * MINUTE;

export const againAt = (tx: Tx): Date => new Date(tx.now.getTime() + AGAIN_AFTER);

/** Abandons a planned transfer; the withdrawals that it pays wait for another plan. */
export async function storeSignerRefusal(
  app: App,
  coinWallet: CoinWallet,
  { transfer, reason }: { transfer: TransferRow; reason: string },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockLedgersOf(tx, transfer);
    // A transfer that fills a gap would be replanned directly: it keeps the number and is submitted to the signer
    // again.
    const isStopped =
      transfer.purpose !== 'void' &&
      (await stopUnsigned(tx, { transfer, reason: 'rejected_by_signer' }));
    if (isStopped) await putBack(tx, { coinWallet, transfer, reason });
    else
      await tx.query(
        `update transfers set due_at = $3
         where coin = $1 and id = $2 and status = 'reserved'`,
        [transfer.coin, transfer.id, againAt(tx)],
      );
    const subject = transfer.coin;
    const facts = { transfer_id: transfer.id, reason };
    await raiseAlert(tx, { kind: 'rejected_by_signer', subject, facts });
  });
}

async function putBack(
  tx: Tx,
  {
    coinWallet,
    transfer,
    reason,
  }: { coinWallet: CoinWallet; transfer: TransferRow; reason: string },
): Promise<void> {
  const wait = { reason: 'rejected_by_signer', said: reason } as const;
  for (const withdrawal of await paidBy(tx, transfer)) {
    const facts = { coinWallet, withdrawal, wait, dueAt: againAt(tx) };
    await awaitTransfer(tx, { ...facts, from: ['planned'] });
  }
}
