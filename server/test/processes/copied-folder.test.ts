// A data folder is copied and started twice: both have the same history of the same database. Each detects the other
// because the location contains log that it did not store.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, SECOND, sleep, wallNow } from '../../src/core/clock.ts';
import { createService, type Service, until } from '../support/service.ts';

const LIMIT = 8 * MINUTE;
const POLL_EVERY = SECOND;

let place = '';
let original: Service;
let copy: Service;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'chaintill-copied-'));
  [original, copy] = await Promise.all([newInstance(), newInstance()]);
  await original.start();
}, LIMIT);
afterAll(async () => {
  await Promise.all([original, copy].map((each) => each.close()));
  rmSync(place, { recursive: true, force: true });
});

test(
  'the log and backups of a copied data folder are rejected where the original has stored since',
  async () => {
    expect(await backUp(original)).toMatchObject({ code: 0 });
    await stored(original);
    await original.kill('SIGTERM');
    execFileSync('cp', ['-a', join(original.folder, 'data'), copy.folder]);
    // Many tools lose the modes of folders.
    execFileSync('find', [copy.folder, '-type', 'd', '-exec', 'chmod', '755', '{}', '+']);
    await original.start();
    expect(await backUp(original)).toMatchObject({ code: 0 });
    await stored(original);
    await copy.start();
    const { history, reason } = await alertOf(copy);
    expect(reason).toBe('other_log');
    expect(await histories()).toEqual([history]);
    expect(await backUp(copy)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('made by a copy of this database'),
    });
    await stored(original);
    expect(await alerts(original)).toEqual([]);
  },
  LIMIT,
);

test(
  'after it takes the location over, it stores as another history, and the original is rejected',
  async () => {
    const reported = await copy.runHere('backup', 'take-over', '--to', place);
    const history = defined(/history ([0-9a-f]{12})\./.exec(reported)?.[1], 'its history');
    expect(await backUp(copy)).toMatchObject({ code: 0 });
    await stored(copy);
    expect(await alerts(copy)).toEqual([]);
    expect(await alertOf(original)).toMatchObject({ history, reason: 'claimed' });
    expect(await histories()).toEqual([expect.any(String), history]);
    const refused = await copy.commandHere('backup', 'verify', '--from', place);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--history') });
    await copy.kill('SIGTERM');
    const words = ['backup', 'verify', '--from', place, '--history', history];
    expect(await copy.commandHere(...words)).toMatchObject({ code: 0 });
  },
  LIMIT,
);

function newInstance(): Promise<Service> {
  return createService({
    environment: { CHAINTILL_WAL_ARCHIVE_DESTINATION: place, CHAINTILL_WAL_ARCHIVE_SECONDS: '5' },
  });
}

/** Waits until the next second when the backup of this second exists, as it would have the same name. */
async function backUp(of: Service) {
  await sleep(1100);
  return of.commandHere('backup', 'create', '--to', place);
}

/** Waits until everything written so far is in the log. */
async function stored(of: Service): Promise<void> {
  const now = wallNow();
  await until('the log is stored', async () => {
    await sleep(POLL_EVERY);
    const reported = await of.commandHere('doctor', '--json');
    const at = /"wal_until": ?"([^"]+)"/.exec(reported.stdout)?.[1];
    return at !== undefined && Date.parse(at) > now;
  });
}

interface Facts {
  readonly history: string;
  readonly reason: string;
}

async function alerts(of: Service): Promise<Facts[]> {
  const reported = await of.runHere('alerts', 'list', '--json');
  const { rows } = JSON.parse(reported) as { rows: { kind: string; facts: Facts }[] };
  return rows.filter(({ kind }) => kind === 'backup_destination_claimed').map(({ facts }) => facts);
}

function alertOf(of: Service): Promise<Facts> {
  return until('the alert stands', async () => {
    await sleep(POLL_EVERY);
    return (await alerts(of))[0];
  });
}

async function histories(): Promise<string[]> {
  const reported = await original.runHere('backup', 'list', '--from', place);
  return [...reported.matchAll(/^ {2}(\S+): /gm)].map(([, id = '']) => id);
}
