// Whether this process has verified that the chain of a coin shows no activity of ours that the database lacks. Checked
// before money is refunded. Sending requires more (may-send.ts) and is blocked while that check is repeated.
import type { Instance } from '../../app.ts';

export function isCompared(instance: Instance, coin: string): boolean {
  const isExamined = instance.comparison.outlooks.get(coin)?.isExamined === true;
  return instance.highWaterMark.mark !== null && instance.watchedCoins.has(coin) && isExamined;
}
