// The workers that a test of one chain needs: the other chains' workers would poll chains without activity, which takes
// most of a test's time.
import type { App } from '../../src/app.ts';
import { defined } from '../../src/core/assert.ts';
import type { Worker } from '../../src/workers/worker.ts';

/** All workers except those of other chains than the coin's. Tokens are on their coin's chain. */
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
