// Callbacks about unmatched payments, for projects that enable them. Off by default, because older client programs do
// not know this type (wire.md part 2 (e) has none for deposits).
import { defined } from '../core/assert.ts';
import type { Tx } from '../db/tx.ts';
import { emit } from '../events/emit.ts';
import { loadProject } from '../projects/project.ts';
import { findCoinDeposit, statusOf } from './coin-deposit.ts';
import { presentCoinDeposit } from './present.ts';

/** Reports the deposits in their current state. The caller holds the ledger lock. */
export async function reportCoinDeposits(
  tx: Tx,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Promise<void> {
  const project = defined(await loadProject(tx, projectId), 'a deposit of a project');
  if (project.settings.sendsCoinDeposits !== true) return;
  for (const id of ids) {
    const row = defined(await findCoinDeposit(tx, projectId, id), 'a deposit of the inbox');
    const status = statusOf(row);
    const event = {
      type: 'CoinDeposit' as const,
      // A deposit that is in no block yet is reported once it is in one (watch-inbox.ts).
      event: defined(status === 'pending' ? null : status, 'it can be decided, or was'),
      objectId: id,
      data: presentCoinDeposit(tx.instance, row),
    };
    await emit(tx, projectId, [event]);
  }
}
