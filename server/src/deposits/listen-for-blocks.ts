// Polls a chain when a node pushes a new block. If this fails, the next regular poll finds the same blocks.

import type { App } from '../app.ts';
import type { BlockStream, OpenBlockStream } from '../chains/block-stream.ts';
import { watchTaskName } from '../chains/chain.ts';
import { SECOND } from '../core/clock.ts';
import { makeDue } from '../workers/schedule.ts';
import { notifyWorker, type Worker } from '../workers/worker.ts';

const EVERY = SECOND;

interface Hearing {
  readonly coin: string;
  /** The worker that sends the coin. */
  readonly sender: string;
  readonly open: OpenBlockStream;
}

interface Ear {
  stream: BlockStream | null;
  /** `hasMore`: more blocks arrived during the notification in progress. */
  notification: Promise<void> | null;
  hasMore: boolean;
}

/** Runs in every worker process. Its connection closes with its loop. */
export function listenForBlocksWorker(hearing: Hearing): Worker {
  const ear: Ear = { stream: null, notification: null, hasMore: false };
  return {
    name: `listen-${hearing.coin.toLowerCase()}`,
    pollMilliseconds: EVERY,
    async run(app) {
      ear.stream ??= hearing.open(() => heard(app, hearing, ear));
      ear.stream.tend();
      return 0;
    },
    async finish() {
      await ear.stream?.close();
      await ear.notification;
    },
  };
}

/** One database query at a time, however many blocks arrive meanwhile. */
function heard(app: App, hearing: Hearing, ear: Ear): void {
  ear.hasMore = true;
  ear.notification ??= report(app, hearing, ear).finally(() => {
    ear.notification = null;
  });
}

async function report(app: App, { coin, sender }: Hearing, ear: Ear): Promise<void> {
  while (ear.hasMore) {
    ear.hasMore = false;
    try {
      await wakeWatcher(app, coin);
      await notifyWorker(app.db, sender);
    } catch (error) {
      app.log.warn(
        { err: error, coin },
        'block notification not handled; the next poll finds the block',
      );
    }
  }
}

/** Makes the coin's watcher due and wakes it, in whichever process it runs. */
export async function wakeWatcher(app: App, coin: string): Promise<void> {
  await makeDue(app, watchTaskName(coin));
  await notifyWorker(app.db, watchTaskName(coin));
}
