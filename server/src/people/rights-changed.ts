// What somebody has open heeds at once, in every process, that it ended or that he may do something else.
import type { Sql } from '../db/database.ts';
import { notifyWorker } from '../workers/worker.ts';

export const RIGHTS_CHANGED = 'rights';

export async function notifyRightsChanged(sql: Sql): Promise<void> {
  await notifyWorker(sql, RIGHTS_CHANGED);
}
