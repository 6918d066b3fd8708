// A replacement that the node refuses gives way to what it was to replace, which is broadcast again. Both stay
// followed: they spend the same, so one of them at most confirms.
import type { Tx } from '../../db/tx.ts';
import { lockFamily, moveTransfer } from '../send/store.ts';
import type { TransferRow } from '../send/transfer.ts';
import { logTransfer } from '../send/transfer-log.ts';
import { takeOver } from './replace-stuck.ts';

/** True when there was something to give way to. */
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
