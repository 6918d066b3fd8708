// Decides whether this machine's clock can be trusted by comparing it with the database's clock, which all processes
// share. A process whose clock is ahead would treat an invoice paid in time as late, so a process whose clock is far
// off does no work. After a jump, the clock is not trusted until it has been compared with the database. Pure.
import { type Moment, SECOND } from './clock.ts';

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
