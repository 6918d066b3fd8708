// What has to be asked for: of the database, and of nodes. Readings follow one another on one connection, each at most
// every so many seconds whatever scrapes ask for, and no scrape waits for them for long. What could not be read any
// more has no series: an alert is never about what was true an hour ago.
import { Gauge, type Registry } from 'prom-client';
import { inTime, MINUTE, SECOND, steadyNow } from '../core/clock.ts';
import type { OperatorApp } from '../operator/operator.ts';

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** By the name of the gauge. What is left out has no series now. */
export type Samples<Names extends string = string> = Partial<
  Readonly<Record<Names, readonly Sample[]>>
>;

/** A name, with its unit at the end, and what it is. */
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

/** With names that are checked. */
export function reading<Names extends string>(facts: {
  readonly name: string;
  readonly everyMilliseconds: number;
  readonly gauges: Readonly<Record<Names, GaugeFacts>>;
  read(app: OperatorApp): Promise<Samples<Names>>;
}): Reading {
  return facts;
}

/** What a scrape waits for readings; Prometheus itself gives up after ten seconds unless told. */
const SCRAPE_WAIT = 2 * SECOND;
/** A database that says nothing for so long counts as one that is down. */
const DATABASE_WAIT = 1.5 * SECOND;
/** What was due to be read again for so long is not told any more. */
const STALE_AFTER = 2 * MINUTE;

interface Kept {
  readonly reading: Reading;
  readonly gauges: ReadonlyMap<string, Gauge>;
  readAt: number;
  triedAt: number;
}

export interface Readings {
  /** Reads what is due. Resolves when it is there, or later than a scrape may wait. Never rejects. */
  refresh(app: OperatorApp): Promise<void>;
}

export function keepReadings(registry: Registry, readings: readonly Reading[]): Readings {
  const registers = [registry];
  const up = new Gauge({
    name: 'chaintill_database_up',
    help: '1 when the database answers',
    registers,
  });
  const worked = new Gauge({
    name: 'chaintill_reading_up',
    help: '1 when the figures of this kind could be read',
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
        app.log.warn({ err: error, reading: kept.reading.name }, 'figures could not be read'),
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

/**
 * Whoever asks while it is on its way waits for the same. True when it succeeded within the limit, counted from its
 * beginning: who comes after that waits no more.
 */
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
