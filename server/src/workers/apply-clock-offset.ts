// What a process does about its own clock: it is compared with every pulse of the database (db/keep-listening.ts). One
// that is a little off is a warning; one that is far off is an alarm, and nothing is done until it is right.
import { hostname } from 'node:os';
import type { App } from '../app.ts';
import { MINUTE, moment } from '../core/clock.ts';
import {
  CLOCK_WARNING,
  type ClockReading,
  checkClock,
  describeClock,
} from '../core/machine-clock.ts';
import { endAlarm, raiseAlarm } from '../ledger/alarms.ts';

const WARNED_EVERY = 10 * MINUTE;

/** Heeds each reading. What it stores may fail without harm: it is stored with the next one. */
export function clockWatcher(app: App): (reading: ClockReading) => Promise<void> {
  const clock = app.machineClock;
  let warnedAt = -WARNED_EVERY;
  // At first unknown: the process before this one on the machine may have ended with its alarm.
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
    const alarm = { kind: 'clock_wrong', subject: hostname() } as const;
    if (isWrong) {
      app.log.error({ milliseconds: ahead }, `${describeClock(clock)}: nothing is done`);
      await app.db.transaction((tx) =>
        raiseAlarm(tx, { ...alarm, facts: { ahead_milliseconds: ahead } }),
      );
    } else await app.db.transaction((tx) => endAlarm(tx, alarm));
    isRaised = isWrong;
  };
}
