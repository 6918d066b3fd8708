// Guarantees of variable names: a misspelled one is rejected. That all problems are reported together, without secrets,
// is tested by a start (processes/failed-start.test.ts).
import { expect, test } from 'vitest';
import { readConfig, variables } from '../../src/coins/read-config.ts';
import { ConfigError } from '../../src/core/config/config.ts';
import { RENAMED_VARIABLES } from '../../src/core/config/environment.ts';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('a misspelled variable is rejected instead of ignored', () => {
  expect(problemsOf({ CHAINTILL_NETWROK: 'test' })).toEqual([
    'CHAINTILL_NETWROK is no variable of this release: docs/configuration.md lists them',
  ]);
});

test('a variable with a former name is rejected with the new name, and so is every other problem', () => {
  const former = { CHAINTILL_WAL_TO: '/wal', CHAINTILL_BACKUP_TO: '/backups', CHAINTILL_MODE: 'x' };
  expect(problemsOf(former)).toEqual([
    'CHAINTILL_BACKUP_TO is now CHAINTILL_BACKUP_DESTINATION: rename it',
    'CHAINTILL_WAL_TO is now CHAINTILL_WAL_ARCHIVE_DESTINATION: rename it',
    expect.stringContaining('CHAINTILL_MODE'),
  ]);
});

test('each new name of a variable is in the list of variables', () => {
  const names = variables.map(({ name }) => name);
  const renamed = Object.entries(RENAMED_VARIABLES);
  expect(renamed.filter(([old, name]) => names.includes(old) || !names.includes(name))).toEqual([]);
});

test('variables of other programs that start with our prefix are ignored', () => {
  const others = ['CHAINTILL_PORT_8080_TCP_ADDR', 'CHAINTILL_SERVICE_HOST', 'CHAINTILL_API_PORT'];
  expect(problemsOf(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([]);
});

test('an explorer is a URL with a place for the transaction, or none', () => {
  const right = { BTC_EXPLORER: 'https://explorer.example/tx/{txid}', LTC_EXPLORER: 'none' };
  expect(problemsOf(right)).toEqual([]);
  for (const BTC_EXPLORER of ['https://explorer.example/', 'javascript:{txid}', 'nowhere'])
    expect(problemsOf({ BTC_EXPLORER })).toEqual([
      'BTC_EXPLORER must be a URL with {txid} in it, or none',
    ]);
});

test('metrics have their own port, on loopback by default', () => {
  const metricsOf = (place: string) => readConfig({ CHAINTILL_METRICS_LISTEN: place }).metrics;
  expect(readConfig({}).metrics).toBe(null);
  expect(metricsOf('9464')).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(metricsOf('10.0.0.5:9464')).toEqual({ host: '10.0.0.5', port: 9464 });
  expect(metricsOf('[::1]:9464')).toEqual({ host: '::1', port: 9464 });
});

test('metrics at the public port, or without a port, are rejected', () => {
  const wrong = 'must be a port, or a host and a port, such as 127.0.0.1:9464';
  for (const place of ['here', 'http://127.0.0.1:9464', '70000', '127.0.0.1'])
    expect(problemsOf({ CHAINTILL_METRICS_LISTEN: place })).toEqual([
      `CHAINTILL_METRICS_LISTEN ${wrong}`,
    ]);
  expect(problemsOf({ CHAINTILL_METRICS_LISTEN: '0.0.0.0:8443', PORT: '8443' })).toEqual([
    'CHAINTILL_METRICS_LISTEN must have another port than PORT, which payers and shops reach',
  ]);
});

test("a worker process must have the URL of the other processes' pages", () => {
  expect(readConfig({}).role).toBe('all');
  expect(() => readConfig({ CHAINTILL_ROLE: 'workers' })).toThrow(/needs CHAINTILL_PUBLIC_URL/);
  const pages = { CHAINTILL_PUBLIC_URL: 'https://till.example' };
  expect(readConfig({ CHAINTILL_ROLE: 'workers', ...pages }).role).toBe('workers');
  expect(() => readConfig({ CHAINTILL_ROLE: 'worker' })).toThrow(/CHAINTILL_ROLE/);
});
