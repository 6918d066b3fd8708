// Seconds of processor time of processes, from /proc: unlike elapsed time, they do not depend on what else the machine
// does at the moment.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;
/** Of proc(5), counted after the name in brackets: the time of the process, and of its children that ended. */
const OWN = [11, 12] as const;
const ENDED = [13, 14] as const;

function fieldsOf(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function secondsOf(pid: number | string, places: readonly number[]): number {
  const fields = fieldsOf(pid);
  return places.reduce((sum, place) => sum + Number(fields[place]), 0) / TICKS_PER_SECOND;
}

/** Of all threads since the start; NaN without /proc. */
export function processorSecondsOf(pid: number): number {
  try {
    return secondsOf(pid, OWN);
  } catch {
    return Number.NaN;
  }
}

/** Of the PostgreSQL with its data below `folder`, including its processes that ended; NaN without /proc. */
export function processorSecondsOfPostgres(folder: string): number {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .reduce((sum, pid) => sum + ofPostgres(pid, folder), 0);
  } catch {
    return Number.NaN;
  }
}

function ofPostgres(pid: string, folder: string): number {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const isChild = command.startsWith('postgres:');
    const isPostmaster = /postgres\0/.test(command) && !isChild;
    if (!isChild && !isPostmaster) return 0;
    if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) return 0;
    return secondsOf(pid, isPostmaster ? [...OWN, ...ENDED] : OWN);
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
