// A reorganisation took the block of a confirmed transfer away. What is completed stays completed: the
// transfer is broadcast again, the same bytes, and its change is nobody's to spend until it is in a block.
import type { App } from '../../app.ts';
import { noteReorganisedOut } from '../move-payout.ts';
import { lockLedgersOf } from '../plan/lock-ledgers.ts';
import { writeJournal } from '../send/journal.ts';
import { touchSenders } from '../send/senders.ts';
import { lockTransfer, moveTransfer } from '../send/store.ts';
import { readPlan } from '../send/transfer.ts';
import type { TransferObservation } from './follow.ts';

export function takeOutOfChain(app: App, { transfer }: TransferObservation): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    await lockLedgersOf(tx, transfer);
    const current = await lockTransfer(tx, transfer);
    if (current.status !== 'confirmed' || current.block_hash !== transfer.block_hash) return false;
    const dueAt = tx.now;
    await moveTransfer(tx, transfer, { from: ['confirmed'], to: 'broadcast', dueAt });
    await noteReorganisedOut(tx, transfer);
    await touchSenders(tx, readPlan(transfer.plan));
    await tx.query(
      `update wallet_outputs set status = 'reserved' where coin = $1 and transfer_id = $2`,
      [transfer.coin, transfer.id],
    );
    await tx.query(
      `update wallet_outputs set status = 'lost'
       where coin = $1 and txid = $2 and status = 'unspent'`,
      [transfer.coin, transfer.txid],
    );
    await writeJournal(tx, {
      coin: transfer.coin,
      transferId: transfer.id,
      step: 'left_the_chain',
      facts: { hash: current.block_hash },
    });
    return true;
  });
}
