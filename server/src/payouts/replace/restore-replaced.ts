// Restores the original transfer and broadcasts it again when the node rejects its replacement. Both are still
// followed: they spend the same inputs or number, so at most one confirms.
import type { Tx } from '../../db/tx.ts';
import { lockFamily, moveTransfer } from '../store-transfers.ts';
import { logTransfer, type TransferRow } from '../transfer.ts';
import { takeOver } from './replace-stuck.ts';

/** Returns true when there was an original transfer to restore. */
export async function restoreReplaced(tx: Tx, transfer: TransferRow): Promise<boolean> {
  if (transfer.replaces === null) return false;
  const family = await lockFamily(tx, transfer);
  const original = family.find((member) => member.id === transfer.replaces);
  if (original?.status !== 'replaced') return false;
  await moveTransfer(tx, transfer, {
    from: ['signed', 'broadcast'],
    to: 'replaced',
    dueAt: 'infinity',
  });
  const dueAt = tx.now;
  await moveTransfer(tx, original, { from: ['replaced'], to: 'broadcast', dueAt });
  await takeOver(tx, { from: transfer, to: original });
  await logTransfer(tx, {
    coin: transfer.coin,
    transferId: original.id,
    step: 'broadcast',
    facts: { instead_of: transfer.id },
  });
  return true;
}
