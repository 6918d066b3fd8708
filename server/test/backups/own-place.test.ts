// A database stores backups only in its own location: what it may claim, what it must take over, and which unclaimed
// backups it adopts. On a real server.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MANIFEST, type Manifest, nameAt, sealingKeyOf } from '../../src/backups/backup.ts';
import { readLastClaim } from '../../src/backups/claims/claim.ts';
import { readRefusals } from '../../src/backups/claims/refusal.ts';
import { takeOver } from '../../src/backups/claims/take-over.ts';
import { createBackup } from '../../src/backups/create.ts';
import { applyRetention } from '../../src/backups/keep.ts';
import { openPlace, type Place } from '../../src/backups/place.ts';
import type { RunningDatabase } from '../../src/backups/running-database.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { defined } from '../../src/core/assert.ts';
import { sleep } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { beginHistory, readOwnHistory } from '../../src/db/own-history.ts';

const MASTER_KEY = Buffer.alloc(32, 7);
const KEY = sealingKeyOf(MASTER_KEY);
const root = mkdtempSync(join(tmpdir(), 'chaintill-own-place-'));
const data = join(root, 'data');
const log = createLog('silent');
let server: EmbeddedPostgres;
let db: Database;
let running: RunningDatabase;
let folder = '';
let place: Place;

beforeAll(async () => {
  server = await startEmbeddedPostgres({ folder: join(data, 'postgres'), log, durable: false });
  db = openDatabase(server.owner, log);
  running = { folder: join(data, 'postgres'), connection: server.owner, db };
  await migrate(db);
});
beforeEach(() => {
  folder = mkdtempSync(join(root, 'place-'));
  place = openPlace(folder, { objectStore: null });
});
afterAll(async () => {
  await db.close();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

test('the first backup claims the location; a restored database is rejected there until it takes it over', async () => {
  const first = await backUp();
  expect(first.history).toBe((await readOwnHistory(db))?.id);
  expect(await readLastClaim(place, KEY, first.system)).toMatchObject({
    epoch: 1,
    history: first.history,
    adopted: [],
  });
  await beginHistory(db);
  await expect(backUp()).rejects.toThrow(`belongs to history ${first.history}`);
  expect(await readRefusals(db)).toEqual([
    { place: place.title, reason: 'claimed', owner: first.history },
  ]);
  const taken = await takeOver({ place, running, key: KEY });
  expect(taken).toMatchObject({ isNew: true, before: first.history, claim: { epoch: 2 } });
  expect(await readRefusals(db)).toEqual([]);
  expect((await backUp()).history).toBe(taken.claim.history);
});

test('a restored database claims an empty location, and adopts no unclaimed backups', async () => {
  await beginHistory(db);
  const made = await backUp();
  asOlderRelease(made.name);
  await expect(backUp()).rejects.toThrow(`has ${made.name}, which is not from the past`);
  expect(await readRefusals(db)).toMatchObject([{ reason: 'unclaimed_histories', owner: null }]);
  await takeOver({ place, running, key: KEY });
  expect((await backUp()).name).not.toBe(made.name);
});

test('unclaimed backups are adopted, and expire with its own', async () => {
  await asNeverRestored();
  const made = await backUp();
  asOlderRelease(made.name);
  const next = await backUp();
  expect(await readLastClaim(place, KEY, made.system)).toMatchObject({ adopted: [made.name] });
  expect(await applyRetention(place, { kept: 1, made: next, key: KEY })).toEqual([made.name]);
});

test('a backup by a copy of the data folder is detected, and nothing is stored next to it', async () => {
  const { name } = await backUp();
  const other = nameAt(Date.parse('2026-01-02'));
  cpSync(join(folder, name), join(folder, other), { recursive: true });
  rewrite(other, { name: other });
  await expect(backUp()).rejects.toThrow(`has ${other}, made by a copy of this database`);
  expect(await place.list()).toEqual([other, name]);
  const { claim, before } = await takeOver({ place, running, key: KEY });
  expect(claim.history).not.toBe(before);
  expect((await backUp()).history).toBe(claim.history);
});

test('a location that is taken over during a backup gets none of it', async () => {
  await backUp();
  const slow: Place = {
    ...place,
    async begin(name) {
      const draft = await place.begin(name);
      const write: typeof draft.write = async (file, chunks) => {
        await draft.write(file, chunks);
        if (file === MANIFEST) await takenOverByAnother();
      };
      return { ...draft, write };
    },
  };
  const before = await place.list();
  await expect(backUp(slow)).rejects.toThrow('backup take-over');
  expect(await place.list()).toEqual(before);
  expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

test('without a master key nothing is claimed, and another history stays rejected', async () => {
  const made = await backUp(place, null);
  expect(existsSync(join(folder, 'claims'))).toBe(false);
  expect(await applyRetention(place, { kept: 1, made, key: null })).toEqual([]);
  await beginHistory(db);
  await expect(backUp(place, null)).rejects.toThrow('is not from the past of this database');
});

/** Waits until the next second when the backup of this second exists, as it would have the same name. */
async function backUp(to = place, masterKey: Uint8Array | null = MASTER_KEY): Promise<Manifest> {
  await sleep(1100);
  return createBackup({
    config: readConfig({ CHAINTILL_DATA_DIR: data }),
    place: to,
    running,
    masterKey,
    log,
    sealedKeys: null,
    configured: { values: {}, secrets: [] },
    abort: { undo: () => () => undefined },
  });
}

async function takenOverByAnother(): Promise<void> {
  const own = defined(await readOwnHistory(db), 'its history');
  await beginHistory(db);
  await takeOver({ place, running, key: KEY });
  await db.query('update backup_history set id = $1', [own.id]);
}

/** Removes the history from its manifest, and the claim from the location. */
function asOlderRelease(name: string): void {
  rewrite(name, { history: undefined });
  rmSync(join(folder, 'claims'), { recursive: true });
}

function rewrite(name: string, change: object): void {
  const file = join(folder, name, MANIFEST);
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  writeFileSync(file, JSON.stringify({ ...manifest, ...change }));
}

async function asNeverRestored(): Promise<void> {
  await db.query('delete from backup_history');
}
