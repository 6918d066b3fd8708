// A claim as a service writes it, for a system and a history that tests name.
import { CLAIM_FORMAT, type Claim } from '../../src/backups/claims/claim.ts';

const CLAIMED_AT = '2026-11-24T14:05:00.000Z';

export function claimOf(history: string, epoch = 1, system = '1'): Claim {
  const wal = epoch === 1 ? system : `${system}-${history}`;
  return {
    format: CLAIM_FORMAT,
    system,
    epoch,
    history,
    wal,
    after: [],
    adopted: [],
    claimed_at: CLAIMED_AT,
  };
}
