// The workers that a test of one chain needs: those of the others look at chains on which nothing happens, which costs
// most of its time.
import type { App } from '../../src/app.ts';
import { defined } from '../../src/core/assert.ts';
import type { Worker } from '../../src/workers/worker.ts';

/** All but those of other chains than the coin's; its tokens live on the same. */
export function chainWorkers(
  { coins }: Pick<App, 'coins'>,
  workers: readonly Worker[],
  coin: string,
): readonly Worker[] {
  const { feeCoin } = defined(coins.get(coin), coin);
  const others = [...coins.values()].filter((other) => other.feeCoin !== feeCoin);
  const ends = others.map(({ code }) => `-${code.toLowerCase()}`);
  return workers.filter(({ name }) => !ends.some((end) => name.endsWith(end)));
}
