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

// Decides whether this machine's clock can be trusted by comparing it with the database's clock, which all processes
// share. A process whose clock is ahead would treat an invoice paid in time as late, so a process whose clock is far
// off does no work. After a jump, the clock is not trusted until it has been compared with the database. Pure.

/** A reading of the database's clock between two readings of this machine's. */
export interface ClockReading {
  readonly requested: Moment;
  readonly theirs: number;
  readonly answered: Moment;
}

export interface MachineClock {
  /** When it was last found correct; initially the start of the process. */
  known: Moment;
  /** Milliseconds that it is certainly ahead; negative when behind. */
  ahead: number;
  /** Consecutive readings that were too far off. */
  tooFar: number;
  /** When true, nothing runs: no request, no worker. */
  isWrong: boolean;
}

/** Clocks synchronized by NTP differ by less than a tenth of this. */
export const CLOCK_WARNING = 2 * SECOND;
/** A payment in the last seconds of an invoice must not be late for one process and in time for another. */
const CLOCK_LIMIT = 10 * SECOND;
/** A clock that is set during a comparison looks wrong once. */
const TIMES_IN_A_ROW = 2;

export function trustedClock(known: Moment): MachineClock {
  return { known, ahead: 0, tooFar: 0, isWrong: false };
}

/**
 * The time to use. After a jump, it is the time before the jump plus monotonic elapsed time, so that work that started
 * earlier, and work that runs until the database answers, does not get a wrong time.
 */
export function timeBy(clock: MachineClock, now: Moment): number {
  return hasJumped(clock, now) ? steadyTime(clock, now) : now.wall;
}

/** No new work starts while the clock is wrong, or after a jump until it has been compared. */
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
 * The certain part of the difference: the database read its time after our request and before its answer arrived. A
 * slow query narrows it down less, but never makes a correct clock look wrong. The monotonic clock measures how long
 * the query took.
 */
export function aheadFor({ requested, theirs, answered }: ClockReading): number {
  const took = answered.steady - requested.steady;
  const lowest = answered.wall - Math.ceil(took);
  if (theirs < lowest) return lowest - theirs;
  return theirs > answered.wall ? answered.wall - theirs : 0;
}

/** Updates the clock state with a reading. */
export function checkClock(clock: MachineClock, reading: ClockReading): void {
  clock.ahead = aheadFor(reading);
  const isFar = Math.abs(clock.ahead) > CLOCK_LIMIT;
  clock.tooFar = isFar ? clock.tooFar + 1 : 0;
  if (!isFar) Object.assign(clock, { isWrong: false, known: reading.answered });
  else if (clock.tooFar >= TIMES_IN_A_ROW) clock.isWrong = true;
}

/** A description for people. */
export function describeClock({ ahead }: MachineClock): string {
  const seconds = Math.round(Math.abs(ahead) / SECOND);
  const which = ahead > 0 ? 'ahead of' : 'behind';
  return `the clock of this machine is ${seconds} s ${which} the clock of the database`;
}
