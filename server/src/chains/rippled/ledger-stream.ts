// The WebSocket side of rippled: it tells when a ledger is closed (xrpl.org, "subscribe", stream `ledger`). All that is
// taken from it is that there is something to look at. It keeps no timers: whoever owns it calls `tend`.
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import WebSocket from 'ws';
import { SECOND, wallNow } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Random } from '../../core/random.ts';
import type { BlockStream } from '../block-stream.ts';
import { loginHeader } from '../rpc/credentials.ts';

export interface LedgerStreamOptions {
  /** `ws://host:port` or `wss://...`, with user and password where the port asks for them. */
  readonly url: string;
  readonly log: Log;
  readonly random: Random;
  /** Milliseconds; default the machine's time. */
  readonly now?: () => number;
}

const SUBSCRIBE = JSON.stringify({ id: 1, command: 'subscribe', streams: ['ledger'] });
const HANDSHAKE_LIMIT = 10 * SECOND;
/** The network closes a ledger every four seconds: after this much silence the other side is asked, */
const PING_AFTER = 10 * SECOND;
/** and after this much it is taken for gone. */
const SILENCE_MAX = 30 * SECOND;
/** What is told of a ledger has about 300 bytes. */
const MESSAGE_BYTES_MAX = 65_536;
const PAUSE_MIN = SECOND;
const PAUSE_MAX = 60 * SECOND;
const DOUBLINGS_MAX = 6;

const ledgerClosed = Compile(
  Type.Object({ type: Type.Literal('ledgerClosed'), ledger_index: Type.Integer({ minimum: 1 }) }),
);
const subscribed = Compile(
  Type.Object({ type: Type.Literal('response'), status: Type.Literal('success') }),
);
const refused = Compile(
  Type.Object({ type: Type.Literal('response'), status: Type.Literal('error') }),
);

interface Line {
  readonly url: URL;
  readonly authorization: string | null;
  /** For messages: host and port, never login, path or query, which may be secrets. */
  readonly node: string;
  readonly log: Log;
  readonly random: Random;
  readonly now: () => number;
  readonly heard: () => void;
  socket: WebSocket | null;
  isOver: boolean;
  /** When there was last a sign of the other side, and when it was last asked for one. */
  heardAt: number;
  pingedAt: number;
  /** When to connect again, and how often in a row that was in vain. */
  dueAt: number;
  failures: number;
  reason: string;
}

export function ledgerStream(options: LedgerStreamOptions, heard: () => void): BlockStream {
  const line = lineOf(options, heard);
  return {
    tend() {
      if (line.isOver) return;
      if (line.socket !== null) watchOver(line, line.socket);
      else if (line.now() >= line.dueAt) connect(line);
    },
    async close() {
      line.isOver = true;
      const { socket } = line;
      if (socket === null) return;
      // Nothing is under way on it that a goodbye would save.
      await new Promise<void>((done) => {
        socket.once('close', () => done());
        socket.terminate();
      });
    },
  };
}

function lineOf(options: LedgerStreamOptions, heard: () => void): Line {
  // Checked first, since the error of `new URL` carries its input, password and all.
  if (!URL.canParse(options.url)) throw new Error('the address of the stream is not a URL');
  const url = new URL(options.url);
  const authorization = loginHeader(url);
  url.username = '';
  url.password = '';
  url.hash = '';
  const { log, random, now = wallNow } = options;
  const start = { socket: null, isOver: false, heardAt: 0, pingedAt: 0 };
  const retry = { dueAt: 0, failures: 0, reason: '' };
  return { url, authorization, node: url.host, log, random, now, heard, ...start, ...retry };
}

function connect(line: Line): void {
  const socket = new WebSocket(line.url, {
    handshakeTimeout: HANDSHAKE_LIMIT,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    followRedirects: false,
    headers: line.authorization === null ? {} : { authorization: line.authorization },
  });
  Object.assign(line, { socket, heardAt: line.now(), reason: '' });
  const isAlive = () => {
    line.heardAt = line.now();
  };
  socket.on('open', () => {
    isAlive();
    socket.send(SUBSCRIBE);
  });
  socket.on('pong', isAlive);
  socket.on('message', (data, isBinary) => {
    isAlive();
    if (!isBinary) heed(line, socket, String(data));
  });
  socket.on('error', (error) => {
    line.reason = error.message;
  });
  socket.on('close', (code) => lost(line, line.reason || `closed with code ${code}`));
}

/** Whatever is neither of these is nothing to us. */
function heed(line: Line, socket: WebSocket, text: string): void {
  const message = parse(text);
  if (ledgerClosed.Check(message)) line.heard();
  if (subscribed.Check(message)) {
    line.log.info({ node: line.node }, 'ledgers are told as they close');
    line.failures = 0;
    // Some may have closed before.
    line.heard();
  }
  if (refused.Check(message)) {
    line.reason = 'the subscription was refused';
    socket.terminate();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function watchOver(line: Line, socket: WebSocket): void {
  const now = line.now();
  const silence = now - line.heardAt;
  if (silence > SILENCE_MAX) {
    line.reason = 'no sign of it for too long';
    socket.terminate();
    return;
  }
  if (socket.readyState !== WebSocket.OPEN) return;
  if (silence <= PING_AFTER || now - line.pingedAt <= PING_AFTER) return;
  line.pingedAt = now;
  socket.ping();
}

/** Said once, and not again for each try in vain. */
function lost(line: Line, reason: string): void {
  if (line.failures === 0 && !line.isOver) {
    const { node } = line;
    line.log.warn({ node, reason }, 'ledgers are not told, only asked for, until it is back');
  }
  line.socket = null;
  line.dueAt = line.now() + pauseAfter(line.failures, line.random);
  line.failures++;
}

/** Doubled with each failure; from half of that to all of it, so that many do not come back at once. */
function pauseAfter(failures: number, random: Random): number {
  const full = Math.min(PAUSE_MIN * 2 ** Math.min(failures, DOUBLINGS_MAX), PAUSE_MAX);
  return full / 2 + (full / 2) * (random.bytes(2).readUInt16BE() / 0xffff);
}
