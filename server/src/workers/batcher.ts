// The commands of one project that queued up during its last transaction go into the next one, each with its own
// result. A single caller does not wait, and a busy project does not delay others.
import type { App } from '../app.ts';
import { sleep, steadyNow } from '../core/clock.ts';
import type { Step } from '../core/traces.ts';

export interface Batcher<Item, Result> {
  run(key: string, item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (outcome: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Queue<Item, Result> {
  readonly waiting: Waiting<Item, Result>[];
  /** The next batch waits for this many items; `hasEnough` signals them. */
  enough: number;
  hasEnough: AbortController;
}

/** How long a batch much smaller than the last one waits for callers whose answers are being sent. */
const REGROUP_MILLISECONDS = 2;

/** One batcher per app. `name`: the batcher's name in the metrics. */
export function batched<Item, Result>(settings: {
  name: string;
  batchMax: number;
  gather?: Gather;
  write: (app: App, key: string, items: readonly Item[]) => Promise<readonly Result[]>;
}): (app: App, key: string, item: Item) => Promise<Result> {
  const batchers = new WeakMap<App, Batcher<Item, Result>>();
  return (app, key, item) => {
    let batcher = batchers.get(app);
    if (batcher === undefined) {
      const { name, write, ...others } = settings;
      const measuredWrite = (of: string, items: readonly Item[]) =>
        measured(app, { batch: name, items: items.length }, () => write(app, of, items));
      batcher = createBatcher({ ...others, write: measuredWrite });
      batchers.set(app, batcher);
    }
    return batcher.run(key, item);
  };
}

export async function measured<T>(
  { measures, traces }: Pick<App, 'measures' | 'traces'>,
  batch: { batch: string; items: number },
  write: () => Promise<T>,
): Promise<T> {
  const began = steadyNow();
  const report = (ok: boolean) =>
    measures.wrote({ ...batch, ok, milliseconds: steadyNow() - began });
  try {
    const written = await (traces === null ? write() : traces.work(stepOf(batch), write));
    report(true);
    return written;
  } catch (error) {
    report(false);
    throw error;
  }
}

function stepOf({ batch, items }: { batch: string; items: number }): Step {
  return {
    name: `batch ${batch}`,
    facts: { 'chaintill.batch': batch, 'chaintill.batch.items': items },
  };
}

interface Gather {
  readonly enough: number;
  readonly milliseconds: number;
}

interface BatcherSettings<Item, Result> {
  readonly batchMax: number;
  /** For work that no caller waits for: a following batch starts with this many items, or after this time. */
  readonly gather?: Gather;
  /** Stores a batch in one transaction and returns one result per item, in order. */
  readonly write: (key: string, items: readonly Item[]) => Promise<readonly Result[]>;
  /** The priority when more items wait than fit into a batch; first come, first served by default. */
  readonly order?: <Waiting extends { readonly item: Item }>(
    waiting: readonly Waiting[],
  ) => readonly Waiting[];
}

export function createBatcher<Item, Result>(
  settings: BatcherSettings<Item, Result>,
): Batcher<Item, Result> {
  const queues = new Map<string, Queue<Item, Result>>();
  const begin = (key: string, batch: readonly Waiting<Item, Result>[]) => {
    const items = batch.map((waiting) => waiting.item);
    // A rejection is handled when its turn comes, after the next batch has started.
    return settings.write(key, items).then(
      (outcomes) => () => {
        for (const [n, waiting] of batch.entries()) waiting.resolve(outcomes[n] as Result);
      },
      (error: unknown) => () => {
        for (const waiting of batch) waiting.reject(error);
      },
    );
  };
  const flush = async (key: string, queue: Queue<Item, Result>) => {
    const { waiting } = queue;
    for (;;) {
      if (waiting.length > settings.batchMax && settings.order !== undefined)
        waiting.splice(0, waiting.length, ...settings.order(waiting));
      const batch = waiting.splice(0, settings.batchMax);
      const answer = await begin(key, batch);
      if (waiting.length === 0) {
        queues.delete(key);
        answer();
        return;
      }
      // The database works on the next batch while the answers to this one are sent.
      setImmediate(answer);
      if (settings.gather !== undefined) await untilEnough(queue, settings.gather);
      else if (waiting.length < Math.floor(batch.length / 2)) await regroup(queue, batch.length);
    }
  };
  return {
    run(key, item) {
      return new Promise((resolve, reject) => {
        const waiting = { item, resolve, reject };
        const queue = queues.get(key);
        if (queue !== undefined) {
          queue.waiting.push(waiting);
          if (queue.waiting.length >= queue.enough) queue.hasEnough.abort();
          return;
        }
        const fresh = {
          waiting: [waiting],
          enough: Number.POSITIVE_INFINITY,
          hasEnough: new AbortController(),
        };
        queues.set(key, fresh);
        // One turn of the event loop groups requests that arrived together.
        setImmediate(() => void flush(key, fresh));
      });
    },
  };
}

/**
 * Callers that send a new request after each answer form two groups: one is written while the other gets its answers.
 * Groups of 31 and 1 leave too little work to overlap, so this evens them out.
 */
function regroup<Item, Result>(queue: Queue<Item, Result>, lastSize: number): Promise<void> {
  const enough = Math.ceil((lastSize + queue.waiting.length) / 2);
  return untilEnough(queue, { enough, milliseconds: REGROUP_MILLISECONDS });
}

async function untilEnough<Item, Result>(
  queue: Queue<Item, Result>,
  { enough, milliseconds }: Gather,
): Promise<void> {
  if (queue.waiting.length >= enough) return;
  queue.enough = enough;
  queue.hasEnough = new AbortController();
  await sleep(milliseconds, queue.hasEnough.signal);
  queue.enough = Number.POSITIVE_INFINITY;
}
