// An address that an operator lists while a process starts, between the read of the lists and the first notification,
// applies there as well.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/coins/read-config.ts';
import { createLog } from '../../src/core/log.ts';
import { startService } from '../../src/start-service.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/service.ts';

const ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';

test('an address that is listed while the service starts is blocked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-lists-'));
  const database = await createTestDatabase();
  let listed: Promise<unknown> | null = null;
  const write = (line: string) => {
    // The lists were read before; the process listens for notifications later.
    if (line.includes('metrics for Prometheus'))
      listed = database.owner.query(
        `insert into risk_entries (list, coin, address, kind) values ('block', 'BTC', $1, 'block')`,
        [ADDRESS],
      );
  };
  const config = readConfig({
    PORT: String(await freePort()),
    CHAINTILL_METRICS_LISTEN: String(await freePort()),
    DATABASE_URL: database.url,
    CHAINTILL_DATA_DIR: join(folder, 'data'),
    CHAINTILL_ADDRESS_POOL: '20',
    CHAINTILL_ROLE: 'api',
  });
  const service = await startService(config, createLog('info', { write }));
  try {
    expect(listed).not.toBeNull();
    await listed;
    const { riskLists } = service.assembled.app;
    await until('it is in its memory', async () =>
      riskLists.entries.some(({ address }) => address === ADDRESS),
    );
  } finally {
    await service.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
