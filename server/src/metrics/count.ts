// Events that this process counts as they happen (core/measures.ts). Label values are fixed names from the program,
// such as operations, workers, batches, coins and statuses: never an id, a project or an address.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { SECOND, wallNow } from '../core/clock.ts';
import type { Measures } from '../core/measures.ts';
import type { OperatorApp } from '../operator/operator.ts';
import { measureProcess } from './process.ts';
import { registerReadings } from './reading.ts';
import { readings } from './readings.ts';

/** A response normally takes less than ten milliseconds; the limit for all work is ten seconds. */
const REQUEST_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const OUTSIDE_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const BATCH_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5];
const BATCH_ITEMS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

function countIn(registry: Registry): Measures {
  return {
    ...countRequests(registry),
    ...countBatches(registry),
    ...countWorkers(registry),
    ...countOutside(registry),
  };
}

const REORGANISED = [
  'chaintill_chain_reorganizations_total',
  'chaintill_chain_reorganized_blocks_total',
] as const;

/** A series that starts with its first event shows no increase, so no alert would fire for it. */
function beginAtZero(registry: Registry, coins: Iterable<string>): void {
  for (const coin of coins)
    for (const name of REORGANISED) {
      const counter = registry.getSingleMetric(name);
      if (counter instanceof Counter) counter.inc({ coin }, 0);
    }
}

function countRequests(registry: Registry): Pick<Measures, 'answered'> {
  const requests = new Counter({
    name: 'chaintill_http_requests_total',
    help: 'Completed requests, by operation (or method and path of the route) and status',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'chaintill_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response, without streams',
    labelNames: ['operation'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  return {
    answered({ operation, status, milliseconds }) {
      requests.inc({ operation, status });
      if (milliseconds !== null) durations.observe({ operation }, milliseconds / SECOND);
    },
  };
}

function countBatches(registry: Registry): Pick<Measures, 'wrote'> {
  const items = new Histogram({
    name: 'chaintill_batch_items',
    help: 'Commands per transaction',
    labelNames: ['batch'],
    buckets: BATCH_ITEMS,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'chaintill_batch_duration_seconds',
    help: 'Time to store one batch',
    labelNames: ['batch'],
    buckets: BATCH_SECONDS,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'chaintill_batch_failures_total',
    help: 'Batches that failed; their commands may be retried individually',
    labelNames: ['batch'],
    registers: [registry],
  });
  return {
    wrote({ batch, items: count, milliseconds, ok }) {
      items.observe({ batch }, count);
      durations.observe({ batch }, milliseconds / SECOND);
      if (!ok) failures.inc({ batch });
    },
  };
}

function countWorkers(registry: Registry): Pick<Measures, 'worked' | 'failed'> {
  const labelNames = ['worker'] as const;
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const runs = counter('chaintill_worker_runs_total', 'Runs of each worker');
  const busy = counter('chaintill_worker_busy_seconds_total', 'Duration of those runs');
  const rows = counter('chaintill_worker_rows_total', 'Rows processed by each worker');
  const failures = counter('chaintill_worker_failures_total', 'Failed runs');
  const last = new Gauge({
    name: 'chaintill_worker_last_run_timestamp_seconds',
    help: 'Time of the last successful run of each worker of this process',
    labelNames,
    registers: [registry],
  });
  return {
    worked({ worker, rows: moved, milliseconds }) {
      runs.inc({ worker });
      busy.inc({ worker }, milliseconds / SECOND);
      if (moved > 0) rows.inc({ worker }, moved);
      last.set({ worker }, wallNow() / SECOND);
    },
    failed: (worker) => failures.inc({ worker }),
  };
}

function countOutside(
  registry: Registry,
): Pick<Measures, 'requested' | 'reorganised' | 'calledBack'> {
  const questions = new Histogram({
    name: 'chaintill_node_request_duration_seconds',
    help: 'Requests to the nodes of a coin, by result',
    labelNames: ['coin', 'result'],
    buckets: OUTSIDE_SECONDS,
    registers: [registry],
  });
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['coin'], registers: [registry] });
  const reorganisations = counter(REORGANISED[0], 'Reorganizations of blocks that were read');
  const lostBlocks = counter(REORGANISED[1], 'Blocks removed by reorganizations');
  const callbacks = new Histogram({
    name: 'chaintill_callback_duration_seconds',
    help: 'Webhook delivery attempts, by status class or error',
    labelNames: ['result'],
    buckets: OUTSIDE_SECONDS,
    registers: [registry],
  });
  return {
    requested({ coin, milliseconds, ok }) {
      questions.observe({ coin, result: ok ? 'answered' : 'failed' }, milliseconds / SECOND);
    },
    reorganised({ coin, blocks }) {
      reorganisations.inc({ coin });
      lostBlocks.inc({ coin }, blocks);
    },
    calledBack({ outcome: result, milliseconds }) {
      callbacks.observe({ result }, milliseconds / SECOND);
    },
  };
}

export interface Metrics {
  readonly registry: Registry;
  readonly measures: Measures;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  return { registry, measures: countIn(registry) };
}

export function scraped({ registry }: Metrics, app: OperatorApp): () => Promise<string> {
  measureProcess(registry, app);
  beginAtZero(registry, app.chains.keys());
  const kept = registerReadings(registry, readings);
  return async () => {
    await kept.refresh(app);
    return registry.metrics();
  };
}
