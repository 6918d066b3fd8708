// Ends a process that no longer responds, so that systemd, the container runtime or the cluster restarts it. An
// endless computation also blocks timers and signal handlers, so the check runs in another thread.
import { spawn } from 'node:child_process';
import { url as inspectorUrl } from 'node:inspector';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SECOND } from './clock.ts';
import { codeFolder } from './places.ts';

/** Same as the limit of the liveness probe in the Helm chart. */
const LIMIT = 60 * SECOND;
const INTERVAL = SECOND;

interface Rhythm {
  readonly interval: number;
  readonly limit: number;
}

/** Set by systemd for a unit with `WatchdogSec` (sd_watchdog_enabled(3)). */
interface SystemdEnvironment {
  readonly [name: string]: string | undefined;
}

export function startWatchdog(
  environment: SystemdEnvironment,
  { interval, limit }: Rhythm = { interval: INTERVAL, limit: LIMIT },
): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(beats, 0, 1), interval).unref();
  if (inspectorUrl() === undefined) {
    const workerData = { beats, interval, missesMax: limit / interval };
    new Worker(join(codeFolder, 'core/watchdog-thread.js'), { workerData }).unref();
  }
  notifySystemd(environment);
}

/** Per systemd timeout. */
const NOTIFICATIONS = 3;

function notifySystemd({ WATCHDOG_USEC, NOTIFY_SOCKET }: SystemdEnvironment): void {
  const microseconds = Number(WATCHDOG_USEC);
  if (!(microseconds > 0) || NOTIFY_SOCKET === undefined) return;
  const notify = () =>
    // If `systemd-notify` is missing, systemd ends the process: the unit configures a watchdog that the machine does
    // not support.
    spawn('systemd-notify', ['WATCHDOG=1'], { stdio: 'ignore' }).on('error', () => undefined);
  notify();
  setInterval(notify, microseconds / 1000 / NOTIFICATIONS).unref();
}
