// Whether this process knows that the chain of a coin shows nothing of ours which its database does not. Asked before
// money is given back; what sends asks for more (may-send.ts), and says no while it asks anew.
import type { App } from '../app.ts';

export function isCompared(app: App, coin: string): boolean {
  const isExamined = app.comparison.outlooks.get(coin)?.isExamined === true;
  return app.ownMark.mark !== null && app.watchedCoins.has(coin) && isExamined;
}
