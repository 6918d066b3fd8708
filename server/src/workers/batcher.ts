// In front of the hot commands: everything of one project that queued up while that project's last
// transaction ran goes into the next one, each command with its own outcome. A lone caller waits for
// nobody; a noisy project delays no other.

export interface Batcher<Item, Outcome> {
  /** Resolves with the item's own outcome; rejects when the whole batch failed. */
  run(key: string, item: Item): Promise<Outcome>;
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** `write` stores a batch in one transaction and answers one outcome per item, in order. */
export function createBatcher<Item, Outcome>(settings: {
  batchMax: number;
  write: (key: string, items: readonly Item[]) => Promise<readonly Outcome[]>;
}): Batcher<Item, Outcome> {
  const queues = new Map<string, Waiting<Item, Outcome>[]>();
  const begin = (key: string, queue: Waiting<Item, Outcome>[]) => {
    const batch = queue.splice(0, settings.batchMax);
    const items = batch.map((waiting) => waiting.item);
    // A rejection is looked at when its turn comes, after the next batch has begun.
    const written = settings.write(key, items).then(
      (outcomes) => () => {
        for (const [n, waiting] of batch.entries()) waiting.resolve(outcomes[n] as Outcome);
      },
      (error: unknown) => () => {
        for (const waiting of batch) waiting.reject(error);
      },
    );
    return written;
  };
  const flush = async (key: string, queue: Waiting<Item, Outcome>[]) => {
    let written = begin(key, queue);
    for (;;) {
      const answer = await written;
      if (queue.length === 0) {
        queues.delete(key);
        answer();
        return;
      }
      // The database has the next batch to work on while the answers to this one are sent.
      written = begin(key, queue);
      setImmediate(answer);
    }
  };
  return {
    run(key, item) {
      return new Promise((resolve, reject) => {
        const waiting = { item, resolve, reject };
        const queue = queues.get(key);
        if (queue !== undefined) {
          queue.push(waiting);
          return;
        }
        const fresh = [waiting];
        queues.set(key, fresh);
        // One turn of the event loop lets requests that arrived together travel together.
        setImmediate(() => void flush(key, fresh));
      });
    },
  };
}
