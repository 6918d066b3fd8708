// The replication slot that makes the server retain WAL which is not archived yet.
import { releaseWal } from '../../db/embedded.ts';
import type { RunningDatabase } from '../running-database.ts';

/** Name of the slot on the server. */
export const SLOT = 'chaintill_backups';

/** The server no longer retains WAL for the archive; the next archiving process starts over. */
export function releaseSlot({ connection }: RunningDatabase): Promise<void> {
  return releaseWal({ connection, slot: SLOT });
}
