// A collector that accepts connections and never responds delays nothing, and without tracing nothing of it is loaded.

import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../client/src/client.ts';
import { createLog } from '../../src/core/log.ts';
import { openTraces } from '../../src/tracing/otlp.ts';
import { createService } from '../support/service.ts';
import { codeOf, sources } from '../tidy/files.ts';
import { importsOf } from '../tidy/imports.ts';

let silent: Server;
beforeAll(async () => {
  silent = createServer(() => undefined);
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const { port } = silent.address() as AddressInfo;
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`;
});
afterAll(() => silent.close());

test('work continues and a shutdown completes although no collector accepts spans', async () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => lines.push(line) });
  const { traces, close } = openTraces(log);
  const facts = { name: 'work', facts: {} };
  const id = '0199aaaa-0000-7000-8000-000000000001';
  for (let n = 0; n < 5000; n += 1) await traces.work(facts, async () => traces.about([id]));
  const failing = traces.work(facts, () => Promise.reject(new Error('as it is')));
  await expect(failing).rejects.toThrow('as it is');
  await close();
  expect(lines.join()).toContain('traces dropped');
});

test('OpenTelemetry is loaded by one import, only when tracing is on', () => {
  const files = sources('server/src');
  const users = files.filter(({ text }) => text.includes("from '@opentelemetry/"));
  expect(users.map(({ path }) => path.replace('server/src/', '')).sort()).toEqual([
    'tracing/otlp.ts',
    'tracing/report.ts',
  ]);
  const ways = files
    .flatMap(importsOf)
    .filter(({ to, isTypeOnly }) => /^tracing\/(otlp|report|follow)\.ts$/.test(to) && !isTypeOnly)
    .map(({ from, to }) => `${from} > ${to}`);
  expect(ways.sort()).toEqual([
    'serve.ts > tracing/otlp.ts',
    'tracing/otlp.ts > tracing/follow.ts',
    'tracing/otlp.ts > tracing/report.ts',
  ]);
  const serve = files.find(({ path }) => path === 'server/src/serve.ts')?.text;
  expect(serve).toContain(
    "if (!config.tracesAreOn) return null;\n  const { openTraces: open } = await import('./tracing/otlp.ts');",
  );
});

test('without tracing only a comparison remains: nothing is created or wrapped', () => {
  const calling = sources('server/src').filter(
    ({ path, text }) =>
      !path.startsWith('server/src/tracing/') &&
      /\b(?:app|till)\.traces\b(?!\?\.(?:about|made)\()|\{[^}]*\btraces\b[^}]*\}: Pick</.test(
        codeOf(text),
      ),
  );
  expect(calling.map(({ path }) => path.replace('server/src/', '')).sort()).toEqual([
    'events/deliver.ts',
    'http/note-requests.ts',
    'workers/batcher.ts',
    'workers/worker.ts',
  ]);
  expect(calling.filter(({ text }) => !/\btraces === null\b/.test(text))).toEqual([]);
});

test('a service with an unresponsive collector works, and stops in time', async () => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector = '' } = process.env;
  const service = await createService({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector } });
  try {
    await service.start();
    const { api_key: apiKey, api_secret: apiSecret } = service.credentials();
    const api = createClient({ baseUrl: service.url, apiKey, apiSecret });
    await api.invoices.create({ price_amount: '5', price_currency: 'EUR', pay_currency: 'LTC' });
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0 });
    expect(service.output()).toContain('traces dropped');
  } finally {
    await service.close();
  }
});
