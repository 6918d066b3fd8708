// A backup of a running service whose machine is lost afterwards: nothing acknowledged before the end of the backup is
// missing, the restored ledger is verified, and all coins are in quarantine before anything could be sent.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../../client/src/client.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, wallNow } from '../../src/core/clock.ts';
import { createService, type Service, until } from '../support/service.ts';

const COINS = ['BCH', 'BTC', 'ETH', 'LTC', 'XRP'];
const NEEDED = 5;
/** Each restore is an initialization, a recovery and a start, on a machine that is busy with other tests. */
const LIMIT = 8 * MINUTE;
const environment = { CHAINTILL_REQUESTS_PER_MINUTE: '0' };

let service: Service;
let spare: Service;
let backups = '';
let name = '';
let identity = '';
/** Invoices, and the time when each was acknowledged. */
const acknowledged: { id: string; at: number }[] = [];

beforeAll(async () => {
  backups = mkdtempSync(join(tmpdir(), 'chaintill-backups-'));
  identity = join(backups, 'identity.txt');
  service = await createService({ environment });
  spare = await createService({ environment });
  await service.start();
});
afterAll(async () => {
  await Promise.all([service.close(), spare.close()]);
  rmSync(backups, { recursive: true, force: true });
});

test(
  'it is created while the service runs, and is private',
  async () => {
    const end = { isReached: false };
    const working = work(clientOf(service), end);
    await until('it is at work', async () => acknowledged.length >= NEEDED);
    const secret = await generateIdentity();
    writeFileSync(identity, secret, { mode: 0o600 });
    const recipient = await identityToRecipient(secret);
    const reported = await service.run(
      'backup',
      'create',
      '--to',
      backups,
      '--recipient',
      recipient,
      '--keep',
      '1',
    );
    end.isReached = true;
    await working;
    name = defined(/chaintill-\d{8}T\d{6}Z/.exec(reported)?.[0], 'the command tells the name');
    expect(await service.run('backup', 'list', '--from', backups)).toContain(name);
    expect((await service.commandHere('doctor')).stdout).toContain(`Newest backup: ${name}`);
    const key = readFileSync(join(service.folder, 'data/master.key'), 'utf8').trim();
    const { contents } = manifest();
    expect(contents.map(({ path }) => path)).toContain('data/address-numbers');
    expect(contents.filter(({ path }) => path.includes('master'))).toEqual([]);
    expect(JSON.stringify(manifest())).not.toContain(key);
  },
  LIMIT,
);

test(
  'a verification that is killed leaves a server that the next one removes; one that is ended leaves nothing',
  async () => {
    await service.kill('SIGKILL');
    const data = join(spare.folder, 'data');
    // It starts its server twice; a kill in between leaves none.
    const left = await until('one leaves its server', async () => {
      const killed = spare.background('backup', 'verify', '--from', backups);
      await until('its server runs', async () => serversBelow(data).length === 1);
      killed.kill('SIGKILL');
      await killed.finished;
      return serversBelow(data)[0];
    });
    const ended = spare.background('backup', 'verify', '--from', backups);
    await until('the next one runs', async () => serversBelow(data).some((each) => each !== left));
    expect(serversBelow(data)).not.toContain(left);
    ended.kill('SIGTERM');
    expect(await ended.finished).toMatchObject({
      code: 128 + 15,
      stderr: expect.stringContaining(`removed ${dirname(dirname(dirname(left)))}`),
    });
    expect(readdirSync(data)).toEqual([]);
  },
  LIMIT,
);

test(
  'it is verified by a restore, which leaves nothing behind',
  async () => {
    const reported = await spare.run('backup', 'verify', '--from', backups);
    expect(reported).toContain(`${name} can be restored`);
    expect(existsSync(join(spare.folder, 'data/postgres'))).toBe(false);
  },
  LIMIT,
);

test(
  'a backup with any damaged file is rejected',
  async () => {
    const damaged = join(spare.folder, 'damaged');
    cpSync(backups, damaged, { recursive: true });
    const archive = join(damaged, name, 'database.tar.gz');
    const bytes = readFileSync(archive);
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
    writeFileSync(archive, bytes);
    const flipped = await spare.command('backup', 'verify', '--from', damaged);
    expect(flipped.code).toBe(1);
    expect(flipped.stderr).toMatch(/differs from the backup.s list|cannot be read/);
    writeFileSync(archive, bytes.subarray(0, bytes.length / 3));
    const cut = await spare.command('backup', 'restore', '--from', damaged);
    expect(cut.code).toBe(1);
  },
  LIMIT,
);

test(
  'without its master key, or over a data folder that is in use, nothing is restored',
  async () => {
    const keyless = await spare.command('backup', 'restore', '--from', backups);
    expect(keyless.stderr).toContain('there is no master key');
    const key = join(spare.folder, 'data/master.key');
    writeFileSync(key, 'ab'.repeat(32));
    const another = await spare.command('backup', 'restore', '--from', backups);
    expect(another.stderr).toContain('not sealed with this master key');
    rmSync(key);
    const used = await service.command('backup', 'restore', '--from', backups);
    expect(used.stderr).toContain('is not empty');
  },
  LIMIT,
);

test(
  'restored, all coins are in quarantine before a service runs',
  async () => {
    const data = join(spare.folder, 'data');
    mkdirSync(join(data, 'lost+found'), { recursive: true });
    const cut = spare.background('backup', 'restore', '--from', backups, '--identity', identity);
    await until('its server runs', async () => serversBelow(data).length === 1);
    cut.kill('SIGKILL');
    await cut.finished;
    expect((await spare.command('backup', 'create', '--to', backups)).stderr).toContain(
      'no database is running',
    );
    cpSync(join(service.folder, 'data/address-numbers'), join(data, 'address-numbers'));
    const reported = await spare.run(
      'backup',
      'restore',
      '--from',
      backups,
      '--identity',
      identity,
    );
    expect(readdirSync(data).filter((each) => each.startsWith('restoring'))).toEqual([]);
    const key = readFileSync(join(service.folder, 'data/master.key'), 'utf8');
    expect(readFileSync(join(data, 'master.key'), 'utf8')).toBe(key);
    expect(reported).toMatch(
      /is not the same as when the backup was made:\n {2}PORT: was \d+, is \d+\n/,
    );
    expect(reported).toContain(`payouts paused: ${COINS.join(', ')}`);
    const shown = JSON.parse(await spare.run('quarantine', 'show', '--json')) as { coin: string }[];
    expect(shown.map(({ coin }) => coin)).toEqual(COINS);
    expect(readFileSync(join(data, 'address-numbers'), 'utf8')).toMatch(/^BTC \d+ \d+$/m);
    expect((await spare.command('audit')).code).toBe(0);
  },
  LIMIT,
);

test(
  'nothing that was acknowledged before its end is missing, and payouts wait',
  async () => {
    writeFileSync(
      join(spare.folder, 'data/sandbox-credentials.json'),
      readFileSync(join(service.folder, 'data/sandbox-credentials.json')),
    );
    await spare.start();
    const api = clientOf(spare);
    const endedAt = Date.parse(manifest().ended_at);
    const before = acknowledged.filter(({ at }) => at < endedAt);
    expect(before.length).toBeGreaterThanOrEqual(NEEDED);
    for (const { id } of before) expect((await api.invoices.get(id)).id).toBe(id);
    const order = { charged_currency: 'EUR', received_currency: 'BTC', charged_amount: '20.00' };
    const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
    await expect(
      api.coinWithdrawals.create({ ...order, address, force_commit: true }),
    ).rejects.toMatchObject({ status: 503 });
  },
  LIMIT,
);

/** Lock files of the servers of temporary folders. */
function serversBelow(data: string): string[] {
  if (!existsSync(data)) return [];
  return readdirSync(data)
    .map((name) => join(data, name, 'postgres/cluster/postmaster.pid'))
    .filter((file) => existsSync(file));
}

async function work(api: Client, end: { isReached: boolean }): Promise<void> {
  for (let n = 0; !end.isReached; n++) {
    const { id } = await api.invoices.create({
      price_amount: '10.00',
      price_currency: 'EUR',
      pay_currency: defined(COINS[n % COINS.length], 'a coin'),
    });
    acknowledged.push({ id, at: wallNow() });
    if (n % NEEDED === 0) await service.sandbox('payments', { invoice_id: id });
  }
}

function manifest() {
  return JSON.parse(readFileSync(join(backups, name, 'manifest.json'), 'utf8')) as {
    readonly ended_at: string;
    readonly contents: readonly { readonly path: string }[];
  };
}

function clientOf(of: Service): Client {
  const { api_key, api_secret } = of.credentials();
  return createClient({ baseUrl: of.url, apiKey: api_key, apiSecret: api_secret });
}
