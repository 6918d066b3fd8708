// Notifies every process that a person's sessions ended or their permissions changed, so that open connections react
// immediately.
import type { Sql } from '../db/database.ts';
import { notifyWorker } from '../workers/worker.ts';

export const RIGHTS_CHANGED = 'rights';

export async function notifyRightsChanged(sql: Sql): Promise<void> {
  await notifyWorker(sql, RIGHTS_CHANGED);
}
