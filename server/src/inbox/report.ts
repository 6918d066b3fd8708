// Callbacks about unmatched money, for projects that are set to them: a program that was written before there was
// such a type never meets it (wire.md part 2 (e) knows none for deposits).
import { defined } from '../core/assert.ts';
import type { Tx } from '../db/tx.ts';
import { emit } from '../events/emit.ts';
import { loadProject } from '../projects/project.ts';
import { findCoinDeposit, statusOf } from './coin-deposit.ts';
import { presentCoinDeposit } from './present.ts';

/** Tells of them as they are now. The caller holds the ledger lock. */
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
      // What is in no block yet is told of when it is (watch-inbox.ts).
      event: defined(status === 'pending' ? null : status, 'it can be decided, or was'),
      objectId: id,
      data: presentCoinDeposit(tx.instance, row),
    };
    await emit(tx, projectId, [event]);
  }
}
