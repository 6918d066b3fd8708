// Finishes the upgrade of a copy of the database: migrates it, grants the service's rights, verifies its ledger from
// the first row on, and runs the doctor. The copy is in its own folder, and nothing is sent from there.
import { join } from 'node:path';
import { assemble } from '../assemble.ts';
import { readMasterKey } from '../backups/keys.ts';
import { verifyCopy } from '../backups/verify-copy.ts';
import { openGround } from '../bootstrap.ts';
import { isFounded } from '../claim-mode.ts';
import { MINUTE } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { grantRights } from '../db/service-role.ts';
import { findingText } from '../ledger/finding-text.ts';
import { examine } from '../operator/doctor/examine.ts';
import { UpgradeError } from '../upgrades/errors.ts';
import type { Upgraded, UpgradeRequest } from './upgrade-database.ts';

/** No background writes, and a shutdown that has time to flush everything to disk. */
export const QUIET = { settings: { autovacuum: 'off' }, stopLimit: 30 * MINUTE } as const;

interface Finished extends Omit<Upgraded, 'backup' | 'from'> {
  /** Later transactions are not part of the upgrade. */
  readonly nextTransaction: string;
}

/** The data is in `<dataDir>/postgres/cluster`. Throws UpgradeError when the ledger does not balance. */
export async function finishUpgrade(
  { config, log, say }: UpgradeRequest,
  dataDir: string,
): Promise<Finished> {
  const server = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres'), log, ...QUIET });
  const db = openDatabase(server.owner, log);
  try {
    say('migrating');
    const applied = await migrate(db);
    await grantRights(db, server.connection.user);
    const { tables, rows, projects, findings } = await verifyCopy(db, say);
    const [found] = findings;
    if (found !== undefined)
      throw new UpgradeError(`the ledger is inconsistent after migrating: ${findingText(found)}`);
    say('running doctor');
    const unwell = await requestDoctor({ ...config, dataDir }, { config, log });
    await db.unhurried.query('analyze');
    await db.unhurried.query('checkpoint');
    const nextTransaction = await readNextTransaction(db);
    return { applied, tables, rows, projects, unwell, nextTransaction };
  } finally {
    await db.close();
    await server.stop();
  }
}

/** Increases with every transaction that writes. */
export async function readNextTransaction(db: Database): Promise<string> {
  const [row] = await db.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  );
  return row?.next ?? '';
}

/** The doctor's findings. A stopped service or an unreachable node is not a problem of the database. */
async function requestDoctor(
  there: Config,
  { config, log }: Pick<UpgradeRequest, 'config' | 'log'>,
): Promise<string[]> {
  const masterKey = await readMasterKey(config);
  const ground = await openGround({ ...there, masterKey }, log, { anyClock: true });
  try {
    // An instance that never started has no findings.
    if (!(await isFounded(ground.db))) return [];
    if (masterKey === null) throw new UpgradeError(`${config.dataDir}/master.key is missing`);
    const assembled = await assemble(ground, {
      ...{ seed: 'chaintill sandbox', minesByItself: true, deliveryFault: null, onlyOpens: true },
    });
    try {
      const { app, coinWallets, nodes } = assembled;
      const findings = await examine({ ...app, coinWallets, nodes });
      return findings.filter(({ ok }) => !ok).map(({ check, text }) => `${check}: ${text}`);
    } finally {
      await assembled.close();
    }
  } finally {
    await ground.close();
  }
}
