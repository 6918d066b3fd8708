// Domain time (expiries, confirmations, retries) is `Clock.now()`, which the sandbox and the tests can move. Wall
// time (request signatures, logs) is `wallNow()`. No other file reads the system clock.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export function wallNow(): number {
  return Date.now();
}

/** The wall clock and the monotonic clock, read together, in milliseconds. */
export interface Moment {
  /** Since the epoch. The system can set this clock back or forward. */
  readonly wall: number;
  /** Since an arbitrary start. Never set back or forward, but may stop while the machine sleeps. */
  readonly steady: number;
}

export function moment(): Moment {
  return { wall: wallNow(), steady: steadyNow() };
}

export function steadyNow(): number {
  return performance.now();
}

/** Follows the given clock, shifted by an offset that can be changed at runtime. */
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

/** The wire format, to the second: `2026-11-21T02:30:00+00:00` (wire.md part 2, seed table). */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}+00:00`;
}

/** Only for pauses between polls; tests must not wait for a result with `sleep`. */
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

/** The returned function cancels the call. Ten times cheaper than `sleep` with a signal. */
export function after(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
}

/** Rejects with `late()` after `limit` milliseconds; `work` itself continues. */
export function inTime<T>(work: Promise<T>, limit: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// Compares this machine's clock with the database's clock, which all processes share. A process whose clock is ahead
// would treat an invoice paid in time as paid late, so a process whose clock is far off does no work. After a jump,
// the process does no work until it has compared the clocks again.

/** A reading of the database's clock (`theirs`) between two readings of this machine's clocks. */
export interface ClockReading {
  readonly requested: Moment;
  readonly theirs: number;
  readonly answered: Moment;
}

export interface MachineClock {
  /** The last moment at which the clock was correct; initially the start of the process. */
  known: Moment;
  /** Milliseconds that the clock is ahead, as a lower bound; negative when behind. */
  ahead: number;
  tooFar: number;
  /** When true, the process serves no requests and runs no workers. */
  isWrong: boolean;
}

export const CLOCK_WARNING = 2 * SECOND;
/** Bounds the difference between two processes at an invoice's expiry. NTP keeps clocks far closer than this. */
const CLOCK_LIMIT = 10 * SECOND;
/** If the clock is set during a comparison, that one comparison is wrong. */
const TIMES_IN_A_ROW = 2;

export function trustedClock(known: Moment): MachineClock {
  return { known, ahead: 0, tooFar: 0, isWrong: false };
}

/** After a jump, continues from the time before it: work already in progress must not get a wrong time. */
export function timeBy(clock: MachineClock, now: Moment): number {
  return hasJumped(clock, now) ? steadyTime(clock, now) : now.wall;
}

export function mayWork(clock: MachineClock, now: Moment): boolean {
  return !clock.isWrong && !hasJumped(clock, now);
}

function hasJumped(clock: MachineClock, now: Moment): boolean {
  return Math.abs(now.wall - steadyTime(clock, now)) > CLOCK_LIMIT;
}

function steadyTime({ known }: MachineClock, now: Moment): number {
  return known.wall + Math.floor(now.steady - known.steady);
}

/**
 * A lower bound of the difference: the database read its clock after the request was sent and before the answer
 * arrived. A slow query loosens the bound, but never makes a correct clock look wrong. The query's duration comes
 * from the monotonic clock.
 */
export function aheadFor({ requested, theirs, answered }: ClockReading): number {
  const took = answered.steady - requested.steady;
  const lowest = answered.wall - Math.ceil(took);
  if (theirs < lowest) return lowest - theirs;
  return theirs > answered.wall ? answered.wall - theirs : 0;
}

export function checkClock(clock: MachineClock, reading: ClockReading): void {
  clock.ahead = aheadFor(reading);
  const isFar = Math.abs(clock.ahead) > CLOCK_LIMIT;
  clock.tooFar = isFar ? clock.tooFar + 1 : 0;
  if (!isFar) Object.assign(clock, { isWrong: false, known: reading.answered });
  else if (clock.tooFar >= TIMES_IN_A_ROW) clock.isWrong = true;
}
