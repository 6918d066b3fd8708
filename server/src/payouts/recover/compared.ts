// Whether this process knows that the chain of a coin shows nothing of ours which its database does not. Asked before
// money is given back; what sends asks for more (may-send.ts), and says no while it asks again.
import type { Till } from '../../app.ts';

export function isCompared(till: Till, coin: string): boolean {
  const isExamined = till.comparison.outlooks.get(coin)?.isExamined === true;
  return till.ownMark.mark !== null && till.watchedCoins.has(coin) && isExamined;
}
