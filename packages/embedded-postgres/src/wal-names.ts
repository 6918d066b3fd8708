// Names of the files of the log (WAL): on which timeline each is, and its place there. A server that was restored
// writes on a timeline of its own; a history tells at which place it left the one before.
import { embeddedFailure } from './failure.ts';

/** Files of 16 MB, as initdb makes them unless told. */
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

/** Null: it is no name of a file of the log. */
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

/** The timeline whose history that file is; null: it is none. */
export function parseHistoryName(name: string): number | null {
  const [, timeline] = HISTORY.exec(name) ?? [];
  return timeline === undefined ? null : Number.parseInt(timeline, 16);
}

/** The name of the file that says where a timeline comes from. */
export function historyName(timeline: number): string {
  return `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`;
}

/** Where a timeline was left, for the next one: that one has the file of this number as well, and whole. */
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
  /** The newest that comes from the copy's. */
  readonly timeline: number;
  /** What follows the copy, one after the other. */
  readonly names: readonly string[];
  /** The first one that is missing before others; null: none is. */
  readonly missing: string | null;
}

export interface StoredLog {
  readonly names: readonly string[];
  /** Those of the store, by their timelines. */
  readonly histories: ReadonlyMap<number, string>;
  /** To be followed; the newest that began after the copy unless said. */
  readonly timeline?: number | null;
}

/** What of a store follows a copy, along one timeline. */
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
  // Where the copy's own timeline came from was before it.
  return { timeline: end.timeline, left: [] };
}
