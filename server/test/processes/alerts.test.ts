// Prometheus scrapes a real service, and its alerts fire on real failures: a node, the rates, the workers, the
// database, and the service itself. The alerts have no waiting time here; it is tested with promtool.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createDatabaseGate, type DatabaseGate } from '../support/database-gate.ts';
import { freePort } from '../support/free-port.ts';
import { describeWithPrometheus, type Prometheus, startPrometheus } from '../support/prometheus.ts';
import { createService, type Service, until } from '../support/service.ts';
import { root } from '../tidy/files.ts';

const RULES = join(root, 'deploy/prometheus/chaintill.rules.yml');

describeWithPrometheus('alerts', () => {
  let folder: string;
  let database: TestDatabase;
  let gate: DatabaseGate;
  let service: Service;
  let prometheus: Prometheus;

  const fires = (alert: string, labels: Readonly<Record<string, string>> = {}) =>
    until(`${alert} fires`, async () => {
      const alerts = await prometheus.firing();
      return alerts.some(
        ({ labels: reported }) =>
          reported['alertname'] === alert &&
          Object.entries(labels).every(([name, value]) => reported[name] === value),
      );
    });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chaintill-alerts-'));
    const rules = join(folder, 'rules.yml');
    writeFileSync(rules, readFileSync(RULES, 'utf8').replaceAll(/^ +for: .*\n/gm, ''));
    database = await createTestDatabase();
    gate = await createDatabaseGate(database.connection);
    const target = `127.0.0.1:${await freePort()}`;
    service = await createService({
      databaseUrl: gate.url,
      ownerUrl: database.ownerUrl,
      environment: { CHAINTILL_METRICS_LISTEN: target },
    });
    await service.start();
    prometheus = await startPrometheus(folder, { target, rules });
  });
  afterAll(async () => {
    gate.thaw();
    await prometheus.stop();
    await service.close();
    await gate.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  test('an unreachable node', async () => {
    await service.sandbox('settings', { currency: 'LTC', node_down: true });
    await fires('ChaintillNodeDown', { coin: 'LTC' });
    const others = (await prometheus.firing()).map(({ labels }) => labels['alertname']);
    expect(others).not.toContain('ChaintillDown');
    expect(others).not.toContain('ChaintillDatabaseDown');
    await service.sandbox('settings', { currency: 'LTC', node_down: false });
  });

  test('no rates', async () => {
    await service.sandbox('settings', { rates_down: true });
    await fires('ChaintillRateMissing', { currency: 'BTC' });
    await service.sandbox('settings', { rates_down: false });
  });

  test('a worker that no process runs', async () => {
    // Due for ten minutes, and claimed by no process.
    await database.owner.query(
      `insert into schedules (name, due_at) values ('left-behind', now() - interval '10 minutes')`,
    );
    await fires('ChaintillWorkerLate', { task: 'left-behind' });
  });

  test('an unresponsive database', async () => {
    gate.freeze();
    await fires('ChaintillDatabaseDown');
    gate.thaw();
  });

  test('a stopped service', async () => {
    await service.kill('SIGKILL');
    await fires('ChaintillDown');
  });
});
