// The service as a merchant sees it, for the acceptance tests: the built program as a process, access to its database,
// a receiver of its callbacks, and the published client.
import { type Client, createClient } from '../../../client/src/client.ts';
import { defined } from '../../src/core/assert.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createService, type Service } from '../support/service.ts';

export interface Instance {
  readonly service: Service;
  readonly database: TestDatabase;
  readonly receiver: Receiver;
  readonly api: Client;
  readonly projectId: string;
  readonly callbackSecret: string;
  mine(currency: string, count?: number): Promise<void>;
  advance(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** A sandbox that mines blocks only on request. */
export async function openInstance(environment: Record<string, string> = {}): Promise<Instance> {
  const [database, receiver] = await Promise.all([createTestDatabase(), startReceiver()]);
  const service = await createService({
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    environment: { CHAINTILL_REQUESTS_PER_MINUTE: '0', ...environment },
  });
  await service.start();
  await service.sandbox('settings', { mine_every_seconds: 0 });
  const { project_id: projectId, api_key, api_secret } = service.credentials();
  const set = await service.runHere('callbacks', 'set', projectId, receiver.url);
  return {
    service,
    database,
    receiver,
    projectId,
    callbackSecret:
      /Callback secret\s+(\S+)/.exec(set)?.[1] ?? service.credentials().callback_secret,
    api: createClient({
      baseUrl: service.url,
      apiKey: api_key,
      apiSecret: api_secret,
      retriesMax: 0,
    }),
    async mine(currency, count = 1) {
      await service.sandbox('blocks', { currency, count });
    },
    async advance(seconds) {
      await service.sandbox('clock', { advance_seconds: seconds });
    },
    async close() {
      await service.close();
      await receiver.close();
      await database.drop();
    },
  };
}

/** The count and total of the valid payments to an address on the simulated network. */
export async function paidTo(
  instance: Instance,
  address: string,
): Promise<{ n: number; amount: bigint }> {
  const rows = await instance.database.db.query<{ n: number; amount: bigint }>(
    `select count(*)::int as n, coalesce(sum(o.delivered), 0) as amount
     from simulation.outputs o join simulation.transactions t using (coin, txid)
     where o.address = $1 and (t.mempool_number is not null or t.block_hash is not null)`,
    [address],
  );
  return defined(rows[0], 'one row');
}
