// Prevents one deposit that cannot be assessed (for example because the node fails on it) from blocking the others in
// its batch. When a batch fails, two random items are tried separately. If one of them succeeds, the bad items are
// isolated. If both fail, the provider counts as unavailable.
import type { Random } from '../core/random.ts';
import { randomInt } from '../core/random.ts';

/** Enough to isolate two or three items. Each failed attempt may run into its timeout. */
const VAIN_MAX = 30;

interface Trying<Item> {
  readonly random: Random;
  /** False when the items cannot be assessed together. */
  attempt(items: readonly Item[]): Promise<boolean>;
  reschedule(items: readonly Item[]): Promise<void>;
}

/** False when the provider is unavailable: the rest of this run is skipped. */
export async function tryBatch<Item>(
  batch: readonly Item[],
  trying: Trying<Item>,
): Promise<boolean> {
  if (await trying.attempt(batch)) return true;
  if (batch.length > 1) {
    const rest = await withoutProbes(batch, trying);
    if (rest !== null) {
      await takeApart(rest, { ...trying, left: { vain: VAIN_MAX } });
      return true;
    }
  }
  await trying.reschedule(batch);
  return batch.length === 1;
}

/** Null when both probes failed; otherwise the remaining items. */
async function withoutProbes<Item>(
  batch: readonly Item[],
  { random, attempt, reschedule }: Trying<Item>,
): Promise<readonly Item[] | null> {
  const first = randomInt(random, batch.length);
  const second = (first + 1 + randomInt(random, batch.length - 1)) % batch.length;
  const [one, other] = [batch.slice(first, first + 1), batch.slice(second, second + 1)];
  if (await attempt(one)) return batch.filter((_, n) => n !== first);
  if (!(await attempt(other))) return null;
  await reschedule(one);
  return batch.filter((_, n) => n !== first && n !== second);
}

async function takeApart<Item>(
  items: readonly Item[],
  trying: Trying<Item> & { readonly left: { vain: number } },
): Promise<void> {
  const { left, attempt, reschedule } = trying;
  if (items.length === 0) return;
  if (left.vain > 0) {
    if (await attempt(items)) return;
    left.vain -= 1;
  }
  if (items.length === 1 || left.vain === 0) return reschedule(items);
  const middle = Math.ceil(items.length / 2);
  await takeApart(items.slice(0, middle), trying);
  await takeApart(items.slice(middle), trying);
}

/** Prepares each batch when it is requested, and the next one while that one is stored. */
export function oneAhead<Batch, Prepared>(
  batches: readonly Batch[],
  prepareBatch: (batch: Batch) => Promise<Prepared>,
): { begin(): void; prepared(batch: Batch): Promise<Prepared> } {
  const begun = new Map<Batch, Promise<Prepared>>();
  const begin = (batch: Batch | undefined) => {
    if (batch === undefined || begun.has(batch)) return;
    const ahead = prepareBatch(batch);
    ahead.catch(() => undefined);
    begun.set(batch, ahead);
  };
  return {
    begin: () => begin(batches[0]),
    async prepared(batch) {
      const prepared = await (begun.get(batch) ?? prepareBatch(batch));
      begun.delete(batch);
      if (batches.includes(batch)) begin(batches[batches.indexOf(batch) + 1]);
      return prepared;
    },
  };
}
