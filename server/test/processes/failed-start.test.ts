// A start that can't succeed exits with 1 and one sentence for the operator, without a stack trace and without secrets;
// no process stays behind.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createEmptyDatabase, createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { createService } from '../support/service.ts';

describe('a start that cannot succeed', () => {
  it('names all problems of the configuration in one message', async () => {
    const outcome = await startWith({
      CHAINTILL_MODE: 'production',
      PORT: 'eighty',
      DATABASE_URL: 'mysql://db',
      CHAINTILL_FEE_PERCENT: '-1',
      CHAINTILL_CALLBACK_ALLOWED_NETWORKS: 'localnet',
      LOG_LEVEL: 'loud',
    });
    expect(outcome.code).toBe(1);
    expect(outcome.text).toContain('6 problem(s)');
    for (const name of [
      'CHAINTILL_MODE',
      'PORT',
      'DATABASE_URL',
      'FEE_PERCENT',
      'CALLBACK_ALLOW',
      'LOG_LEVEL',
    ])
      expect(outcome.text).toContain(name);
    expect(outcome.text).not.toContain('mysql://db');
  });

  it('reports that the port is in use, and leaves no process behind', async () => {
    const other = http.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const outcome = await startWith({ PORT: String(port) });
    other.close();
    expect(outcome).toMatchObject({ code: 1 });
    expect(outcome.text).toContain('another program is using it');
  });

  it('reports that another master key cannot decrypt the secrets', async () => {
    const database = await createTestDatabase();
    const first = await createService({ databaseUrl: database.url });
    await first.start();
    await first.kill('SIGTERM');
    const outcome = await startWith({ DATABASE_URL: database.url });
    expect(outcome.code).toBe(1);
    expect(outcome.text).toMatch(/master key/i);
    expect(outcome.text).not.toMatch(/^\s+at /m);
    await first.close();
    await database.drop();
  });

  it.each([
    ['sandbox', 'live'],
    ['live', 'sandbox'],
  ])('rejects a database of the %s in %s mode', async (owner, mode) => {
    const database = await createTestDatabase();
    await database.db.query(
      `insert into instance_settings (name, value) values ('mode', to_jsonb($1::text))`,
      [owner],
    );
    const live = { CHAINTILL_NETWORK: 'test', LTC_NODE_URL: 'http://127.0.0.1:9' };
    const outcome = await startWith({
      DATABASE_URL: database.url,
      CHAINTILL_MODE: mode,
      ...(mode === 'live' ? live : {}),
    });
    expect(outcome.code).toBe(1);
    expect(outcome.text).toContain(`used in ${owner} mode, but CHAINTILL_MODE is ${mode}`);
    const founded = await database.db.query('select 1 from simulation.chains');
    expect(founded).toEqual([]);
    await database.drop();
  });

  it('rejects a database that a newer release has migrated', async () => {
    const database = await createTestDatabase();
    await database.owner.query(`insert into migrations (version, name) values (9999, 'future')`);
    const outcome = await startWith({ DATABASE_URL: database.url });
    expect(outcome.code).toBe(1);
    expect(outcome.text).toMatch(/database is at version 9999.*newer release/s);
    expect(outcome.text).not.toMatch(/^\s+at /m);
    await database.drop();
  });

  it('rejects a database that its role may not migrate, until the owner has', async () => {
    const database = await createEmptyDatabase();
    const outcome = await startWith({ DATABASE_URL: database.url });
    expect(outcome.code).toBe(1);
    expect(outcome.text).toMatch(
      /owns nothing there.*`chaintill migrate` with DATABASE_OWNER_URL/s,
    );
    expect(outcome.text).not.toMatch(/^\s+at /m);
    const { url: databaseUrl, ownerUrl } = database;
    const reported = await createService({ databaseUrl, ownerUrl });
    // No other command uses the owner.
    expect((await reported.command('projects', 'list')).stderr).toContain(
      'not ready for this release',
    );
    expect(await reported.run('migrate')).toContain('the service owns nothing');
    await reported.close();
    const unreported = await createService({ databaseUrl });
    const early = await unreported.command('projects', 'list');
    expect(early.stderr).toContain('No service has started on this database yet');
    expect(await unreported.run('init')).toContain('is ready');
    expect(await unreported.run('projects', 'list')).toContain('(none)');
    await unreported.close();
    await database.drop();
  });

  it('reports that the database cannot be reached', async () => {
    const port = await freePort();
    const outcome = await startWith({ DATABASE_URL: `postgres://u:hidden@127.0.0.1:${port}/db` });
    expect(outcome.code).toBe(1);
    expect(outcome.text).toMatch(/DATABASE_URL.*ECONNREFUSED/s);
    expect(outcome.text).not.toContain('hidden');
    expect(outcome.text).not.toMatch(/^\s+at /m);
  });
});

/** Starts a service that exits on its own. Returns its output. */
async function startWith(environment: Record<string, string>) {
  const doomed = await createService({ environment });
  try {
    const { code } = await doomed.startInVain();
    return { code, text: doomed.output() };
  } finally {
    await doomed.close();
  }
}
