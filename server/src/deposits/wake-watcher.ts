// Looks at a chain at once instead of at the next poll.
import type { App } from '../app.ts';
import { makeDue } from '../workers/schedule.ts';
import { notifyWorker } from '../workers/worker.ts';
import { watchTaskName } from './watch.ts';

/** Makes the coin's watcher due and wakes it, in whichever process it runs. */
export async function wakeWatcher(app: App, coin: string): Promise<void> {
  await makeDue(app, watchTaskName(coin));
  await notifyWorker(app.db, watchTaskName(coin));
}
