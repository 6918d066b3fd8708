// What keeps the wallets and their costs in order beside sending: one worker each for the coins that need it.
import type { Config } from '../../core/config/config.ts';
import type { Worker } from '../../workers/worker.ts';
import { costWorkers } from '../follow/book-unbooked.ts';
import type { Treasury } from '../send/treasury.ts';
import { consolidationWorkers } from './consolidate.ts';

export function walletWorkers(config: Config, treasuries: ReadonlyMap<string, Treasury>): Worker[] {
  return [...consolidationWorkers(config, treasuries), ...costWorkers(treasuries)];
}
