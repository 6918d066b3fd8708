// Metrics that query the database and nodes. Readings run one after another on one connection, each at most once per
// interval, however often scrapes arrive. A scrape waits two seconds at most. A value that could not be refreshed
// loses its series, so that no alert depends on an hour-old value.
import { Gauge, type Registry } from 'prom-client';
import { inTime, MINUTE, SECOND, steadyNow } from '../core/clock.ts';
import type { OperatorApp } from '../operator/operator.ts';

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Items without a value have no sample. */
export function samplesOf<Item>(
  items: readonly Item[],
  labelsOf: (item: Item) => Readonly<Record<string, string>>,
): (value: (item: Item) => number | null) => Sample[] {
  return (value) =>
    items.flatMap((item) => {
      const found = value(item);
      return found === null ? [] : [{ labels: labelsOf(item), value: found }];
    });
}

/** Keyed by gauge name. An omitted gauge has no series now. */
export type Samples<Names extends string = string> = Partial<
  Readonly<Record<Names, readonly Sample[]>>
>;

export interface GaugeFacts {
  readonly help: string;
  readonly labels?: readonly string[];
}

export interface Reading {
  readonly name: string;
  readonly everyMilliseconds: number;
  readonly gauges: Readonly<Record<string, GaugeFacts>>;
  read(app: OperatorApp): Promise<Samples>;
}

/** Checks the gauge names at compile time. */
export function reading<Names extends string>(facts: {
  readonly name: string;
  readonly everyMilliseconds: number;
  readonly gauges: Readonly<Record<Names, GaugeFacts>>;
  read(app: OperatorApp): Promise<Samples<Names>>;
}): Reading {
  return facts;
}

/** Prometheus itself times out after ten seconds by default. */
const SCRAPE_WAIT = 2 * SECOND;
/** A database that does not answer for this long counts as down. */
const DATABASE_WAIT = 1.5 * SECOND;
/** A value that has been due for a refresh for this long is no longer exported. */
const STALE_AFTER = 2 * MINUTE;

interface Kept {
  readonly reading: Reading;
  readonly gauges: ReadonlyMap<string, Gauge>;
  readAt: number;
  triedAt: number;
}

export interface Readings {
  /** Resolves when done, or when the scrape must not wait longer. Never rejects. */
  refresh(app: OperatorApp): Promise<void>;
}

export function registerReadings(registry: Registry, readings: readonly Reading[]): Readings {
  const registers = [registry];
  const up = new Gauge({
    name: 'chaintill_database_up',
    help: '1 if the database responds',
    registers,
  });
  const worked = new Gauge({
    name: 'chaintill_reading_up',
    help: '1 if metrics of this kind could be read',
    labelNames: ['reading'],
    registers,
  });
  const all = readings.map((one): Kept => {
    const made = Object.entries(one.gauges).map(([name, { help, labels = [] }]) => {
      const gauge = new Gauge({ name, help, labelNames: labels, registers });
      return [name, gauge] as const;
    });
    const never = Number.NEGATIVE_INFINITY;
    return { reading: one, gauges: new Map(made), readAt: never, triedAt: never };
  });
  const readDue = async (app: OperatorApp) => {
    for (const kept of all) {
      if (steadyNow() - kept.triedAt < kept.reading.everyMilliseconds) continue;
      kept.triedAt = steadyNow();
      await readOne(app, kept).catch((error: unknown) =>
        app.log.warn({ err: error, reading: kept.reading.name }, 'metrics could not be read'),
      );
    }
  };
  const ping = once((app) => app.db.query('select 1'));
  const read = once(readDue);
  return {
    async refresh(app) {
      const isUp = await ping(app, DATABASE_WAIT);
      up.set(isUp ? 1 : 0);
      if (isUp) await read(app, SCRAPE_WAIT);
      for (const { reading: one, gauges, readAt } of all) {
        const isFresh = isUp && steadyNow() - readAt < one.everyMilliseconds + STALE_AFTER;
        worked.set({ reading: one.name }, isFresh ? 1 : 0);
        if (!isFresh) for (const gauge of gauges.values()) clear(gauge);
      }
    },
  };
}

/** A gauge without labels is 0 from its start and after `reset`: only `remove` leaves it without a series. */
function clear(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

async function readOne(app: OperatorApp, kept: Kept): Promise<void> {
  const samples = await kept.reading.read(app);
  for (const [name, gauge] of kept.gauges) {
    clear(gauge);
    for (const { labels = {}, value } of samples[name] ?? []) gauge.set(labels, value);
  }
  kept.readAt = steadyNow();
}

/** Calls share a run. True when the run succeeded within the limit, counted from the run's start. */
function once(work: (app: OperatorApp) => Promise<unknown>) {
  let running: { readonly since: number; readonly ended: Promise<boolean> } | null = null;
  const begin = (app: OperatorApp) => ({
    since: steadyNow(),
    ended: work(app)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        running = null;
      }),
  });
  return async (app: OperatorApp, limit: number): Promise<boolean> => {
    running ??= begin(app);
    const left = Math.max(0, running.since + limit - steadyNow());
    return inTime(running.ended, left, () => new Error('late')).catch(() => false);
  };
}

/** Never below zero, because clocks of machines differ slightly. 0 without a time. */
export function secondsSince(time: Date | string | null, now: number): number {
  return time === null ? 0 : Math.max(0, (now - millisecondsOf(time)) / SECOND);
}

export function epochSeconds(time: Date | string): number {
  return millisecondsOf(time) / SECOND;
}

/** The id starts with the time in milliseconds (RFC 9562, version 7). */
export function madeAt(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}

function millisecondsOf(time: Date | string): number {
  return typeof time === 'string' ? Date.parse(time) : Number(time);
}
