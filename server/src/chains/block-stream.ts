// The port for new-block notifications, which only trigger a poll: a late or wrong stream changes no result.
import { SECOND, wallNow } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Random } from '../core/random.ts';

export interface BlockStream {
  /** Connects when due and checks whether the peer is alive. Called about every second. */
  tend(): void;
  close(): Promise<void>;
}

/** `heard` is called for each notified block, and after a reconnect. Opens no connection yet. */
export type OpenBlockStream = (heard: () => void) => BlockStream;

// Detects a dead peer and reconnects after an increasing delay. Has no timers: its owner calls `tend`.

export interface Signs {
  /** The peer sent something. */
  alive(): void;
  subscribed(): void;
  heard(): void;
  /** Called once, when everything is closed. */
  lost(reason: string): void;
}

export interface Link {
  /** Absent if the protocol has no ping: silence is then ignored. */
  probe?(): void;
  end(): void;
}

interface StreamOptions {
  /** Host and port, never login, path or query, which may be secrets. */
  readonly node: string;
  /** Names the announcements in messages: `blocks`. */
  readonly things: string;
  readonly log: Log;
  readonly random: Random;
  /** Milliseconds. Defaults to the system clock. */
  readonly now?: () => number;
  readonly heard: () => void;
  connect(signs: Signs): Link;
}

const PROBE_AFTER = 10 * SECOND;
const SILENCE_MAX = 30 * SECOND;
const PAUSE_MIN = SECOND;
const PAUSE_MAX = 60 * SECOND;
const DOUBLINGS_MAX = 6;

interface Line extends Required<StreamOptions> {
  link: Link | null;
  isOver: boolean;
  /** When the peer last sent something, and when it was last pinged. */
  heardAt: number;
  probedAt: number;
  dueAt: number;
  failures: number;
  reason: string;
  closed: () => void;
}

/** Opens no connection yet. */
export function resilientStream(options: StreamOptions): BlockStream {
  const line: Line = {
    now: wallNow,
    ...options,
    link: null,
    isOver: false,
    heardAt: 0,
    probedAt: 0,
    dueAt: 0,
    failures: 0,
    reason: '',
    closed: () => undefined,
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
        // Nothing is in flight that a graceful close would deliver.
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
      line.log.info({ node: line.node }, `${line.things} are streamed`);
      line.failures = 0;
      // Blocks may have arrived before the subscription.
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

/** Logged once, not for each failed attempt. */
function lost(line: Line, reason: string): void {
  if (line.failures === 0 && !line.isOver) {
    const { node, things } = line;
    line.log.warn({ node, reason }, `${things} are only polled until the stream is back`);
  }
  line.link = null;
  line.dueAt = line.now() + pauseAfter(line.failures, line.random);
  line.failures++;
  line.closed();
}

/** Doubles with each failure; jitter between half and all of it spreads out reconnects. */
function pauseAfter(failures: number, random: Random): number {
  const full = Math.min(PAUSE_MIN * 2 ** Math.min(failures, DOUBLINGS_MAX), PAUSE_MAX);
  return full / 2 + (full / 2) * (random.bytes(2).readUInt16BE() / 0xffff);
}
