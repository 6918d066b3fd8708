// Whether this process knows that the chain of a coin shows nothing of ours which its database does not. Asked before
// money is given back; what sends asks for more (may-send.ts), and says no while it asks again.
import type { Instance } from '../../app.ts';

export function isCompared(instance: Instance, coin: string): boolean {
  const isExamined = instance.comparison.outlooks.get(coin)?.isExamined === true;
  return instance.highWaterMark.mark !== null && instance.watchedCoins.has(coin) && isExamined;
}
