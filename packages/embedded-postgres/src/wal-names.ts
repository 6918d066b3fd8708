// Names of log (WAL) files: a file's timeline, and its position there. A restored server writes on its own timeline. A
// history file says where a timeline branched off the previous one.
import { embeddedFailure } from './failure.ts';

/** 16 MB, the default of initdb. */
export const WAL_FILE_BYTES = 1 << 24;
/** In the middle group of a name, where each number stands for 4 GB. */
const FILES_OF_GROUP = 256;

const FILE = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;
const HISTORY = /^([0-9A-F]{8})\.history$/;

export interface WalPosition {
  readonly timeline: number;
  /** From the beginning of the log, over all timelines. */
  readonly number: number;
}

/** Null for any other name. */
export function parseWalName(name: string): WalPosition | null {
  const [, timeline = '', group = '', file = ''] = FILE.exec(name) ?? [];
  if (timeline === '') return null;
  const number = Number.parseInt(group, 16) * FILES_OF_GROUP + Number.parseInt(file, 16);
  return { timeline: Number.parseInt(timeline, 16), number };
}

export function walName({ timeline, number }: WalPosition): string {
  const groups = [timeline, Math.floor(number / FILES_OF_GROUP), number % FILES_OF_GROUP];
  return groups.map((each) => each.toString(16).toUpperCase().padStart(8, '0')).join('');
}

/** The timeline of the history file. Null for any other name. */
export function parseHistoryName(name: string): number | null {
  const [, timeline] = HISTORY.exec(name) ?? [];
  return timeline === undefined ? null : Number.parseInt(timeline, 16);
}

export function historyName(timeline: number): string {
  return `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`;
}

/** Where a timeline ends. The next timeline has a complete file with this number as well. */
export interface Left {
  readonly timeline: number;
  readonly number: number;
}

/** Lines such as `1\t0/3000158\tno recovery target specified`, oldest first. */
export function parseHistory(text: string): Left[] {
  return text.split('\n').flatMap((line) => {
    const [, timeline, high, low] = /^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/i.exec(line) ?? [];
    if (timeline === undefined || high === undefined || low === undefined) return [];
    const bytes = Number.parseInt(low, 16);
    const number = Number.parseInt(high, 16) * FILES_OF_GROUP + Math.floor(bytes / WAL_FILE_BYTES);
    return [{ timeline: Number(timeline), number }];
  });
}

export interface WalPath {
  /** The newest timeline that descends from the copy's. */
  readonly timeline: number;
  /** The files after the copy, in order. */
  readonly names: readonly string[];
  /** The first file that is missing before later ones. Null when none is missing. */
  readonly missing: string | null;
}

export interface StoredLog {
  readonly names: readonly string[];
  /** The history files in the store, by timeline. */
  readonly histories: ReadonlyMap<number, string>;
  /** The timeline to follow. Default: the newest one that started after the copy. */
  readonly timeline?: number | null;
}

export function walAfter(
  copy: { readonly timeline: number; readonly lastLog: string },
  stored: StoredLog,
): WalPath {
  const end = parseWalName(copy.lastLog);
  if (end === null) throw embeddedFailure(`${copy.lastLog} is no name of a file of the log`);
  const { timeline, left } = pathOf({ ...end, timeline: copy.timeline }, stored);
  const timelineAt = (number: number) =>
    left.find((each) => each.number > number)?.timeline ?? timeline;
  const isAfter = (place: WalPosition) =>
    place.number > end.number || (place.number === end.number && place.timeline > end.timeline);
  const there = new Set(stored.names);
  const last = stored.names.reduce((most, name) => {
    const place = parseWalName(name);
    const counts = place !== null && place.timeline === timelineAt(place.number) && isAfter(place);
    return counts ? Math.max(most, place.number) : most;
  }, -1);
  const names: string[] = [];
  for (let number = end.number; number <= last; number++) {
    const place = { timeline: timelineAt(number), number };
    if (!isAfter(place)) continue;
    const name = walName(place);
    if (!there.has(name)) return { timeline, names, missing: name };
    names.push(name);
  }
  return { timeline, names, missing: null };
}

function pathOf(end: WalPosition, { histories, timeline }: StoredLog) {
  if (timeline === undefined || timeline === null) return newestFrom(end, histories);
  return { timeline, left: parseHistory(histories.get(timeline) ?? '') };
}

function newestFrom(end: WalPosition, histories: ReadonlyMap<number, string>) {
  for (const [timeline, text] of [...histories].sort(([a], [b]) => b - a)) {
    const left = parseHistory(text);
    const comesFrom = left.some(
      (each) => each.timeline === end.timeline && each.number >= end.number,
    );
    if (comesFrom && timeline > end.timeline) return { timeline, left };
  }
  // Every later timeline branched off before the end of the copy, so the copy's own timeline continues.
  return { timeline: end.timeline, left: [] };
}
