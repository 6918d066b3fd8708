// The master key of an instance. Stored data is encrypted with it, so a missing file is an error when the database is
// already in use.
import { join } from 'node:path';
import type { Bootstrap } from './app.ts';
import { assertSuits, isFounded } from './claim-mode.ts';
import { loadMasterKey } from './keys/master-key.ts';

/** Throws MasterKeyError; ConfigError when the database belongs to another mode or cell; and NotFounded. */
export async function openMasterKey(
  { config, db }: Pick<Bootstrap, 'config' | 'db'>,
  onlyOpens: boolean,
): Promise<Uint8Array> {
  await assertSuits(db, config);
  const hasSecrets = await isFounded(db);
  if (onlyOpens && !hasSecrets) throw new NotFounded();
  const file = join(config.dataDir, 'master.key');
  return loadMasterKey({ file, text: config.masterKey, creates: !hasSecrets });
}

class NotFounded extends Error {
  override readonly name = 'NotFounded';

  constructor() {
    super(
      'No service has started on this database yet, and this command creates nothing. Check CHAINTILL_DATA_DIR and ' +
        'DATABASE_URL, or start `chaintill serve`.',
    );
  }
}
