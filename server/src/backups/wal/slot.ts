// The replication slot by which the server keeps what is not stored yet.
import { releaseWal } from '../../db/embedded.ts';
import type { RunningDatabase } from '../running-database.ts';

/** Of the server: it keeps for it what is not stored yet. */
export const SLOT = 'chaintill_backups';

/** The server keeps nothing any more for who stores it; the next one to store begins anew. */
export function releaseSlot({ connection }: RunningDatabase): Promise<void> {
  return releaseWal({ connection, slot: SLOT });
}
