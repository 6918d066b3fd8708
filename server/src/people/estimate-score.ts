// Estimates password strength from 0 to 4 in a worker thread: one at a time, with a time limit. Each thread loads the
// word lists and frees them again, because passwords are rarely set.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { after, SECOND } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { codeFolder } from '../core/places.ts';

/** Longer input takes longer to estimate, and is strong by its length unless it repeats itself. */
const ESTIMATED_LENGTH = 64;
/** Ordinary passwords take milliseconds, adversarial ones several seconds. */
const TIME_LIMIT = 10 * SECOND;
const WAITING_MAX = 10;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** 0 when the estimate times out. Errors: 503 `service_unavailable` when ten others are queued. */
export async function estimateScore(password: string, known: readonly string[]): Promise<number> {
  if (waiting >= WAITING_MAX) throw tooManyEstimates();
  waiting += 1;
  const own = last.then(() => estimate(password.slice(0, ESTIMATED_LENGTH), known));
  last = own.catch(() => undefined);
  try {
    return await own;
  } finally {
    waiting -= 1;
  }
}

async function estimate(password: string, known: readonly string[]): Promise<number> {
  const file = join(codeFolder, 'people/estimate-password.js');
  const worker = new Worker(file, { workerData: { password, known } });
  const stopTimer = after(TIME_LIMIT, () => void worker.terminate());
  try {
    return await new Promise<number>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
      worker.once('exit', () => resolve(0));
    });
  } finally {
    stopTimer();
    void worker.terminate();
  }
}

function tooManyEstimates(): AppError {
  return new AppError({
    code: 'service_unavailable',
    status: 503,
    retryAfterSeconds: TIME_LIMIT / SECOND,
  });
}
