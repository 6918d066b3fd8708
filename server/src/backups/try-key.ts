// Whether a master key is that of a database: one that is not makes a till that cannot sign, and that seals new secrets
// so that the right key does not open them any more.
import type { Sql } from '../db/database.ts';
import { decryptSecret } from '../keys/encrypt.ts';
import { BackupError } from './errors.ts';

/** What is sealed longest first: the seed, or else whatever there is. Each context as its owner seals it. */
const SEALED = `
  select context, sealed from (
    select 1 as turn, 'wallet_seed:' || id as context, sealed from wallet_seeds
    union all select 2, 'api_key:' || key, secret_sealed from api_keys
    union all select 3, 'callback_endpoint:' || id, secret_sealed from callback_endpoints
    union all select 4, 'alarm_destinations:' || id, settings_sealed from alarm_destinations
    union all select 5, 'totp_secrets:' || user_id, secret_sealed from totp_secrets
  ) each order by turn limit 1`;

/** Throws BackupError. A database in which nothing is sealed fits every key. */
export async function tryKey(sql: Sql, masterKey: Uint8Array): Promise<void> {
  const [row] = await sql.query<{ context: string; sealed: string }>(SEALED);
  if (row === undefined) return;
  try {
    decryptSecret(masterKey, row.sealed, row.context);
  } catch {
    throw new BackupError(
      'the master key is not the one of this backup: it does not open what is sealed in its database',
    );
  }
}
