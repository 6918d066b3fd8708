// Checks whether a master key belongs to a database. An instance with a wrong key cannot sign, and encrypts new secrets
// so that the right key can no longer decrypt them.
import type { Sql } from '../db/database.ts';
import { decryptSecret } from '../keys/encrypt.ts';
import { BackupError } from './errors.ts';

/** The oldest encrypted value: the seed, or else whatever exists. Each with the encryption context of its owner. */
const SEALED = `
  select context, sealed from (
    select 1 as turn, 'wallet_seed:' || id as context, sealed from wallet_seeds
    union all select 2, 'api_key:' || key, secret_sealed from api_keys
    union all select 3, 'callback_endpoint:' || id, secret_sealed from callback_endpoints
    union all select 4, 'alarm_destinations:' || id, settings_sealed from alert_destinations
    union all select 5, 'totp_secrets:' || user_id, secret_sealed from totp_secrets
  ) each order by turn limit 1`;

/** Throws BackupError. A database without encrypted values accepts every key. */
export async function tryKey(sql: Sql, masterKey: Uint8Array): Promise<void> {
  const [row] = await sql.query<{ context: string; sealed: string }>(SEALED);
  if (row === undefined) return;
  try {
    decryptSecret(masterKey, row.sealed, row.context);
  } catch {
    throw new BackupError(
      "the master key does not match this backup: it can't decrypt the secrets in its database",
    );
  }
}
