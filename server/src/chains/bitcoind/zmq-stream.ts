// Notifications of new blocks over ZeroMQ (`-zmqpubhashblock`, doc/zmq.md), which only trigger a poll.
import { connect as connectTo } from 'node:net';
import { SECOND } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Random } from '../../core/random.ts';
import { type BlockStream, type Link, resilientStream, type Signs } from '../block-stream.ts';

// The part of ZMTP 3.0 (rfc.zeromq.org/spec/23) that a subscriber needs, without authentication (mechanism NULL).

interface Frame {
  readonly isCommand: boolean;
  /** More parts of the same message follow. */
  readonly hasMore: boolean;
  readonly body: Buffer;
}

const GREETING_BYTES = 64;
const VERSION = 3;
const VERSION_AT = 10;
const MECHANISM_AT = 12;
const MECHANISM_BYTES = 20;
const NO_LOGIN = Buffer.from('NULL'.padEnd(MECHANISM_BYTES, '\0'));
const MORE = 1;
const LONG = 2;
const COMMAND = 4;
const SHORT_HEAD = 2;
const LONG_HEAD = 9;
/** The subscribed hashes and counters have 32 bytes and 4. */
const BODY_BYTES_MAX = 65_536;

export const GREETING: Buffer = greeting();

function greeting(): Buffer {
  const bytes = Buffer.alloc(GREETING_BYTES);
  bytes[0] = 0xff;
  bytes[9] = 0x7f;
  bytes[VERSION_AT] = VERSION;
  NO_LOGIN.copy(bytes, MECHANISM_AT);
  return bytes;
}

/** Announces a subscriber: the property's name after its length in one byte, its value after its length in four. */
const READY: Buffer = frame(
  COMMAND,
  Buffer.from('\x05READY\x0bSocket-Type\0\0\0\x03SUB', 'latin1'),
);

function subscription(topic: string): Buffer {
  return frame(0, Buffer.from(`\x01${topic}`, 'latin1'));
}

function frame(flags: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.of(flags, body.length), body]);
}

function commandName({ body }: Frame): string {
  return body.toString('latin1', 1, 1 + (body[0] ?? 0));
}

/** Takes bytes as they arrive and returns the complete frames. Throws RangeError on invalid bytes. */
function frameReader(): (bytes: Buffer) => Frame[] {
  let rest: Buffer = Buffer.alloc(0);
  let isGreeted = false;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    if (!isGreeted) {
      assertGreeting(rest);
      if (rest.length < GREETING_BYTES) return [];
      rest = rest.subarray(GREETING_BYTES);
      isGreeted = true;
    }
    const frames: Frame[] = [];
    for (let end = frameEnd(rest); end !== null && end <= rest.length; end = frameEnd(rest)) {
      const flags = rest.readUInt8(0);
      const body = rest.subarray((flags & LONG) === 0 ? SHORT_HEAD : LONG_HEAD, end);
      frames.push({ isCommand: (flags & COMMAND) !== 0, hasMore: (flags & MORE) !== 0, body });
      rest = rest.subarray(end);
    }
    return frames;
  };
}

/** The first bytes are enough to detect another protocol. */
function assertGreeting(bytes: Buffer): void {
  const isSignature = bytes[0] === 0xff && (bytes.length < 10 || bytes[9] === 0x7f);
  if (!isSignature) throw new RangeError('it does not speak ZMTP');
  if ((bytes[VERSION_AT] ?? VERSION) < VERSION) throw new RangeError('it speaks an older ZMTP');
  const mechanism = bytes.subarray(MECHANISM_AT, MECHANISM_AT + MECHANISM_BYTES);
  if (mechanism.equals(NO_LOGIN.subarray(0, mechanism.length))) return;
  throw new RangeError('it requires a login');
}

/** Null while the frame at the start of the buffer is incomplete. */
function frameEnd(bytes: Buffer): number | null {
  const [flags, length] = bytes;
  if (flags === undefined) return null;
  if ((flags & ~(MORE | LONG | COMMAND)) !== 0) throw new RangeError('not a frame of ZMTP');
  if ((flags & LONG) === 0) return length === undefined ? null : SHORT_HEAD + length;
  if (bytes.length < LONG_HEAD) return null;
  const size = bytes.readBigUInt64BE(1);
  if (size > BODY_BYTES_MAX) throw new RangeError('a message that no node sends');
  return LONG_HEAD + Number(size);
}

export interface ZmqStreamOptions {
  /** As in the node's `zmqpubhashblock`, for example `tcp://host:port`. */
  readonly url: string;
  readonly log: Log;
  readonly random: Random;
  /** Milliseconds. Defaults to the system clock. */
  readonly now?: () => number;
}

const TOPIC = 'hashblock';
const HANDSHAKE_LIMIT = 10 * SECOND;
/** Blocks are minutes apart, so silence proves nothing: TCP keep-alive detects a dead peer. */
const KEEP_ALIVE_AFTER = 60 * SECOND;

/** Throws when the address is not a URL. */
export function zmqStream(options: ZmqStreamOptions, heard: () => void): BlockStream {
  const url = new URL(options.url);
  return resilientStream({
    ...options,
    node: url.host,
    things: 'blocks',
    heard,
    connect: (signs) => connect(url, signs),
  });
}

function connect({ hostname, port }: URL, signs: Signs): Link {
  let reason = '';
  let isSubscribed = false;
  // URLs put IPv6 addresses in brackets.
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connectTo({ host, port: Number(port), timeout: HANDSHAKE_LIMIT });
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_AFTER);
  const deliver = (why: string) => {
    reason ||= why;
    socket.destroy();
  };
  socket.on('timeout', () => {
    if (!isSubscribed) deliver('it did not answer in time');
  });
  const handle = messageHandler({
    ...signs,
    subscribed() {
      isSubscribed = true;
      socket.write(subscription(TOPIC));
      signs.subscribed();
    },
  });
  const read = frameReader();
  socket.on('connect', () => socket.write(Buffer.concat([GREETING, READY])));
  socket.on('data', (bytes) => {
    try {
      for (const frame of read(bytes)) handle(frame);
    } catch (error) {
      deliver(error instanceof Error ? error.message : String(error));
    }
  });
  socket.on('error', (error) => {
    reason ||= error.message;
  });
  socket.on('close', () => signs.lost(reason || 'closed by the other side'));
  return { end: () => socket.destroy() };
}

/** Throws when the peer rejects the connection. */
function messageHandler(signs: Signs): (frame: Frame) => void {
  let isReady = false;
  let isFirstPart = true;
  return (frame) => {
    signs.alive();
    if (frame.isCommand) {
      const name = commandName(frame);
      if (name === 'ERROR') throw new Error('it refuses us');
      if (name !== 'READY' || isReady) return;
      isReady = true;
      signs.subscribed();
      return;
    }
    if (isReady && isFirstPart && frame.body.equals(Buffer.from(TOPIC))) signs.heard();
    isFirstPart = !frame.hasMore;
  };
}
