// Keeps up a connection over which a node tells of new blocks: watches whether the other side is still there, and
// comes back after a pause that grows. It keeps no timers: whoever owns it calls `tend`. What is said over it, and how,
// is the families' business (rippled/ledger-stream.ts, bitcoind/zmq-stream.ts).
import { SECOND, wallNow } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Random } from '../core/random.ts';
import type { BlockStream } from './block-stream.ts';

/** What becomes of a connection. */
export interface Signs {
  /** The other side has shown that it is there. */
  alive(): void;
  /** It will tell from now on. */
  subscribed(): void;
  /** There is something to look at. */
  heard(): void;
  /** Once, when nothing is open any more. */
  lost(reason: string): void;
}

export interface Link {
  /** Asks the other side for a sign. Absent where the protocol has no such question: silence is not judged then. */
  probe?(): void;
  /** Ends it at once; `lost` follows. */
  end(): void;
}

export interface StreamOptions {
  /** For messages: host and port, never login, path or query, which may be secrets. */
  readonly node: string;
  /** What it tells of, for messages: `blocks`. */
  readonly things: string;
  readonly log: Log;
  readonly random: Random;
  /** Milliseconds; default the machine's time. */
  readonly now?: () => number;
  readonly heard: () => void;
  connect(signs: Signs): Link;
}

/** After this much silence the other side is asked, */
const PROBE_AFTER = 10 * SECOND;
/** and after this much it is taken for gone. */
const SILENCE_MAX = 30 * SECOND;
const PAUSE_MIN = SECOND;
const PAUSE_MAX = 60 * SECOND;
const DOUBLINGS_MAX = 6;

interface Line extends Required<StreamOptions> {
  link: Link | null;
  isOver: boolean;
  /** When there was last a sign of the other side, and when it was last asked for one. */
  heardAt: number;
  probedAt: number;
  /** When to connect again, and how often in a row that was in vain. */
  dueAt: number;
  failures: number;
  reason: string;
  closed: () => void;
}

/** Connects to nothing yet. */
export function keptStream(options: StreamOptions): BlockStream {
  const line: Line = {
    ...{ now: wallNow, ...options },
    ...{ link: null, isOver: false, heardAt: 0, probedAt: 0 },
    ...{ dueAt: 0, failures: 0, reason: '', closed: () => undefined },
  };
  return {
    tend() {
      if (line.isOver) return;
      if (line.link !== null) watchOver(line, line.link);
      else if (line.now() >= line.dueAt) connect(line);
    },
    async close() {
      line.isOver = true;
      const { link } = line;
      if (link === null) return;
      await new Promise<void>((done) => {
        line.closed = done;
        // Nothing is under way on it that a goodbye would save.
        link.end();
      });
    },
  };
}

function connect(line: Line): void {
  Object.assign(line, { heardAt: line.now(), reason: '' });
  line.link = line.connect({
    alive() {
      line.heardAt = line.now();
    },
    subscribed() {
      line.log.info({ node: line.node }, `${line.things} are told as they come`);
      line.failures = 0;
      // Some may have come before.
      line.heard();
    },
    heard: line.heard,
    lost: (reason) => lost(line, line.reason || reason),
  });
}

function watchOver(line: Line, link: Link): void {
  if (link.probe === undefined) return;
  const now = line.now();
  const silence = now - line.heardAt;
  if (silence > SILENCE_MAX) {
    line.reason = 'no sign of it for too long';
    link.end();
    return;
  }
  if (silence <= PROBE_AFTER || now - line.probedAt <= PROBE_AFTER) return;
  line.probedAt = now;
  link.probe();
}

/** Said once, and not again for each try in vain. */
function lost(line: Line, reason: string): void {
  if (line.failures === 0 && !line.isOver) {
    const { node, things } = line;
    line.log.warn({ node, reason }, `${things} are not told, only asked for, until it is back`);
  }
  line.link = null;
  line.dueAt = line.now() + pauseAfter(line.failures, line.random);
  line.failures++;
  line.closed();
}

/** Doubled with each failure; from half of that to all of it, so that many do not come back at once. */
function pauseAfter(failures: number, random: Random): number {
  const full = Math.min(PAUSE_MIN * 2 ** Math.min(failures, DOUBLINGS_MAX), PAUSE_MAX);
  return full / 2 + (full / 2) * (random.bytes(2).readUInt16BE() / 0xffff);
}
