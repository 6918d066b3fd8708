// Time. Domain time (expiries, confirmations, retries) is `Clock.now()`, which the sandbox and the
// tests can move; wall time (request signatures, logs) is `wallNow()`. No other file asks for the time.

export interface Clock {
  /** Domain time in milliseconds since the epoch. */
  now(): number;
}

/** The machine's time, in milliseconds since the epoch. */
export function wallNow(): number {
  return Date.now();
}

/** What this machine's two clocks say together, in milliseconds. */
export interface Moment {
  /** Since the epoch. It can be set. */
  readonly wall: number;
  /** Since some time. It cannot be set, and may stand still while the machine sleeps. */
  readonly steady: number;
}

export function moment(): Moment {
  return { wall: wallNow(), steady: steadyNow() };
}

/** For what only measures how long something takes. */
export function steadyNow(): number {
  return performance.now();
}

/** A clock that follows the one given, moved by an offset that can be changed while running. */
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

/** A clock for tests: stands still until it is advanced. */
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

/** `2026-11-21T02:30:00+00:00`: the wire form, seconds precision (wire.md part 2, seed table). */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}+00:00`;
}

/** Waits. Used by loops between polls, never to make a test pass. */
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

/** Calls once, unless what it gives is called before. Costs a tenth of `sleep` with a signal. */
export function after(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
}

/** What the work gives, or the failure of `late` when that takes longer; the work itself goes on. */
export function inTime<T>(work: Promise<T>, limit: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
