// Processor time of Linux processes, for the costs that `.ci/run` prints.
import { appendFileSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** User and system time of a process and of its ended children: fields 14 to 17 of proc(5). */
export function processorSeconds(pid: number | 'self'): number {
  return secondsIn(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

function secondsIn(stat: string): number {
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return afterName.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** The same with its children that still run. */
export function familySeconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const each = children
    .filter((child) => child !== '')
    .map((child) => secondsOrNone(Number(child)));
  return each.reduce((sum, seconds) => sum + seconds, processorSeconds(pid));
}

/** A backend may end in the meantime: its parent has counted it then, or has not yet. */
function secondsOrNone(pid: number): number {
  try {
    return processorSeconds(pid);
  } catch {
    return 0;
  }
}

/** Appended to the file that CHAINTILL_TEST_COSTS names. */
export function noteCost(suite: string | undefined, seconds: number): void {
  const file = process.env['CHAINTILL_TEST_COSTS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ suite, seconds })}\n`);
}
