// The metrics of one process: created before the application, which records into them, and rendered as the text that
// Prometheus scrapes.
import { Registry } from 'prom-client';
import type { Measures } from '../core/measures.ts';
import type { OperatorApp } from '../operator/operator.ts';
import { beginAtZero, countIn } from './count.ts';
import { measureProcess } from './process.ts';
import { registerReadings } from './reading.ts';
import { readings } from './readings.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly measures: Measures;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  return { registry, measures: countIn(registry) };
}

/** Returns the text of a scrape. */
export function scraped({ registry }: Metrics, app: OperatorApp): () => Promise<string> {
  measureProcess(registry, app);
  beginAtZero(registry, app.chains.keys());
  const kept = registerReadings(registry, readings);
  return async () => {
    await kept.refresh(app);
    return registry.metrics();
  };
}
