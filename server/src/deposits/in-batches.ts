// One deposit that cannot be assessed (a transaction that the node trips over, a subject that a source has no sense of)
// holds up no other, though all of a lot are asked for together. It is looked for when a lot fails and some of it can
// be had alone; when two at random cannot, it is the source that fails, and it is not asked for each of them.
import type { Random } from '../core/random.ts';
import { randomInt } from '../core/random.ts';

/** Asked in vain while one lot is taken apart: as many as single out two or three. Each may take its whole time. */
const VAIN_MAX = 30;

interface Trying<Item> {
  readonly random: Random;
  /** False when the items cannot be had together. */
  attempt(items: readonly Item[]): Promise<boolean>;
  /** Puts off what could not be had. */
  reschedule(items: readonly Item[]): Promise<void>;
}

/** False when the source answers for none: what is left of this run is not asked for. */
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

/** What is left when one that can be had alone was found; null when neither of two can. */
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

/** Halves of halves. */
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

/** Prepares each lot when it is asked for, and the next one while that is stored; the first when it is begun. */
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
