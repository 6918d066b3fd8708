// A newer release next to a running older one, with real processes: its commands change nothing, its migration waits
// until the older one has stopped, and a process with an outdated schema does no work until it is replaced.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { findEmbeddedPostgres } from '../../src/db/embedded.ts';
import { runSql } from '../support/database.ts';
import { FUTURE, installNewerRelease, type NewerRelease } from '../support/newer-release.ts';
import { createService, type Service, until } from '../support/service.ts';

const LIMIT = 4 * MINUTE;

let release: NewerRelease;
let older: Service;
let newer: Service;

beforeAll(async () => {
  release = installNewerRelease();
  older = await createService();
  newer = await createService({ folder: older.folder, program: release.program });
  await older.start();
}, LIMIT);
afterAll(async () => {
  await newer?.close();
  await older?.close();
  release?.remove();
});

async function asOwner(text: string) {
  const facts = await findEmbeddedPostgres(join(older.folder, 'data/postgres'));
  return runSql(defined(facts, 'PostgreSQL is running').owner, text);
}

const isMigrated = async () =>
  (await asOwner(`select 1 from migrations where version = ${FUTURE.version}`)).length > 0;

async function statusOf(path: string): Promise<number> {
  return (await fetch(`${older.url}${path}`)).status;
}

test.each([
  ['doctor'],
  ['users', 'invite', 'Ann'],
  ['seed', 'show-mnemonic'],
  ['projects', 'create', 'Shop'],
])(
  'a command of the newer release changes nothing, and shows what to run: %s %s',
  async (...words) => {
    const { code, stderr } = await newer.command(...words);
    expect(stderr).toMatch(/not ready for this release.*future.*chaintill upgrade/s);
    expect(code).toBe(1);
    expect(await isMigrated()).toBe(false);
    await older.run('request', 'GET', '/api/accounts');
    expect((await older.health()).status).toBe(200);
  },
  LIMIT,
);

test(
  'neither migrate nor serve of the newer release migrates while the older one runs',
  async () => {
    const [migrated, served] = await Promise.all([newer.command('migrate'), newer.startInVain()]);
    expect(migrated).toMatchObject({ code: 1, stderr: expect.stringContaining('still runs') });
    expect(served.code).toBe(1);
    expect(newer.output()).toContain('Stop every service process');
    expect(await isMigrated()).toBe(false);
    await older.run('request', 'GET', '/api/accounts');
  },
  LIMIT,
);

test(
  'a process detects that the schema is newer: not ready, not serving, and requests are 503',
  async () => {
    await asOwner(
      `insert into migrations (version, name) values (${FUTURE.version}, '${FUTURE.name}')`,
    );
    const health = await until('it is not ready', async () => {
      const found = await older.health();
      return found.status === 503 && found;
    });
    expect(health.checks['service']).toMatchObject({
      ok: false,
      reason: expect.stringContaining(`schema version ${FUTURE.version}`),
    });
    for (const path of ['/health/serving', '/api/accounts', '/admin', '/docs', '/sandbox/settings'])
      expect([path, await statusOf(path)]).toEqual([path, 503]);
    expect(await statusOf('/health/live')).toBe(200);
    const refused = await older.command('doctor');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('newer release') });

    await asOwner(`delete from migrations where version = ${FUTURE.version}`);
    await older.ready();
    await older.run('request', 'GET', '/api/accounts');
  },
  LIMIT,
);

test(
  'once the older one has stopped the newer one migrates and starts, and the older one does not start again',
  async () => {
    await older.kill('SIGTERM');
    await newer.start();
    expect(await isMigrated()).toBe(true);
    // The copy from before the migration allows a rollback.
    expect(existsSync(join(older.folder, 'data/postgres/kept/kept.json'))).toBe(true);
    expect((await older.startInVain()).code).toBe(1);
    expect(older.output()).toMatch(/database is at version 9998.*newer release/s);
    const reported = await older.command('users', 'invite', 'Ann');
    expect(reported).toMatchObject({ code: 1, stderr: expect.stringContaining('newer release') });
    await newer.run('request', 'GET', '/api/accounts');
    await newer.kill('SIGTERM');
  },
  LIMIT,
);

test(
  'the rollback leads to the older release, with coins in quarantine if data was written since',
  async () => {
    const refused = await newer.command('upgrade', '--rollback');
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--discard-changes'),
    });
    await newer.run('upgrade', '--rollback', '--discard-changes');
    await older.start();
    expect(await isMigrated()).toBe(false);
    await older.run('request', 'GET', '/api/accounts');
  },
  LIMIT,
);
