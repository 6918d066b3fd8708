// Every heartbeat of the database (db/listen-with-retries.ts) checks this process's clock. A small offset causes a
// warning. A large one opens an alert, and nothing runs until the clock is right.
import { hostname } from 'node:os';
import type { App } from '../app.ts';
import { CLOCK_WARNING, type ClockReading, checkClock, MINUTE, moment } from '../core/clock.ts';
import { describeClock } from '../db/read-clock.ts';
import { endAlert, openAlert } from '../ledger/alerts.ts';

const WARNED_EVERY = 10 * MINUTE;

/** A failure to store the result is harmless, because the next reading stores it. */
export function clockWatcher(app: App): (reading: ClockReading) => Promise<void> {
  const clock = app.machineClock;
  let warnedAt = -WARNED_EVERY;
  // Unknown at first, because an earlier process on this machine may have stopped while its alert was open.
  let isRaised: boolean | null = null;
  return async (reading) => {
    checkClock(clock, reading);
    const { steady } = moment();
    if (Math.abs(clock.ahead) > CLOCK_WARNING && steady - warnedAt > WARNED_EVERY) {
      warnedAt = steady;
      app.log.warn({ milliseconds: clock.ahead }, describeClock(clock));
    }
    const { isWrong, ahead } = clock;
    const isUncertain = clock.tooFar > 0 && !isWrong;
    if (isUncertain || isWrong === isRaised) return;
    const alert = { kind: 'clock_skew', subject: hostname() } as const;
    if (isWrong) {
      app.log.error({ milliseconds: ahead }, `${describeClock(clock)}: work paused`);
      await openAlert(app, { ...alert, facts: { ahead_milliseconds: ahead } });
    } else await app.db.transaction((tx) => endAlert(tx, alert));
    isRaised = isWrong;
  };
}
