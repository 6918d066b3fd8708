// The service and its signer as two processes, each killed repeatedly while withdrawals are paid: wherever one dies
// between signing, journal, storing and broadcasting, each withdrawal is paid once.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../../client/src/client.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { definedCoins } from '../../src/coins/registry.ts';
import { defined } from '../../src/core/assert.ts';
import { sleep } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { randomInt, seededRandom } from '../../src/core/random.ts';
import { openDatabase } from '../../src/db/database.ts';
import { isThorough } from '../support/crash-stride.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createService, type Service, until } from '../support/service.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/chaintill.js', import.meta.url));
const WITHDRAWALS = 12;
const KILLS = isThorough ? 6 : 3;
const SEED = 'signer kill 1';

let database: TestDatabase;
/** Provides its folder. */
let place: Service;
let service: Service;
let folder: string;
let signer: ChildProcess | null = null;
let api: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  place = await createService({ databaseUrl: database.url, ownerUrl: database.ownerUrl });
  folder = join(place.folder, 'signer');
  const socket = join(place.folder, 'signer.sock');
  await place.run('signer', 'init', '--folder', folder, '--socket', socket, '--mode', 'sandbox');
  service = await createService({
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    folder: place.folder,
    environment: { CHAINTILL_SIGNER_SOCKET: socket, CHAINTILL_REQUESTS_PER_MINUTE: '0' },
  });
  await startSigner();
  await service.start();
  const { api_key: apiKey, api_secret: apiSecret } = service.credentials();
  api = createClient({ baseUrl: service.url, apiKey, apiSecret });
});
afterAll(async () => {
  await stopSigner();
  await service.close();
  await place.close();
  await database.drop();
});

async function startSigner(): Promise<void> {
  signer = spawn(process.execPath, [PROGRAM, 'signer', 'run', '--folder', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await once(defined(signer.stderr, 'its words'), 'data');
}

async function stopSigner(): Promise<void> {
  if (signer === null || signer.exitCode !== null) return;
  signer.kill('SIGKILL');
  await once(signer, 'close');
  signer = null;
}

test('whichever of the two is killed, every withdrawal is paid once', async () => {
  const random = seededRandom(SEED);
  const btc = defined(definedCoins.get('BTC'), 'BTC');
  const made: { id: string; address: string }[] = [];
  for (let n = 0; n < WITHDRAWALS; n++) {
    const address = foreignAddress(btc, SEED, n);
    const requested = {
      charged_currency: 'BTC',
      received_currency: 'BTC',
      received_amount: '0.01',
    };
    const { id } = await api.coinWithdrawals.create({ ...requested, address, force_commit: true });
    made.push({ id, address });
    if (n % (WITHDRAWALS / KILLS) !== 0) continue;
    await sleep(randomInt(random, 700));
    if (randomInt(random, 2) === 0) {
      await stopSigner();
      await startSigner();
    } else {
      await service.kill('SIGKILL');
      await service.start();
    }
  }
  const settled = async () => {
    const statuses = await Promise.all(made.map(({ id }) => api.coinWithdrawals.get(id)));
    return statuses.every(({ status }) => status === 'completed');
  };
  await until('all are completed', settled, 150_000);
  const db = openDatabase(database.connection, createLog('silent'));
  try {
    const rows = await db.query<{ n: number }>(
      `select count(*)::int as n from simulation.outputs o
       join simulation.transactions t using (coin, txid)
       where o.coin = 'BTC' and o.address = any($1::text[]) and t.block_hash is not null
       group by o.address`,
      [made.map(({ address }) => address)],
    );
    expect(rows.map(({ n }) => n)).toEqual(Array(WITHDRAWALS).fill(1));
  } finally {
    await db.close();
  }
  const journal = readFileSync(join(folder, 'journal'), 'utf8');
  for (const { id } of made) expect(journal).toContain(id);
  // On a busy machine, the service that was just killed may not have polled every chain yet.
  await until('the doctor finds nothing', async () => (await service.command('doctor')).code === 0);
}, 240_000);
