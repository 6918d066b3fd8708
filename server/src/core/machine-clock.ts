// Whether this machine's clock can be trusted: it is compared with the database's, which all processes share. An
// invoice that is paid in time is late for a process that is ahead, so one whose clock is far off does no work. A clock
// that jumps is not believed before the database was asked. Pure.
import { type Moment, SECOND } from './clock.ts';

/** The database's clock between two looks at this machine's. */
export interface ClockReading {
  readonly requested: Moment;
  readonly theirs: number;
  readonly answered: Moment;
}

export interface MachineClock {
  /** When it was last found right; at first when the process began. */
  known: Moment;
  /** By how many milliseconds it is ahead for certain; below zero when it is behind. */
  ahead: number;
  /** How many times in a row it was too far off. */
  tooFar: number;
  /** Then nothing is done: no request, no worker. */
  isWrong: boolean;
}

/** Clocks that are set by NTP differ by less than a tenth of that. */
export const CLOCK_WARNING = 2 * SECOND;
/** A payment in the last seconds of its invoice must not be late for one process and in time for another. */
const CLOCK_LIMIT = 10 * SECOND;
/** A clock that is set while it is compared looks wrong once. */
const TIMES_IN_A_ROW = 2;

export function trustedClock(known: Moment): MachineClock {
  return { known, ahead: 0, tooFar: 0, isWrong: false };
}

/**
 * The time to go by. After a jump it is the time from before it, gone on steadily: what was begun then, and what goes
 * on until the database has answered, bears no wrong time.
 */
export function timeBy(clock: MachineClock, now: Moment): number {
  return hasJumped(clock, now) ? steadyTime(clock, now) : now.wall;
}

/** Nothing new is begun by a clock that is wrong, or that jumped and was not compared since. */
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
 * What is certain: the database told its time after it was asked and before we heard it. A question that took long
 * proves little, and never that a clock is wrong that is right. How long it took, the steady clock knows.
 */
export function aheadFor({ requested, theirs, answered }: ClockReading): number {
  const took = answered.steady - requested.steady;
  const lowest = answered.wall - Math.ceil(took);
  if (theirs < lowest) return lowest - theirs;
  return theirs > answered.wall ? answered.wall - theirs : 0;
}

/** Takes the reading to heart. */
export function checkClock(clock: MachineClock, reading: ClockReading): void {
  clock.ahead = aheadFor(reading);
  const isFar = Math.abs(clock.ahead) > CLOCK_LIMIT;
  clock.tooFar = isFar ? clock.tooFar + 1 : 0;
  if (!isFar) Object.assign(clock, { isWrong: false, known: reading.answered });
  else if (clock.tooFar >= TIMES_IN_A_ROW) clock.isWrong = true;
}

/** For people. */
export function describeClock({ ahead }: MachineClock): string {
  const seconds = Math.round(Math.abs(ahead) / SECOND);
  const which = ahead > 0 ? 'ahead of' : 'behind';
  return `the clock of this machine is ${seconds} s ${which} the clock of the database`;
}
