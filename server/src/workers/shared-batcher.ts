// The waiting commands of all projects go into one transaction, so that fifty projects cost little more than one. A
// project that would delay the others, because its lock is taken or its work is slow or fails, runs separately
// (batcher.ts).
import type { App } from '../app.ts';
import { SECOND, wallNow } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import { createBatcher, measured } from './batcher.ts';

export interface Group<Item> {
  readonly key: string;
  readonly items: readonly Item[];
}

interface Keyed<Item> {
  readonly key: string;
  readonly item: Item;
}

interface Settings<Item, Result> {
  readonly batchMax: number;
  /** Whether the project would slow down the others in the batch. */
  readonly isSlow: (key: string) => boolean;
  /** Must not wait for locks. One result per item, in order; null for a group that would have to wait. */
  readonly writeTogether: (
    groups: readonly Group<Item>[],
  ) => Promise<readonly (readonly Result[] | null)[]>;
  /** Waits for locks. Also called when the result of an earlier attempt is unknown. */
  readonly writeAlone: (group: Group<Item>) => Promise<readonly Result[]>;
}

const EVERYBODY = '';
/** How long a project whose own batch failed runs separately. */
const APART_AFTER_FAILURE = 10 * SECOND;

/** One batcher per app. `name`: the batcher's name in the metrics. */
export function batchedTogether<Item, Result>(settings: {
  readonly name: string;
  readonly batchMax: number;
  readonly isSlow: (app: App, key: string) => boolean;
  readonly writeTogether: (
    app: App,
    groups: readonly Group<Item>[],
  ) => Promise<readonly (readonly Result[] | null)[]>;
  readonly writeAlone: (app: App, group: Group<Item>) => Promise<readonly Result[]>;
}): (app: App, key: string, item: Item) => Promise<Result> {
  const batchers = new WeakMap<App, SharedBatcher<Item, Result>>();
  return (app, key, item) => {
    const batcher =
      batchers.get(app) ??
      createSharedBatcher<Item, Result>({
        batchMax: settings.batchMax,
        isSlow: (of) => settings.isSlow(app, of),
        writeTogether: (groups) =>
          measured(app, { batch: settings.name, items: sizeOf(groups) }, () =>
            settings.writeTogether(app, groups),
          ),
        writeAlone: (group) =>
          measured(app, { batch: settings.name, items: group.items.length }, () =>
            settings.writeAlone(app, group),
          ),
      });
    batchers.set(app, batcher);
    return batcher.run(key, item);
  };
}

function sizeOf(groups: readonly { readonly items: readonly unknown[] }[]): number {
  return groups.reduce((sum, { items }) => sum + items.length, 0);
}

interface SharedBatcher<Item, Result> {
  run(key: string, item: Item): Promise<Result>;
}

export function createSharedBatcher<Item, Result>(
  settings: Settings<Item, Result>,
): SharedBatcher<Item, Result> {
  const { batchMax } = settings;
  const apart = trackApart();
  const together = createBatcher<Keyed<Item>, { readonly outcome: Result } | null>({
    batchMax,
    order: roundRobin,
    write: (_, batch) => writeGroups(settings, batch),
  });
  const alone = createBatcher<Item, Result>({
    batchMax,
    write: (key, items) => settings.writeAlone({ key, items }),
  });
  return {
    async run(key, item) {
      if (!apart.has(key) && !settings.isSlow(key)) {
        const reported = await together.run(EVERYBODY, { key, item });
        if (reported !== null) return reported.outcome;
      }
      return apart.during(key, () => alone.run(key, item));
    },
  };
}

/** Null for each item that has to run separately. */
async function writeGroups<Item, Result>(
  settings: Settings<Item, Result>,
  batch: readonly Keyed<Item>[],
): Promise<({ readonly outcome: Result } | null)[]> {
  const groups = [...groupBy(batch, ({ key }) => key)].map(([key, keyed]) => ({
    key,
    items: keyed.map(({ item }) => item),
  }));
  const written = await settings.writeTogether(groups).catch((error: unknown) => {
    if (groups.length === 1) throw error;
    // One group made the shared transaction fail: each is retried separately, and only the faulty one fails again.
    return groups.map(() => null);
  });
  const left = new Map(groups.map(({ key }, n) => [key, written[n]?.values() ?? null]));
  return batch.map(({ key }) => {
    const outcomes = left.get(key) ?? null;
    return outcomes === null ? null : { outcome: outcomes.next().value as Result };
  });
}

/** The first item of each key, then the second of each: a key with many items does not delay others. */
function roundRobin<Waiting extends { readonly item: { readonly key: string } }>(
  waiting: readonly Waiting[],
): Waiting[] {
  const seen = new Map<string, number>();
  const rounds = waiting.map((one) => {
    const round = seen.get(one.item.key) ?? 0;
    seen.set(one.item.key, round + 1);
    return { one, turn: round };
  });
  return rounds.sort((a, b) => a.turn - b.turn).map(({ one }) => one);
}

/** Projects with a running batch of their own, and for a while those that failed. */
function trackApart() {
  const running = new Map<string, number>();
  const failedUntil = new Map<string, number>();
  return {
    has(key: string): boolean {
      const until = failedUntil.get(key);
      if (until !== undefined && until <= wallNow()) failedUntil.delete(key);
      return running.has(key) || failedUntil.has(key);
    },
    async during<T>(key: string, work: () => Promise<T>): Promise<T> {
      running.set(key, (running.get(key) ?? 0) + 1);
      try {
        return await work();
      } catch (error) {
        failedUntil.set(key, wallNow() + APART_AFTER_FAILURE);
        throw error;
      } finally {
        const others = (running.get(key) ?? 1) - 1;
        if (others === 0) running.delete(key);
        else running.set(key, others);
      }
    },
  };
}
