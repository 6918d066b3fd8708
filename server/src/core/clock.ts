// Time sources. Domain time (expiries, confirmations, retries) is `Clock.now()`, which the sandbox and the tests can
// move. Wall time (request signatures, logs) is `wallNow()`. No other file reads the system clock.

export interface Clock {
  /** Domain time in milliseconds since the epoch. */
  now(): number;
}

/** The machine's wall time in milliseconds since the epoch. */
export function wallNow(): number {
  return Date.now();
}

/** One reading of this machine's two clocks, in milliseconds. */
export interface Moment {
  /** Since the epoch. Can be set by the system. */
  readonly wall: number;
  /** Monotonic, from an arbitrary start. Cannot be set, and may stop while the machine sleeps. */
  readonly steady: number;
}

export function moment(): Moment {
  return { wall: wallNow(), steady: steadyNow() };
}

/** For measuring durations only. */
export function steadyNow(): number {
  return performance.now();
}

/** A clock that follows the given one, shifted by an offset that can be changed at runtime. */
export interface MovableClock extends Clock {
  offsetMilliseconds: number;
}

export function movableClock(base: () => number = wallNow): MovableClock {
  return {
    offsetMilliseconds: 0,
    now() {
      return base() + this.offsetMilliseconds;
    },
  };
}

/** A clock for tests: does not advance on its own. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

export function testClock(startAt: number): TestClock {
  let time = startAt;
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `2026-11-21T02:30:00+00:00`: the wire format, to the second (wire.md part 2, seed table). */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}+00:00`;
}

/** Pauses a loop between polls. Never use it to make a test pass. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    if (signal?.aborted) done();
    else signal?.addEventListener('abort', done, { once: true });
  });
}

/** Calls `call` once after the delay; the returned function cancels it. Costs a tenth of `sleep` with a signal. */
export function after(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
}

/** The result of the work, or the error from `late` when the work exceeds the limit; the work itself continues. */
export function inTime<T>(work: Promise<T>, limit: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
