// Rolls back an upgrade. If nothing was written since, the old cluster returns unchanged. If only PostgreSQL changed,
// the rows are copied back to a server of the older version. Otherwise, the writes since the upgrade are lost, which
// the instance must record: all coins are then in quarantine.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readMasterKey } from '../backups/keys.ts';
import {
  assertRoom,
  freeIn,
  makePassing,
  PASSING,
  removeLeft,
  removePassing,
  undoneAfter,
} from '../backups/passing-folder.ts';
import { openGround } from '../bootstrap.ts';
import {
  type EmbeddedAddress,
  findPrograms,
  MAJOR_VERSION,
  openCluster,
  startEmbeddedPostgres,
  swapClusters,
} from '../db/embedded.ts';
import { bytesBelow } from '../upgrades/copy-tree.ts';
import {
  clusterIn,
  KEPT,
  type Kept,
  LEFT,
  purge,
  readKept,
  UpgradeError,
} from '../upgrades/kept.ts';
import { moveDatabase } from '../upgrades/move-database.ts';
import { beginEverywhere } from './restore-backup.ts';
import { reasonOf, withAssembled } from './run.ts';
import {
  assertEmbedded,
  lastMigration,
  type OldDatabase,
  openOld,
  programsOf,
  QUIET,
  readNextTransaction,
  serverFolder,
  type UpgradeRequest,
} from './upgrade-database.ts';

export interface BackRequest extends Omit<UpgradeRequest, 'place'> {
  /** Writes since the upgrade may be discarded. */
  readonly losesSince: boolean;
}

export interface WentBack {
  readonly kept: Kept;
  /** Null: nothing was lost. Otherwise the coins in quarantine. */
  readonly coins: readonly string[] | null;
}

/** Throws UpgradeError; the database is then unchanged. */
export async function goBack(requested: BackRequest): Promise<WentBack> {
  const { config, log, abort, say } = requested;
  const folder = serverFolder(config);
  const programs = programsOf(assertEmbedded(config), requested);
  const kept = await readKept(folder);
  if (kept === null) throw new UpgradeError(`${folder} has no state from before an upgrade`);
  for (const left of await removeLeft(folder, PASSING.upgrade))
    say(`removed ${left}, left by an interrupted upgrade`);
  const present = await openOld(folder, { programs, log });
  const going = { folder, kept, present, isOlder: programs !== undefined };
  return undoneAfter({ abort, undo: present.close }, async () => {
    if ((await readNextTransaction(present.db)) === kept.next_transaction)
      return returnKept(going, null);
    if (await isOnlyPostgres(going)) return moveBack(requested, going);
    if (!requested.losesSince) throw written(kept);
    return returnKept(going, await quarantine(requested, going));
  });
}

interface Going {
  readonly folder: string;
  readonly kept: Kept;
  readonly present: OldDatabase;
  readonly isOlder: boolean;
}

/** No migrations were added, so the previous release can read everything. */
async function isOnlyPostgres({ kept, present, isOlder }: Going): Promise<boolean> {
  if (isOlder || kept.major === MAJOR_VERSION) return false;
  return (await lastMigration(present.db)) === kept.migration;
}

function written({ upgraded_at: at, backup }: Kept): UpgradeError {
  const of = backup === null ? '' : `, as after restoring ${backup}`;
  return new UpgradeError(
    `the instance has written since the upgrade at ${at}, in a format that the previous release can't read. ` +
      `Use --discard-changes to go back anyway. You lose these changes${of}, and all coins enter quarantine`,
  );
}

async function returnKept(
  { folder, kept, present }: Going,
  coins: readonly string[] | null,
): Promise<WentBack> {
  await present.close();
  await purge(folder, LEFT);
  swapClusters({ folder, incoming: clusterIn(KEPT), aside: clusterIn(LEFT) });
  // The replaced cluster contains nothing that the restored one lacks.
  if (coins === null) await purge(folder, LEFT);
  await rm(join(folder, KEPT), { recursive: true, force: true });
  return { kept, coins };
}

async function moveBack(
  requested: BackRequest,
  { folder, kept, present }: Going,
): Promise<WentBack> {
  const { log, abort, say } = requested;
  const programs = findPrograms(kept.major, requested.programs);
  await assertRoom(folder, await freeIn(folder), await bytesBelow(clusterIn(folder)));
  const passing = await makePassing(folder, PASSING.upgrade);
  return undoneAfter({ abort, undo: () => removePassing(passing) }, async () => {
    const to = { folder: join(passing, 'postgres'), programs };
    await moveDatabase({ from: present, to, like: clusterIn(folder), log, say });
    await present.close();
    await purge(folder, LEFT);
    const incoming = join(passing.slice(folder.length + 1), 'postgres', 'cluster');
    swapClusters({ folder, incoming, aside: clusterIn(LEFT) });
    // It lacks the writes since the upgrade.
    await purge(folder, KEPT);
    return { kept, coins: null };
  });
}

/** Marks the old cluster, in the format of the previous release, as rolled back. Returns the coins in quarantine. */
async function quarantine(
  requested: BackRequest,
  { folder, kept }: Going,
): Promise<readonly string[]> {
  const { config, log, abort, say } = requested;
  say('starting the quarantine');
  const programs = programsOf(kept.major, requested);
  openCluster(join(folder, clusterIn(KEPT)));
  const server = await startEmbeddedPostgres({
    folder: join(folder, KEPT),
    log,
    ...QUIET,
    ...(programs !== undefined && { programs }),
  });
  return undoneAfter({ abort, undo: () => server.stop() }, async () => {
    try {
      return await reportIt(requested, server);
    } catch (error) {
      const backup = kept.backup ?? 'a backup from before the upgrade';
      const method = `Otherwise restore ${backup} with the release that made it`;
      throw new UpgradeError(
        `this release can't mark the older database of ${config.dataDir} as rolled back (${reasonOf(error)}): ${method}`,
      );
    }
  });
}

async function reportIt(
  { config, log }: BackRequest,
  server: EmbeddedAddress,
): Promise<readonly string[]> {
  const masterKey = await readMasterKey(config);
  const ground = await openGround({ ...config, masterKey }, log, {
    anyClock: true,
    asItIs: server,
  });
  try {
    return await withAssembled(ground, ({ app }) =>
      beginEverywhere(app, { code: 'upgrade_undone' }),
    );
  } finally {
    await ground.close();
  }
}
